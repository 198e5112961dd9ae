import { SHOP_ADDRESS_META, SHOP_PHONE_META, SUPPORT_EMAIL_META } from '#contract/shop-page.ts';
import { stated } from './shop.ts';

/** How to reach the shop, as far as its operator has set it. */
export const contact = {
  email: stated(SUPPORT_EMAIL_META),
  phone: stated(SHOP_PHONE_META),
  address: stated(SHOP_ADDRESS_META),
};
