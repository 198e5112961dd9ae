import type { Condition, EnergyView } from '#contract/catalogue/catalogue.ts';
import { PICKUP } from '#contract/orders/delivery.ts';
import { shippingPrice } from '#contract/orders/pricing.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { type CurrencyCode, convertCents, decimalAmount, toCents } from '#contract/values/money.ts';
import type { ShippingMethodRow } from '../delivery/delivery.queries.ts';

/** What the shop promises for every product. */
export type SalesTerms = {
  settings: SettingsView;
  methods: readonly ShippingMethodRow[];
  /** Of the prices on the page. */
  currency: CurrencyCode;
};

const conditions = { new: 'NewCondition', refurbished: 'RefurbishedCondition', used: 'UsedCondition' } as const;

export function conditionData(condition: Condition): string {
  return `https://schema.org/${conditions[condition]}`;
}

/** https://schema.org/EnergyConsumptionDetails, on the scale of Regulation (EU) 2017/1369 */
export function energyData({ class: energyClass }: EnergyView) {
  const category = (name: string) => `https://schema.org/EUEnergyEfficiencyCategory${name}`;
  return {
    '@type': 'EnergyConsumptionDetails',
    hasEnergyEfficiencyCategory: category(energyClass),
    energyEfficiencyScaleMin: category('G'),
    energyEfficiencyScaleMax: category('A'),
  };
}

/** https://schema.org/MerchantReturnPolicy */
export function returnData({ returnDays, returnShippingPaidBy, address: { country } }: SettingsView) {
  const fees = returnShippingPaidBy === 'shop' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility';
  return {
    '@type': 'MerchantReturnPolicy',
    ...(country !== '' && { applicableCountry: country }),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${fees}`,
  };
}

/**
 * https://schema.org/OfferShippingDetails of an order of one product, by each method that delivers. It knows no territories.
 * @param price EUR
 */
export function shippingData({ methods, currency }: SalesTerms, price: number) {
  return methods
    .filter(({ code }) => code !== PICKUP)
    .flatMap((method) => {
      const { minDays, maxDays, countries } = method;
      const cost = convertCents(shippingPrice(method, toCents(price)), currency);
      const addressCountry = countries.filter((code) => countryCodes.includes(code));
      if (countries.length > 0 && addressCountry.length === 0) return [];
      return {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: decimalAmount(cost), currency },
        ...(addressCountry.length > 0 && {
          shippingDestination: { '@type': 'DefinedRegion', addressCountry },
        }),
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          transitTime: { '@type': 'QuantitativeValue', minValue: minDays, maxValue: maxDays, unitCode: 'DAY' },
        },
      };
    });
}
