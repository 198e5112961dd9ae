import type { CompanyInput, EditCompanyInput } from '#contract/users/companies.input.ts';
import type { CompanyView } from '#contract/users/companies.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { createSettings } from './settingsList.ts';

/** The manufacturers of products, and who is responsible for them in the EU, by name. */
export const companies = createSettings<CompanyView, CompanyInput, EditCompanyInput>({
  path: '/admin/company',
  tasks: { add: m.companies.addTask, edit: m.companies.editTask, delete: m.companies.deleteTask },
  unique: 'name',
  load: async (path, options) => (await call<'Companies'>('GET', path, options)).companies,
});
