import type Router from '@koa/router';
import { array, mixed } from 'yup';
import {
  addProductInput,
  addVariantsInput,
  categoryInput,
  editCategoryInput,
  editProductInput,
  imageRequired,
} from '#contract/catalogue/catalogue.input.ts';
import {
  categoryColumns,
  FAMILY_NAME_MAX,
  IMAGES_MAX,
  productAvailabilities,
  productColumns,
} from '#contract/catalogue/catalogue.ts';
import { imageRules } from '#contract/catalogue/picture-limits.ts';
import { familyName } from '#contract/catalogue/variants.input.ts';
import { m } from '#messages';
import { sendCsv } from '../../core/csv.ts';
import type { Lookup } from '../../core/database/lookup.ts';
import { readFilter, readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState, validate } from '../../core/http/http.ts';
import { choice, idParameter, tableParameters } from '../../core/http/parameters.ts';
import { queryString, readId, type WithQuery } from '../../core/http/query-string.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { withPictureForm, withPicturesForm } from '../pictures/picture-form.ts';
import type { Upload } from '../pictures/uploads.ts';
import { addBulkEditRoutes } from './bulk-edits/bulk-edits.admin.routes.ts';
import { listAdminProducts, listCategories, listCategorySummaries, listFamilies } from './catalogue.admin.queries.ts';
import { exportProducts } from './catalogue.export.ts';
import { presentCategory, presentCategorySummary, presentPriceChange } from './catalogue.present.ts';
import { createProduct } from './catalogue.service.ts';
import { createCategory, deleteCategory, editCategory } from './categories/categories.service.ts';
import { addDocumentRoutes } from './documents/product-documents.routes.ts';
import { addImageRoutes } from './images/product-images.routes.ts';
import { listPrices } from './prices/prices.queries.ts';
import {
  deleteProduct,
  editProduct,
  getAdminProduct,
  viewProduct,
  viewProducts,
} from './products/products.admin.service.ts';
import { addVariants } from './variants/added-variants.service.ts';

const picture = { description: imageRules() } as const;
/** The first is the main one. */
const pictures = { ...picture, isRequired: true, isList: true } as const;

const api = describeCalls('Products', {
  list: {
    summary: 'List all products',
    access: 'catalogue.edit',
    query: {
      ...tableParameters(productColumns),
      availability: choice(productAvailabilities),
      categoryId: idParameter,
      family: { type: 'string', maxLength: FAMILY_NAME_MAX, description: 'The name of a family.' },
    },
    response: 'AdminProducts',
  },
  export: { summary: 'Export all products', access: 'catalogue.edit', quota: 'export', response: 'csv' },
  read: { summary: 'Read a product as an admin', access: 'catalogue.edit', response: 'AdminProduct' },
  prices: {
    summary: 'Read the prices that were charged for a product',
    access: 'catalogue.edit',
    response: 'ProductPrices',
  },
  add: {
    summary: 'Add a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: { files: { file: pictures }, json: { field: 'product', schema: addProductInput } },
    response: 'AdminProductAdded',
    errors: ['conflict'],
  },
  addVariants: {
    summary: 'Add several variants of a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: { files: { file: pictures }, json: { field: 'product', schema: addVariantsInput } },
    response: 'VariantsAdded',
    errors: ['notFound', 'conflict'],
  },
  families: {
    summary: 'List the families of variants in a category',
    access: 'catalogue.edit',
    query: { categoryId: idParameter },
    response: 'Families',
  },
  edit: {
    summary: 'Edit a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: { files: { file: picture }, json: { field: 'product', schema: editProductInput } },
    response: 'AdminProductSaved',
    errors: ['notFound', 'conflict', 'editConflict', 'stockChanged'],
  },
  delete: {
    summary: 'Delete a product',
    access: 'catalogue.edit',
    path: { image: { type: 'string', description: 'Ignored.' } },
    response: 'Done',
  },
});

const categoriesApi = describeCalls('Categories', {
  list: {
    summary: 'List all categories',
    access: 'catalogue.edit',
    query: { ...tableParameters(categoryColumns), summary: choice(['true', 'false']) },
    response: 'AdminCategories',
  },
  add: {
    summary: 'Add a category',
    access: 'catalogue.edit',
    body: categoryInput,
    response: 'CategoryAdded',
    errors: ['conflict'],
  },
  edit: {
    summary: 'Rename a category, and say what its products need and what Google calls it',
    access: 'catalogue.edit',
    body: editCategoryInput,
    response: 'Done',
    errors: ['notFound', 'conflict'],
  },
  delete: { summary: 'Delete a category', access: 'catalogue.edit', response: 'Done', errors: ['conflict'] },
});

const files = array(mixed<Upload>().required()).required(imageRequired).min(1, imageRequired);
const addProductForm = addProductInput.shape({ file: files });
const addVariantsForm = addVariantsInput.shape({ file: files });
const editProductForm = editProductInput.shape({ file: mixed<Upload>() });

