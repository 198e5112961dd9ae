import { attributeText } from '#contract/catalogue/attribute-text.ts';
import { addProductInput } from '#contract/catalogue/catalogue.input.ts';
import {
  type AdminProductView,
  type AttributeValue,
  type AttributeValues,
  type AttributeView,
  OPTIONS_MAX,
  VARIANTS_MAX,
} from '#contract/catalogue/catalogue.ts';
import { type VariantFieldName, variantFieldNames } from '#contract/catalogue/product-fields.input.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import { formatDecimal, readNumber } from '#contract/values/numbers.ts';
import { currentLanguage, m } from '#messages';
import { categoryAttributes } from '../../../../api/admin/attributes.ts';
import { familyMembers } from '../../../../api/admin/products.ts';
import { currentOptions } from '../form/productEdits.ts';
import type { NewVariant, Options, ProductText } from '../form/productTypes.ts';

type NewVariants = {
  rows: NewVariant[];
  leftOut: number;
  /** How many the family has already. */
  existing: number;
  /** The options of the base if it joins the family. */
  member: Options | null;
  /** The combinations that the base can be. */
  combinations: Options[];
};

/** The values of an option, which are typed as a list. */
export function valuesOf(typed: string): string[] {
  return [...new Set(typed.split(',').map((value) => value.trim()))].filter((value) => value !== '');
}

/** Every combination of the options' values; null if they are more than can be added at once. */
export function combinationsOf(options: ProductText['family']['options']): Options[] | null {
  const filled = options.map(({ name, value }) => ({ name: name.trim(), values: valuesOf(value) }));
  if (filled.length > OPTIONS_MAX || filled.some(({ name, values }) => name === '' || values.length === 0)) return [];
  let combinations: Options[] = [{}];
  for (const { name, values } of filled) {
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
    // The family may have some of them already.
    if (combinations.length > 2 * VARIANTS_MAX) return null;
  }
  return filled.length === 0 ? [] : combinations;
}

/** Identifies a combination in the name of a form's field, which takes no dots or brackets. */
export function keyOf(options: Options): string {
  const text = JSON.stringify(Object.entries(options).sort());
  return `v${Array.from(text, (letter) => letter.codePointAt(0)).join('-')}`;
}

/** A variant as people read it. */
export function variantName(options: Options): string {
  return Object.values(options).join(' · ');
}

/** A variant's title: the values of the product that it is a variant of are replaced, others are appended. */
export function variantTitle(title: string, options: Options, own: Options): string {
  return Object.entries(options).reduce((text, [name, value]) => {
    const former = own[name];
    return former && text.includes(former) ? text.replace(former, () => value) : `${text} ${value}`;
  }, title.trim());
}

/** Whether a form adds several variants, or those of a product. */
export function addsVariants({ isNew, base, family }: ProductText): boolean {
  const combinations = typedCombinations(family);
  return isNew && (base !== null || combinations === null || combinations.length >= 2);
}

function typedCombinations({ options }: ProductText['family']): Options[] | null {
  return combinationsOf(options.filter(({ name, value }) => name.trim() + value.trim() !== ''));
}

/**
 * The variants that a form for a new product adds; null if it adds a single product.
 * @param attributes those of all, if known
 */
export function newVariants(text: ProductText, attributes?: AttributeValues): NewVariants | null {
  const { base, family, categoryId, title, translations, price, stock } = text;
  if (!addsVariants(text)) return null;
  const combinations = typedCombinations(family);
  const all = combinations ?? [];
  const joins = base !== null && Object.keys(base.options).length === 0;
  const member = joins ? (all.find((options) => keyOf(options) === text.member) ?? all[0] ?? null) : null;
  const members = familyMembers.peek({ categoryId, family: family.name }) ?? [];
  const taken = new Set(members.map((product) => keyOf(optionsOf(product))));
  const missing = all.filter((options) => !taken.has(keyOf(options)));
  const added = missing.filter((options) => options !== member);
  const kept = added.filter((options) => !text.variants[keyOf(options)]?.isLeftOut);
  const titleOf = (whole: string, options: Options) => variantTitle(whole, options, member ?? base?.options ?? {});
  return {
    rows: kept.map((options) => {
      const key = keyOf(options);
      const own = text.variants[key];
      return {
        key,
        options,
        text: own,
        title: own?.title.trim() || titleOf(title, options),
        translations: own?.title.trim() ? {} : titlesOf(translations, (translated) => titleOf(translated, options)),
        price: readNumber(own?.price.trim() || price) as number,
        stock: readNumber(own?.stock.trim() || stock),
        attributes: withOptions(categoryId, attributes, options),
      };
    }),
    leftOut: added.length - kept.length,
    existing: all.length - missing.length,
    member,
    combinations: joins ? all : [],
  };
}

