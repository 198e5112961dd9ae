/** The variable of the server that fixes each setting. `address` is the address without its country. */
export const lockingVariables = {
  name: 'SHOP_NAME',
  address: 'SHOP_ADDRESS',
  'address.country': 'SHOP_COUNTRY',
  email: 'SUPPORT_EMAIL',
  phoneNumber: 'SHOP_PHONE',
  vatId: 'SHOP_VAT_ID',
  timeZone: 'TIME_ZONE',
} as const;

export type LockedSetting = keyof typeof lockingVariables;
