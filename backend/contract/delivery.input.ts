import * as yup from 'yup';
import { countryCodes } from './countries.ts';
import { DAYS_MAX, METHOD_CODE_MAX, METHOD_NAME_MAX } from './delivery.ts';
import { euros, percent, wholeNumber } from './numbers.input.ts';
import { atMost, flag, ifGiven, isUnique, list, requiredName, requiredText, rows, text } from './text.ts';
import { translationsInput } from './translations.input.ts';

const wrongCode = 'Code must start with a letter and have only lower-case letters, digits, hyphens and underscores';
const wrongCountry = 'Country must be an ISO code of two capitals, such as RS';
const wrongCountries = 'Countries must be a list of ISO codes of two capitals';
const wrongRates = 'Rates must be a list of countries, each with its rate';

/** A country's code (ISO 3166-1 alpha-2) in capitals. */
const country = text().required(wrongCountry).oneOf(countryCodes, wrongCountry);

const methodFields = {
  code: requiredText('Code is required')
    .matches(/^[a-z][a-z0-9_-]*$/, wrongCode)
    .max(...atMost(METHOD_CODE_MAX, 'Code')),
  name: requiredName('Name', METHOD_NAME_MAX),
  price: euros('Price'),
  minDays: wholeNumber('Minimum days', 0, DAYS_MAX),
  maxDays: wholeNumber('Maximum days', 0, DAYS_MAX),
};

/** Fields that may be absent. */
const optionalFields = {
  freeFrom: euros('Free from').nullable().optional(),
  countries: list(country, wrongCountries)
    .max(countryCodes.length, wrongCountries)
    .test('unique', 'Each country can be listed once', isUnique)
    .optional(),
  isActive: flag('Active must be true or false').optional(),
  translations: translationsInput({ name: METHOD_NAME_MAX }),
};

/** The order of the days is checked against the stored method too; see editMethod. */
export const DAYS_REVERSED = 'Maximum days must be at least the minimum days';

export const shippingMethodInput = yup.object({ ...methodFields, ...optionalFields });
export type ShippingMethodInput = yup.InferType<typeof shippingMethodInput>;

/** Absent fields keep their values. */
export const editShippingMethodInput = yup.object({
  code: ifGiven(methodFields.code),
  name: ifGiven(methodFields.name),
  price: ifGiven(methodFields.price),
  minDays: ifGiven(methodFields.minDays),
  maxDays: ifGiven(methodFields.maxDays),
  ...optionalFields,
});
export type EditShippingMethodInput = yup.InferType<typeof editShippingMethodInput>;

export const taxInput = yup.object({
  shopRate: percent('Rate'),
  rates: rows({ country, rate: percent('Rate') }, wrongRates)
    .required(wrongRates)
    .max(countryCodes.length, wrongRates)
    .test('unique', 'Each country can have one rate', (rates) => isUnique(rates.map((rate) => rate?.country))),
});
export type TaxInput = yup.InferType<typeof taxInput>;
