import * as yup from 'yup';
import { m } from '#messages';
import { ifGiven, requiredName } from '../values/text.ts';
import { COMPANY_ADDRESS_MAX, COMPANY_CONTACT_MAX, COMPANY_NAME_MAX } from './companies.ts';

const fields = {
  name: requiredName(m.companies.name, COMPANY_NAME_MAX),
  address: requiredName(m.companies.address, COMPANY_ADDRESS_MAX),
  contact: requiredName(m.companies.contact, COMPANY_CONTACT_MAX),
};

export const companyInput = yup.object(fields);
export type CompanyInput = yup.InferType<typeof companyInput>;

/** Absent fields keep their values. */
export const editCompanyInput = yup.object({
  name: ifGiven(fields.name),
  address: ifGiven(fields.address),
  contact: ifGiven(fields.contact),
});
export type EditCompanyInput = yup.InferType<typeof editCompanyInput>;
