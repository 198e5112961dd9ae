import type Router from '@koa/router';
import { attributeInput, editAttributeInput } from '#contract/catalogue/attributes.input.ts';
import { m } from '#messages';
import { found } from '../../../core/errors.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { idParameter } from '../../../core/http/parameters.ts';
import { readId } from '../../../core/http/query-string.ts';
import { findCategorySummary } from '../catalogue.admin.queries.ts';
import { presentAttribute, presentCategorySummary } from '../catalogue.present.ts';
import { listAttributes } from './attributes.queries.ts';
import { createAttribute, deleteAttribute, editAttribute } from './attributes.service.ts';

const api = describeCalls('Categories', {
  list: {
    summary: 'List the attributes of a category',
    access: 'catalogue.edit',
    query: { categoryId: idParameter },
    response: 'CategoryAttributes',
    errors: ['notFound'],
  },
  add: {
    summary: 'Add an attribute',
    access: 'catalogue.edit',
    body: attributeInput,
    response: 'AttributeSaved',
    errors: ['notFound', 'conflict'],
  },
  edit: {
    summary: 'Edit an attribute',
    access: 'catalogue.edit',
    body: editAttributeInput,
    response: 'AttributeSaved',
  },
  delete: { summary: 'Delete an attribute', access: 'catalogue.edit', response: 'Done' },
});

/** The attributes of categories, for the dashboard. */
export function attributesAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/attribute', api.list, async (ctx) => {
    const { em } = ctx.state;
    const categoryId = readId(ctx, 'category');
    const category = found(await findCategorySummary(em, categoryId), m.catalogue.categoryNotFound());
    const attributes = await listAttributes(em, categoryId);
    ctx.body = {
      status: 'success',
      category: presentCategorySummary(category),
      attributes: attributes.map(presentAttribute),
    };
  });

  router.post('/admin/attribute', api.add, async (ctx) => {
    const input = ctx.state.input;
    const attribute = await createAttribute(ctx.state.em, requireCaller(ctx), input);
    ctx.body = { status: 'success', message: m.catalogue.attributeAdded(), attribute: presentAttribute(attribute) };
  });

  router.put('/admin/attribute/:id', api.edit, async (ctx) => {
    const id = pathId(ctx.params.id, m.catalogue.attributeNotFound());
    const input = ctx.state.input;
    const attribute = await editAttribute(ctx.state.em, requireCaller(ctx), id, input);
    ctx.body = { status: 'success', message: m.catalogue.attributeUpdated(), attribute: presentAttribute(attribute) };
  });

  router.delete('/admin/attribute/:id', api.delete, async (ctx) => {
    await deleteAttribute(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.catalogue.attributeNotFound()));
    ctx.body = { status: 'success', message: m.catalogue.attributeDeleted() };
  });

  return router;
}
