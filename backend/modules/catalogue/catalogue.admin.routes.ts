import type Router from '@koa/router';
import { mixed } from 'yup';
import {
  addProductInput,
  categoryInput,
  editCategoryInput,
  editProductInput,
  IMAGE_REQUIRED,
} from '#contract/catalogue.input.ts';
import { categoryColumns, productAvailabilities, productColumns } from '#contract/catalogue.ts';
import { isId } from '#contract/text.ts';
import { sendCsv } from '../../core/csv.ts';
import { invalid } from '../../core/errors.ts';
import {
  adminOnly,
  createRouter,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopContext,
  type ShopState,
  validate,
} from '../../core/http.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { Storage } from '../../core/storage.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { withPictureForm } from '../pictures/picture-form.ts';
import type { Upload } from '../pictures/uploads.ts';
import { addBulkEditRoutes } from './bulk-edits/bulk-edits.admin.routes.ts';
import { listAdminProducts, listCategories, listCategorySummaries } from './catalogue.admin.queries.ts';
import { exportProducts } from './catalogue.export.ts';
import { presentCategory, presentCategorySummary } from './catalogue.present.ts';
import { createProduct, PRODUCT_NOT_FOUND } from './catalogue.service.ts';
import { CATEGORY_NOT_FOUND, createCategory, deleteCategory, editCategory } from './categories/categories.service.ts';
import { addImageRoutes } from './images/product-images.routes.ts';
import { deleteProduct, editProduct, getAdminProduct, viewProducts } from './products/products.admin.service.ts';

const addProductForm = addProductInput.shape({ file: mixed<Upload>().required(IMAGE_REQUIRED) });
const editProductForm = editProductInput.shape({ file: mixed<Upload>() });

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The dashboard's products and categories. */
export function catalogueAdminRoutes(options: Options): Router<ShopState> {
  const router = createRouter();
  addProductRoutes(router, options);
  addImageRoutes(router, options);
  addBulkEditRoutes(router);
  addCategoryRoutes(router);
  return router;
}

function addProductRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  router.get('/admin/product', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, productColumns, { sort: 'added', direction: 'desc', page: 1 });
    const availability = readFilter(ctx, 'availability', productAvailabilities);
    const { rows, total } = await listAdminProducts(ctx.state.em, query, {
      categoryId: readCategoryId(ctx),
      availability,
    });
    ctx.body = { status: 'success', products: await viewProducts(ctx.state.em, commentCounts, rows), total };
  });

  router.get('/admin/product/export', adminOnly, async (ctx) => {
    const { columns, rows } = await exportProducts(ctx.state.em, commentCounts);
    await sendCsv(ctx, 'products.csv', columns, rows);
  });

  router.get('/admin/product/:id', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, PRODUCT_NOT_FOUND);
    const product = await getAdminProduct(ctx.state.em, id);
    const [view] = await viewProducts(ctx.state.em, commentCounts, [product]);
    ctx.body = { status: 'success', product: view };
  });

  router.post('/admin/product', adminOnly, async (ctx) => {
    const actor = requireAdmin(ctx);
    await withPictureForm(ctx, storage, 'product', async (body) => {
      const { file, ...input } = validate(addProductForm, body);
      const productId = await createProduct(ctx.state.em, actor, input, file);
      ctx.body = { status: 'success', message: 'Product added', productId };
    });
  });

  router.put('/admin/product', adminOnly, async (ctx) => {
    const actor = requireAdmin(ctx);
    await withPictureForm(ctx, storage, 'product', async (body) => {
      const { file, ...input } = validate(editProductForm, body);
      const edited = await editProduct(ctx.state.em, { storage, commentCounts }, actor, input, file);
      const [product] = await viewProducts(ctx.state.em, commentCounts, [edited]);
      ctx.body = { status: 'success', message: 'Product updated', product };
    });
  });

  // The path's image is ignored: the product's own pictures are removed.
  router.delete('/admin/product/:id{/{:image}}', adminOnly, async (ctx) => {
    const productId = pathId(ctx.params.id, PRODUCT_NOT_FOUND);
    await deleteProduct(ctx.state.em, storage, requireAdmin(ctx), productId);
    ctx.body = { status: 'success', message: 'Product deleted' };
  });
}

function addCategoryRoutes(router: Router<ShopState>): void {
  router.get('/admin/category', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, categoryColumns, { sort: 'name', direction: 'asc' });
    const isSummary = readFilter(ctx, 'summary', ['true', 'false']) === 'true' || query.page !== null;
    if (isSummary) {
      const { rows, total } = await listCategorySummaries(ctx.state.em, query);
      ctx.body = { status: 'success', allCategories: rows.map(presentCategorySummary), total };
    } else {
      const { rows, total } = await listCategories(ctx.state.em, query);
      ctx.body = { status: 'success', allCategories: rows.map(presentCategory), total };
    }
  });

  router.post('/admin/category', adminOnly, jsonBody, async (ctx) => {
    const { categoryName } = validate(categoryInput, ctx.request.body);
    const categoryId = await createCategory(ctx.state.em, requireAdmin(ctx), categoryName);
    ctx.body = { status: 'success', message: 'Category added', categoryId };
  });

  router.put('/admin/category', adminOnly, jsonBody, async (ctx) => {
    const input = validate(editCategoryInput, ctx.request.body);
    await editCategory(ctx.state.em, requireAdmin(ctx), input);
    ctx.body = { status: 'success', message: 'Category updated' };
  });

  router.delete('/admin/category/:id', adminOnly, async (ctx) => {
    const categoryId = pathId(ctx.params.id, CATEGORY_NOT_FOUND);
    await deleteCategory(ctx.state.em, requireAdmin(ctx), categoryId);
    ctx.body = { status: 'success', message: 'Category deleted' };
  });
}

function readCategoryId(ctx: ShopContext): string | undefined {
  const { categoryId } = ctx.query;
  if (categoryId === undefined || categoryId === '') return undefined;
  if (!isId(categoryId)) throw invalid({ categoryId: 'categoryId must be the id of a category' });
  return categoryId;
}
