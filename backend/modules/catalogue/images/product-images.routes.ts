import type Router from '@koa/router';
import { mixed, object } from 'yup';
import { IMAGE_REQUIRED, imageOrderInput } from '#contract/catalogue.input.ts';
import { IMAGE_RULES } from '#contract/pictures.ts';
import type { Responses } from '#contract/responses.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { pathId, requireCaller, type ShopContext, type ShopState, validate } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { PICTURE_NOT_FOUND } from '../../pictures/gallery.service.ts';
import { withPictureForm } from '../../pictures/picture-form.ts';
import type { Upload } from '../../pictures/uploads.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue.service.ts';
import { viewProduct } from '../products/products.admin.service.ts';
import { addImage, deleteImage, orderImages } from './product-images.service.ts';

const api = describeCalls('Products', {
  add: {
    summary: 'Add a picture to a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: { files: { file: { description: IMAGE_RULES, isRequired: true } } },
    response: 'AdminProductSaved',
    errors: ['conflict'],
  },
  order: {
    summary: 'Reorder the pictures of a product',
    access: 'catalogue.edit',
    body: imageOrderInput,
    response: 'AdminProductSaved',
  },
  delete: {
    summary: 'Delete a picture of a product',
    access: 'catalogue.edit',
    response: 'AdminProductSaved',
    errors: ['conflict'],
  },
});

const imageForm = object({ file: mixed<Upload>().required(IMAGE_REQUIRED) });

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The pictures of a product. */
export function addImageRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  const respond = async (ctx: ShopContext, message: string, row: AdminProductRow) => {
    const product = await viewProduct(ctx.state.em, commentCounts, row);
    ctx.body = { status: 'success', message, product } satisfies Responses['AdminProductSaved'];
  };

  router.post('/admin/product/:id/images', api.add, async (ctx) => {
    const [actor, productId] = [requireCaller(ctx), pathId(ctx.params.id, PRODUCT_NOT_FOUND)];
    await withPictureForm(ctx, storage, null, async (body) => {
      const { file } = validate(imageForm, body);
      await respond(ctx, 'Picture added', await addImage(ctx.state.em, actor, productId, file));
    });
  });

  router.put('/admin/product/:id/images', api.order, async (ctx) => {
    const [actor, productId] = [requireCaller(ctx), pathId(ctx.params.id, PRODUCT_NOT_FOUND)];
    const { ids } = ctx.state.input;
    await respond(ctx, 'Pictures reordered', await orderImages(ctx.state.em, actor, productId, ids));
  });

  router.delete('/admin/product/:id/images/:imageId', api.delete, async (ctx) => {
    const productId = pathId(ctx.params.id, PRODUCT_NOT_FOUND);
    const imageId = pathId(ctx.params.imageId, PICTURE_NOT_FOUND);
    const product = await deleteImage(ctx.state.em, storage, requireCaller(ctx), { productId, imageId });
    await respond(ctx, 'Picture deleted', product);
  });
}
