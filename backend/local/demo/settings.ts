import type { SettingsInput } from '#contract/shop/settings.input.ts';
import { shopLanguages } from '#messages/languages.ts';

/** The demo shop's company and its numbers are invented. */
export const demoSettings: SettingsInput = {
  legalName: 'WebShop Demo d.o.o.',
  address: { street: 'Dunavska 7', postCode: '21000', city: 'Novi Sad', country: 'RS' },
  email: 'support@webshop.test',
  phoneNumber: '+381 21 555 010',
  registerName: 'Agencija za privredne registre (APR)',
  registerNumber: '12345678',
  vatId: 'RS123456789',
  supervisoryAuthority: 'Ministarstvo unutrašnje i spoljne trgovine, Sektor tržišne inspekcije',
  weee: [
    { country: 'DE', number: 'WEEE-Reg.-Nr. DE 12345678' },
    { country: 'AT', number: 'ERA 12345' },
    { country: 'SI', number: 'OEEO-12345' },
  ],
  batteries: [
    { country: 'DE', number: 'Batt-Reg.-Nr. DE 12345678' },
    { country: 'AT', number: 'ERA 12345' },
    { country: 'SI', number: 'OPBA-12345' },
  ],
  disputeBody: 'Telo za vansudsko rešavanje potrošačkih sporova, Novi Sad',
  languages: shopLanguages,
  returnDays: 14,
  returnShippingPaidBy: 'shopper',
  returnAddress: 'WebShop Demo d.o.o.\nMagacin 3, Primerova 12\n21000 Novi Sad',
};
