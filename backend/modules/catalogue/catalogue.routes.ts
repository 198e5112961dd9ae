import type Router from '@koa/router';
import type { RouterMiddleware } from '@koa/router';
import { mixed } from 'yup';
import { addProductInput, categoryInput } from '#contract/catalogue.input.ts';
import { createRouter, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../core/http.ts';
import type { UploadedImage } from '../../core/image.ts';
import type { Storage } from '../../core/storage.ts';
import { withForm } from '../../core/upload.ts';
import { presentCategory, presentProduct } from './catalogue.present.ts';
import { createProduct, findProduct, listProducts, NO_SUCH_PRODUCT } from './catalogue.service.ts';
import { createCategory, listCategories } from './categories.service.ts';

const addProductForm = addProductInput.shape({ file: mixed<UploadedImage>().required('Image is required') });

/** Comes before the body is read: nobody else can make the shop receive a picture. */
const adminOnly: RouterMiddleware<ShopState> = async (ctx, next) => {
  requireAdmin(ctx);
  await next();
};

type Options = { storage: Storage };

export function catalogueRoutes({ storage }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/products', async (ctx) => {
    ctx.body = { status: 'success', products: (await listProducts(ctx.state.em)).map(presentProduct) };
  });

  router.get('/products/single/:id', async (ctx) => {
    const product = await findProduct(ctx.state.em, pathId(ctx.params.id, NO_SUCH_PRODUCT));
    ctx.body = { status: 'success', product: presentProduct(product) };
  });

  router.post('/admin/product', adminOnly, async (ctx) => {
    await withForm(ctx, storage, 'product', async (body) => {
      const { file, ...input } = validate(addProductForm, body);
      const productId = await createProduct(ctx.state.em, storage, input, file);
      ctx.body = { status: 'success', message: 'Product has been added', productId };
    });
  });

  router.get('/admin/category', adminOnly, async (ctx) => {
    const categories = await listCategories(ctx.state.em);
    ctx.body = { status: 'success', allCategories: categories.map(presentCategory) };
  });

  router.post('/admin/category', adminOnly, jsonBody, async (ctx) => {
    const { categoryName } = validate(categoryInput, ctx.request.body);
    const categoryId = await createCategory(ctx.state.em, categoryName);
    ctx.body = { status: 'success', message: 'Category has been added', categoryId };
  });

  return router;
}
