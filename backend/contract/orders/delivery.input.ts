import * as yup from 'yup';
import { m } from '#messages';
import { translationsInput } from '../catalogue/translations.input.ts';
import { euros, percent, wholeNumber } from '../values/numbers.input.ts';
import { placeCodes } from '../values/territories.ts';
import {
  atMost,
  flag,
  ifGiven,
  isUnique,
  list,
  missing,
  requiredName,
  requiredText,
  rows,
  text,
} from '../values/text.ts';
import { DAYS_MAX, METHOD_CODE_MAX, METHOD_NAME_MAX } from './delivery.ts';

/** A country's code (ISO 3166-1 alpha-2) in capitals, or that of a territory. */
const country = text().required(m.delivery.wrongCountry).oneOf(placeCodes, m.delivery.wrongCountry);

const methodFields = {
  code: requiredText(missing(m.fields.code))
    .matches(/^[a-z][a-z0-9_-]*$/, m.delivery.wrongCode)
    .max(...atMost(METHOD_CODE_MAX, m.fields.code)),
  name: requiredName(m.fields.name, METHOD_NAME_MAX),
  price: euros(m.fields.price),
  minDays: wholeNumber(m.delivery.minDays, 0, DAYS_MAX),
  maxDays: wholeNumber(m.delivery.maxDays, 0, DAYS_MAX),
};

/** Fields that may be absent. */
const optionalFields = {
  freeFrom: euros(m.delivery.freeFrom).nullable().optional(),
  countries: list(country, m.delivery.wrongCountries)
    .max(placeCodes.length, m.delivery.wrongCountries)
    .test('unique', m.delivery.countryOnce, isUnique)
    .optional(),
  isActive: flag(() => m.fields.flag({ name: m.delivery.active() })).optional(),
  translations: translationsInput({ name: METHOD_NAME_MAX }),
};

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

const taxRates = {
  shopRate: percent(m.delivery.rate),
  rates: rows({ country, rate: percent(m.delivery.rate) }, m.delivery.wrongRates)
    .required(m.delivery.wrongRates)
    .max(placeCodes.length, m.delivery.wrongRates)
    .test('unique', m.delivery.oneRate, (rates) => isUnique(rates.map((rate) => rate?.country))),
};

export const taxInput = yup.object({
  ...taxRates,
  /** Of products of this class. If absent, they stay. */
  reduced: yup
    .object(taxRates)
    .typeError(m.vat.wrongReduced)
    .nonNullable(m.vat.wrongReduced)
    .default(undefined)
    .optional(),
});
export type TaxInput = yup.InferType<typeof taxInput>;
