import type Router from '@koa/router';
import { attributeInput, editAttributeInput } from '#contract/attributes.input.ts';
import { isId } from '#contract/text.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import {
  adminOnly,
  createRouter,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopContext,
  type ShopState,
  validate,
} from '../../../core/http.ts';
import { findCategorySummary } from '../catalogue.admin.queries.ts';
import { presentAttribute, presentCategorySummary } from '../catalogue.present.ts';
import { CATEGORY_NOT_FOUND } from '../categories/categories.service.ts';
import { listAttributes } from './attributes.queries.ts';
import { ATTRIBUTE_NOT_FOUND, createAttribute, deleteAttribute, editAttribute } from './attributes.service.ts';

/** The attributes of categories, for the dashboard. */
export function attributesAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/attribute', adminOnly, async (ctx) => {
    const { em } = ctx.state;
    const categoryId = readCategoryId(ctx);
    const category = await findCategorySummary(em, categoryId);
    if (category === undefined) throw new AppError('notFound', CATEGORY_NOT_FOUND);
    const attributes = await listAttributes(em, categoryId);
    ctx.body = {
      status: 'success',
      category: presentCategorySummary(category),
      attributes: attributes.map(presentAttribute),
    };
  });

  router.post('/admin/attribute', adminOnly, jsonBody, async (ctx) => {
    const input = validate(attributeInput, ctx.request.body);
    const attribute = await createAttribute(ctx.state.em, requireAdmin(ctx), input);
    ctx.body = { status: 'success', message: 'Attribute added', attribute: presentAttribute(attribute) };
  });

  router.put('/admin/attribute/:id', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, ATTRIBUTE_NOT_FOUND);
    const input = validate(editAttributeInput, ctx.request.body);
    const attribute = await editAttribute(ctx.state.em, requireAdmin(ctx), id, input);
    ctx.body = { status: 'success', message: 'Attribute updated', attribute: presentAttribute(attribute) };
  });

  router.delete('/admin/attribute/:id', adminOnly, async (ctx) => {
    await deleteAttribute(ctx.state.em, requireAdmin(ctx), pathId(ctx.params.id, ATTRIBUTE_NOT_FOUND));
    ctx.body = { status: 'success', message: 'Attribute deleted' };
  });

  return router;
}

function readCategoryId({ query: { categoryId } }: ShopContext): string {
  if (!isId(categoryId)) throw invalid({ categoryId: 'categoryId must be the id of a category' });
  return categoryId.toLowerCase();
}
