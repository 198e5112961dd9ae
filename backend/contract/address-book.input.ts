import * as yup from 'yup';
import { m } from '#messages';
import { flag, ifGiven, text, trimmed } from './text.ts';
import { PROFILE_FIELD_MAX } from './users.ts';
import { vatIdField } from './vat.input.ts';

const field = () => text().transform(trimmed).max(PROFILE_FIELD_MAX, m.fields.tooLongHere);

const fields = {
  company: field(),
  name: field(),
  address: field(),
  city: field(),
  postCode: field(),
  /** The code of a state or province (ISO 3166-2 without its country), ignored where addresses name none. */
  state: field(),
  /** ISO 3166-1 alpha-2. */
  country: field(),
  vatId: vatIdField(),
  phoneNumber: field(),
  /** The first address is the default one anyway, and the default one stays it until another is. */
  isDefault: flag(m.payments.mustBeFlag).optional(),
};

/** A new address: what it needs depends on its country, see addressProblems. */
export const addressInput = yup.object(fields);
export type AddressInput = yup.InferType<typeof addressInput>;

/** Absent fields keep their values. */
export const editAddressInput = yup.object({
  company: ifGiven(fields.company),
  name: ifGiven(fields.name),
  address: ifGiven(fields.address),
  city: ifGiven(fields.city),
  postCode: ifGiven(fields.postCode),
  state: ifGiven(fields.state),
  country: ifGiven(fields.country),
  vatId: ifGiven(fields.vatId),
  phoneNumber: ifGiven(fields.phoneNumber),
  isDefault: ifGiven(fields.isDefault),
});
