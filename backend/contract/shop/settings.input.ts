import * as yup from 'yup';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode } from '#messages/languages.ts';
import { EMAIL_MAX, LONG_EMAIL_PATTERN } from '../users/users.ts';
import { countryCodes } from '../values/countries.ts';
import { isTimeZone } from '../values/dates.ts';
import { wholeNumber } from '../values/numbers.input.ts';
import {
  atMost,
  ifGiven,
  isStorable,
  missing,
  requiredName,
  requiredText,
  rows,
  text,
  trimmed,
} from '../values/text.ts';
import {
  INVOICE_PREFIX_MAX,
  LONG_SETTING_MAX,
  REGISTRATIONS_MAX,
  RETURN_DAYS_MAX,
  RETURN_DAYS_MIN,
  returnPayers,
  SETTING_MAX,
} from './settings.ts';

const language = yup.mixed<LanguageCode>((value): value is LanguageCode => isLanguageCode(value));

/** Text that may be empty. Surrounding spaces are typos. */
const setting = (name: () => string, max = SETTING_MAX) =>
  text()
    .transform(trimmed)
    .max(...atMost(max, name));

const addressInput = yup
  .object({
    street: setting(m.settings.street).defined(missing(m.settings.street)),
    postCode: setting(m.settings.postCode).defined(missing(m.settings.postCode)),
    city: setting(m.settings.city).defined(missing(m.settings.city)),
    country: text()
      .defined(m.delivery.wrongCountry)
      .oneOf(['', ...countryCodes], m.delivery.wrongCountry),
  })
  .typeError(m.settings.wrongAddress)
  .required(m.settings.wrongAddress);

const registrations = () =>
  rows(
    {
      country: text().required(m.delivery.wrongCountry).oneOf(countryCodes, m.delivery.wrongCountry),
      number: requiredName(m.settings.registrationNumber, SETTING_MAX),
    },
    m.settings.wrongRegistrations,
  )
    .required(m.settings.wrongRegistrations)
    .max(REGISTRATIONS_MAX, m.settings.wrongRegistrations);

/** Absent settings stay as they are; objects and lists are replaced whole. */
export const settingsInput = yup.object({
  name: ifGiven(requiredName(m.settings.name, SETTING_MAX)),
  legalName: setting(m.settings.legalName),
  address: ifGiven(addressInput),
  email: text()
    .transform(trimmed)
    .max(EMAIL_MAX, m.fields.emailInvalid)
    .matches(new RegExp(`^$|${LONG_EMAIL_PATTERN.source}`), m.fields.emailInvalid),
  phoneNumber: setting(m.settings.phoneNumber),
  registerName: setting(m.settings.registerName),
  registerNumber: setting(m.settings.registerNumber),
  vatId: setting(m.settings.vatId),
  supervisoryAuthority: setting(m.settings.supervisoryAuthority),
  weee: ifGiven(registrations()),
  batteries: ifGiven(registrations()),
  disputeBody: setting(m.settings.disputeBody, LONG_SETTING_MAX),
  languages: yup
    .array(language.required(m.settings.unknownLanguage).typeError(m.settings.unknownLanguage))
    .typeError(m.settings.unknownLanguage)
    .nonNullable(m.settings.unknownLanguage)
    .test(
      'default',
      m.settings.defaultLanguageNeeded,
      (codes) => codes === undefined || codes.includes(DEFAULT_LANGUAGE),
    ),
  timeZone: ifGiven(
    requiredText(m.settings.unknownTimeZone).test(
      'zone',
      m.settings.unknownTimeZone,
      (name) => isStorable(name) && isTimeZone(name),
    ),
  ),
  returnDays: ifGiven(wholeNumber(m.settings.returnDays, RETURN_DAYS_MIN, RETURN_DAYS_MAX)),
  returnShippingPaidBy: ifGiven(text().required(m.settings.wrongPayer).oneOf(returnPayers, m.settings.wrongPayer)),
  returnAddress: setting(m.settings.returnAddress, LONG_SETTING_MAX),
  invoicePrefix: text().matches(new RegExp(`^[A-Z0-9-]{0,${INVOICE_PREFIX_MAX}}$`), () =>
    m.settings.wrongInvoicePrefix({ max: INVOICE_PREFIX_MAX }),
  ),
});
export type SettingsInput = yup.InferType<typeof settingsInput>;
