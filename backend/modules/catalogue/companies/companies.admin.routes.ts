import type Router from '@koa/router';
import { companyInput, editCompanyInput } from '#contract/users/companies.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { listCompanies } from './companies.queries.ts';
import { createCompany, deleteCompany, editCompany } from './companies.service.ts';

const api = describeCalls('Companies', {
  list: {
    summary: 'List the manufacturers of products and who is responsible for them in the EU',
    access: 'catalogue.edit',
    response: 'Companies',
  },
  add: {
    summary: 'Add a company',
    access: 'catalogue.edit',
    body: companyInput,
    response: 'CompanySaved',
    errors: ['conflict'],
  },
  edit: {
    summary: 'Edit a company',
    access: 'catalogue.edit',
    body: editCompanyInput,
    response: 'CompanySaved',
    errors: ['conflict'],
  },
  delete: { summary: 'Delete a company', access: 'catalogue.edit', response: 'Done', errors: ['conflict'] },
});

/** The companies behind products, for the dashboard. */
export function companiesAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/company', api.list, async (ctx) => {
    ctx.body = { status: 'success', companies: await listCompanies(ctx.state.em) };
  });

  router.post('/admin/company', api.add, async (ctx) => {
    const { input } = ctx.state;
    const id = await createCompany(ctx.state.em, requireCaller(ctx), input);
    ctx.body = { status: 'success', message: m.companies.added(), company: { _id: id, ...input } };
  });

  router.put('/admin/company/:id', api.edit, async (ctx) => {
    const id = pathId(ctx.params.id, m.companies.notFound());
    const company = await editCompany(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.companies.saved(), company: { _id: id, ...company } };
  });

  router.delete('/admin/company/:id', api.delete, async (ctx) => {
    await deleteCompany(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.companies.notFound()));
    ctx.body = { status: 'success', message: m.companies.deleted() };
  });

  return router;
}
