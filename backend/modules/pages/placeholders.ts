import { type Placeholder, type PlaceholderValues, placeholders } from '#contract/shop/legal-pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { countryName } from '#contract/values/addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';

/** `{{name}}`, and with spaces inside. */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The values of the placeholders by the settings, for a page in a language. Those of empty settings are absent. */
export function placeholderValues(settings: SettingsView, language: LanguageCode): PlaceholderValues {
  return inLanguage(language, () => {
    const { address, registerName, registerNumber, returnDays, returnAddress } = settings;
    const own = addressLine(address);
    const values = {
      name: settings.name,
      legalName: settings.legalName,
      address: own,
      email: settings.email,
      phoneNumber: settings.phoneNumber,
      vatId: settings.vatId,
      register: [registerName, registerNumber].filter(Boolean).join(', '),
      returnDays: formatNumber(returnDays),
      returnAddress: oneLine(returnAddress) || own,
    };
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  });
}

/** "Main Street 1, 21000 Novi Sad, Serbia"; '' without a street or a city. */
function addressLine({ street, postCode, city, country }: SettingsView['address']): string {
  if (street === '' || city === '') return '';
  return [street, [postCode, city].filter(Boolean).join(' '), ...(country === '' ? [] : [countryName(country)])].join(
    ', ',
  );
}

/** The lines of a text as one, as a placeholder may stand in a sentence. */
function oneLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/,$/, ''));
  return lines.filter(Boolean).join(', ');
}

/** The text with the values in place of its placeholders; those without a value stay. */
export function fillIn(body: string, values: PlaceholderValues): string {
  return body.replace(PLACEHOLDER, (written, name) => placeholderValue(values, name) ?? written);
}

/** What a text names in double braces, each once. */
export function namedIn(body: string): string[] {
  return [...new Set([...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

export function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

export function placeholderValue(values: PlaceholderValues, name: string): string | undefined {
  return isPlaceholder(name) ? values[name] : undefined;
}
