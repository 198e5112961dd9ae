import { CONTACT_META } from '#contract/shop/shop-contact.ts';
import { stated } from './shop.ts';

/** Who the shop is and how to reach it, as far as its operator has set it. */
export const contact = {
  email: stated(CONTACT_META.email),
  phone: stated(CONTACT_META.phone),
  company: stated(CONTACT_META.company),
  address: stated(CONTACT_META.address),
};