const form = { dataField: 'product', most: IMAGES_MAX };

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The dashboard's products and categories. */
export function catalogueAdminRoutes(options: Options): Router<ShopState> {
  const router = createRouter();
  addProductRoutes(router, options);
  addImageRoutes(router, options);
  addDocumentRoutes(router, options);
  addBulkEditRoutes(router);
  addCategoryRoutes(router);
  return router;
}

function addProductRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  router.get('/admin/product', api.list, async (ctx) => {
    const query = readTableQuery(ctx, productColumns, { sort: 'added', direction: 'desc', page: 1 });
    const availability = readFilter(ctx, 'availability', productAvailabilities);
    const categoryId = ctx.query.categoryId ? readId(ctx, 'category') : undefined;
    const filter = { categoryId, availability, family: readFamily(ctx) };
    const { em } = ctx.state;
    const { rows: products, total } = await listAdminProducts(em, query, filter, (ids) =>
      viewProducts(em, commentCounts, ids),
    );
    ctx.body = { status: 'success', products, total };
  });

  router.get('/admin/product/export', api.export, async (ctx) => {
    const { columns, rows } = await exportProducts(ctx.state.em, commentCounts);
    await sendCsv(ctx, 'products.csv', columns, rows);
  });

  router.get('/admin/product/families', api.families, async (ctx) => {
    const families = await listFamilies(ctx.state.em, readId(ctx, 'category'));
    ctx.body = { status: 'success', families };
  });

  router.get('/admin/product/:id', api.read, async (ctx) => {
    const id = pathId(ctx.params.id, m.catalogue.productNotFound());
    const product = await getAdminProduct(ctx.state.em, id);
    ctx.body = { status: 'success', product: await viewProduct(ctx.state.em, commentCounts, product) };
  });

  router.get('/admin/product/:id/prices', api.prices, async (ctx) => {
    const id = pathId(ctx.params.id, m.catalogue.productNotFound());
    await getAdminProduct(ctx.state.em, id);
    ctx.body = { status: 'success', prices: (await listPrices(ctx.state.em, id)).map(presentPriceChange) };
  });

  router.post('/admin/product', api.add, async (ctx) => {
    await withPicturesForm(ctx, storage, form, async (body) => {
      const { file, ...input } = validate(addProductForm, body);
      const productId = await createProduct(ctx.state.em, requireCaller(ctx), input, file);
      ctx.body = { status: 'success', message: m.catalogue.productAdded(), productId };
    });
  });

  router.post('/admin/product/variants', api.addVariants, async (ctx) => {
    await withPicturesForm(ctx, storage, form, async (body) => {
      const { file, ...input } = validate(addVariantsForm, body);
      const productIds = await addVariants(ctx.state.em, storage, requireCaller(ctx), input, file);
      ctx.body = { status: 'success', message: m.catalogue.variantsAdded({ count: productIds.length }), productIds };
    });
  });

  router.put('/admin/product', api.edit, async (ctx) => {
    await withPictureForm(ctx, storage, 'product', async (body) => {
      const { file, ...input } = validate(editProductForm, body);
      const edited = await editProduct(ctx.state.em, { storage, commentCounts }, requireCaller(ctx), input, file);
      const product = await viewProduct(ctx.state.em, commentCounts, edited);
      ctx.body = { status: 'success', message: m.catalogue.productUpdated(), product };
    });
  });

  // The path's image is ignored: the product's own pictures are removed.
  router.delete('/admin/product/:id{/{:image}}', api.delete, async (ctx) => {
    const productId = pathId(ctx.params.id, m.catalogue.productNotFound());
    await deleteProduct(ctx.state.em, storage, requireCaller(ctx), productId);
    ctx.body = { status: 'success', message: m.catalogue.productDeleted() };
  });
}

/** @throws AppError invalid */
function readFamily(ctx: WithQuery): string | undefined {
  const given = queryString(ctx);
  const family = given.text('family');
  if (family !== undefined && !familyName.isValidSync(family)) given.reject('family', m.catalogue.familyFilter());
  given.finish();
  return family;
}

function addCategoryRoutes(router: Router<ShopState>): void {
  router.get('/admin/category', categoriesApi.list, async (ctx) => {
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

  router.post('/admin/category', categoriesApi.add, async (ctx) => {
    const { categoryName, ...details } = ctx.state.input;
    const categoryId = await createCategory(ctx.state.em, requireCaller(ctx), categoryName, details);
    ctx.body = { status: 'success', message: m.catalogue.categoryAdded(), categoryId };
  });

  router.put('/admin/category', categoriesApi.edit, async (ctx) => {
    const input = ctx.state.input;
    await editCategory(ctx.state.em, requireCaller(ctx), input);
    ctx.body = { status: 'success', message: m.catalogue.categoryUpdated() };
  });

  router.delete('/admin/category/:id', categoriesApi.delete, async (ctx) => {
    const categoryId = pathId(ctx.params.id, m.catalogue.categoryNotFound());
    await deleteCategory(ctx.state.em, requireCaller(ctx), categoryId);
    ctx.body = { status: 'success', message: m.catalogue.categoryDeleted() };
  });
}
