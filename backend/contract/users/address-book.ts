import type { PostalAddress } from '../values/address-forms.ts';

/** Maximum number of addresses that a user can save. */
export const ADDRESSES_MAX = 20;

/** An address that a user has saved, to order and be billed with. */
export type AddressView = Required<Omit<PostalAddress, 'state'>> & {
  _id: string;
  /** The code of a state or province; absent where addresses name none, or without one. */
  state?: string;
  /** In capitals, with its prefix, without spaces and dots; '' without one. */
  vatId: string;
  /** May be empty. */
  phoneNumber: string;
  /** Whether a checkout starts with it. */
  isDefault: boolean;
};
