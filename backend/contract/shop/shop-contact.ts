/** The names of the `meta` elements on every page that say who the shop is and how to reach it, as far as that is set. */
export const CONTACT_META = {
  email: 'support-email',
  phone: 'shop-phone',
  company: 'shop-company',
  address: 'shop-address',
};
