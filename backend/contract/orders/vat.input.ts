import * as yup from 'yup';
import { m } from '#messages';
import { PROFILE_FIELD_MAX } from '../users/users.ts';
import { addressProblems } from '../values/address-forms.ts';
import { text, trimmed } from '../values/text.ts';
import { isVatId, plainVatId } from './vat.ts';

const VAT_ID_MAX = 20;

/** A VAT id of the EU, or ''. */
export function vatIdField() {
  return text()
    .transform((value: unknown) => (typeof value === 'string' ? plainVatId(value) : value))
    .max(VAT_ID_MAX, m.fields.tooLongHere)
    .test('form', m.vat.wrongVatId, (value) => !value || isVatId(value));
}

const field = () => text().transform(trimmed).max(PROFILE_FIELD_MAX, m.fields.tooLongHere);

/** Who buys, and where they are. */
export const buyerFields = {
  company: field(),
  name: field(),
  address: field(),
  city: field(),
  postCode: field(),
  /** The code of a state or province (ISO 3166-2 without its country), ignored where addresses name none. */
  state: field(),
  /** ISO 3166-1 alpha-2. */
  country: field(),
  /** Of the EU or Northern Ireland, with its prefix. */
  vatId: vatIdField(),
};

/** What it needs depends on its country, see billingProblems. */
export const billingInput = yup.object(buyerFields);
export type BillingInput = yup.InferType<typeof billingInput>;
export type BillingField = keyof BillingInput;

/** What is missing or wrong in who buys, by field. */
export function billingProblems(billing: BillingInput): Partial<Record<BillingField, string>> {
  const { company, name = '', address = '', city = '', postCode = '', state, country = '' } = billing;
  return addressProblems({ company, name, address, city, postCode, state, country });
}
