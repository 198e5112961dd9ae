import * as yup from 'yup';
import { m } from '#messages';
import { requiredName } from '../values/text.ts';
import { COMPANY_ADDRESS_MAX, COMPANY_CONTACT_MAX, COMPANY_NAME_MAX } from './companies.ts';

export const companyInput = yup.object({
  name: requiredName(m.companies.name, COMPANY_NAME_MAX),
  address: requiredName(m.companies.address, COMPANY_ADDRESS_MAX),
  contact: requiredName(m.companies.contact, COMPANY_CONTACT_MAX),
});
export type CompanyInput = yup.InferType<typeof companyInput>;
