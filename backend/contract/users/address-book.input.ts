import * as yup from 'yup';
import { m } from '#messages';
import { buyerFields } from '../orders/vat.input.ts';
import { flag, ifGiven, text, trimmed } from '../values/text.ts';
import { PROFILE_FIELD_MAX } from './users.ts';

const fields = {
  ...buyerFields,
  phoneNumber: text().transform(trimmed).max(PROFILE_FIELD_MAX, m.fields.tooLongHere),
  /** The first address is the default one anyway, and it stays the default until another address becomes it. */
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
