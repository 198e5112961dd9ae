import type { ParsedUrlQuery } from 'node:querystring';
import { type CurrencyCode, currencyCodes, DEFAULT_CURRENCY } from '#contract/values/money.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { choice, type JsonSchema, type Parameters } from '../../core/http/parameters.ts';
import { queryString } from '../../core/http/query-string.ts';
import type { QuotaName } from '../../core/limits/quotas.ts';
import type { Catalogue } from '../listing/follow-catalogue.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import type { VatService } from '../vat/vies.ts';

/** What a model passes to a tool. Values of the wrong type get the messages of the API, and unknown ones are ignored. */
export type Arguments = Readonly<Record<string, unknown>>;

export type ToolContext = {
  em: EntityManager;
  catalogue: Catalogue;
  settings: ShopSettings;
  vies: VatService;
  /** The shop's public URL, without a trailing slash. */
  publicUrl: string;
  /** @throws AppError tooMany */
  takeQuota: (name: QuotaName) => Promise<void>;
};

/** What an assistant can ask of the shop. Nothing that it does changes anything. */
export type Tool = {
  name: string;
  /** For people. */
  title: string;
  /** For the model. */
  description: string;
  input: JsonSchema;
  output: JsonSchema;
  /** In the language of the current work. @throws AppError */
  run: (given: Arguments, context: ToolContext) => Promise<Record<string, unknown>>;
};

const language: JsonSchema = {
  type: 'string',
  description: 'Of the response, such as "en" or "de"; by default as Accept-Language asks.',
};
export const currency: JsonSchema = { ...choice(currencyCodes), default: DEFAULT_CURRENCY };

/** The JSON Schema of a tool's arguments; `language` is one of each. */
export function inputSchema(properties: Parameters, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties: { ...properties, language }, required };
}

/** Arguments as a query string has them. A flag that is false is absent. */
export function asQuery(given: Arguments): ParsedUrlQuery {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [name: string, value: string | string[]][] => {
      if (value === undefined || value === null || value === false) return [];
      if (Array.isArray(value)) return [[name, value.map(String)]];
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    }),
  );
}

/** An argument with a few possible values. @throws AppError invalid */
function readChoice<T extends string>(given: Arguments, name: string, choices: readonly T[]): T | undefined {
  const query = queryString({ query: asQuery(given) }, { strict: true });
  const chosen = query.choice(name, choices);
  query.finish();
  return chosen;
}

/** @throws AppError invalid */
export function readCurrency(given: Arguments): CurrencyCode {
  return readChoice(given, 'currency', currencyCodes) ?? DEFAULT_CURRENCY;
}

/** @param spoken what the shop speaks @throws AppError invalid */
export function readLanguage(given: Arguments, spoken: readonly LanguageCode[]): LanguageCode | undefined {
  return readChoice(given, 'language', spoken);
}