/** The translated titles of a variant. */
function titlesOf(typed: ProductText['translations'], titleOf: (translated: string) => string): Translations<'title'> {
  const titles = Object.entries(typed)
    .filter(([, { title }]) => title.trim() !== '')
    .map(([code, { title }]) => [code, { title: titleOf(title) }] as const);
  return Object.fromEntries(titles);
}

/** A variant's attributes: an option with the name of an attribute is its value. */
function withOptions(categoryId: string, attributes: AttributeValues | undefined, options: Options) {
  if (attributes === undefined) return undefined;
  const values = { ...attributes };
  for (const attribute of categoryAttributes.peek(categoryId)?.attributes ?? []) {
    const name = Object.keys(options).find((option) => isNamed(attribute, option));
    if (name === undefined) continue;
    const value = attributeValue(attribute, options[name] ?? '');
    if (value === undefined) delete values[attribute.code];
    else values[attribute.code] = value;
  }
  return values;
}

const isNamed = ({ name }: AttributeView, option: string) => name.toLowerCase() === option.trim().toLowerCase();

/** The options that are attributes of the category too. */
export function attributeOptions({ categoryId, family }: ProductText): string[] {
  const attributes = categoryAttributes.peek(categoryId)?.attributes ?? [];
  const names = family.options.map(({ name }) => name.trim());
  return names.filter((option) => attributes.some((attribute) => isNamed(attribute, option)));
}

/** An attribute's value as people write it, such as 2 TB for 2,000 GB; undefined if it is none. */
export function attributeValue({ type, unit }: AttributeView, typed: string): AttributeValue | undefined {
  if (type === 'text') return typed;
  if (type === 'boolean') return undefined;
  const digits = /^[\d.,]*/.exec(typed)?.[0] ?? '';
  const number = readNumber(digits);
  if (number === null || Number.isNaN(number)) return undefined;
  const { group, decimal } = currentLanguage();
  const compact = (text: string) =>
    text.replaceAll(/\s/g, '').replaceAll(group, '').replace(decimal, '.').toLowerCase();
  const plain = `${formatDecimal(number)}${typed.slice(digits.length)}`;
  const written = [compact(plain), compact(`${plain}${unit}`)];
  const isWritten = (text: string) => written.includes(compact(text));
  if (isWritten(`${formatDecimal(number)}${unit}`)) return number;
  return [1000 * number, 1024 * number].find((value) => isWritten(attributeText({ value, unit })));
}

function optionsOf({ family }: AdminProductView): Options {
  return family === null ? {} : currentOptions(family);
}

/** Why the new variants can't be added, by field. */
export function variantProblems(text: ProductText, { rows, leftOut, existing }: NewVariants): Record<string, string> {
  if (combinationsOf(text.family.options) === null || rows.length > VARIANTS_MAX) {
    return { 'family.options': m.products.tooManyVariants({ max: VARIANTS_MAX }) };
  }
  if (rows.length === 0 && leftOut === 0) {
    return { 'family.options': existing > 0 ? m.products.familyComplete() : m.products.addValues() };
  }
  if (rows.length === 0) return { 'family.options': m.products.addOneBack() };
  return Object.fromEntries(
    rows.flatMap(({ key, text: own, ...row }) =>
      variantFieldNames.flatMap((field) => {
        // What the form says for all is reported there.
        const isOwn = field === 'title' ? text.title.trim() !== '' : Boolean(own?.[field].trim());
        const problem = isOwn ? problemOf(field, row[field]) : null;
        return problem === null ? [] : [[`variants.${key}.${field}`, problem]];
      }),
    ),
  );
}

function problemOf(field: VariantFieldName, value: unknown): string | null {
  try {
    addProductInput.validateSyncAt(field, { [field]: value });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
}
