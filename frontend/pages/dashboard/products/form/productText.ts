import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, Resolver } from 'react-hook-form';
import { ValidationError } from 'yup';
import { attributeProblem } from '#contract/catalogue/attributes.input.ts';
import { addProductInput } from '#contract/catalogue/catalogue.input.ts';
import {
  type AdminProductView,
  type AttributeValue,
  type AttributeValues,
  type AttributeView,
  FAMILY_NAME_MAX,
} from '#contract/catalogue/catalogue.ts';
import { ownFieldNames, translatedFieldNames } from '#contract/catalogue/product-fields.input.ts';
import { saleProblems } from '#contract/catalogue/sales.ts';
import { changeTranslations } from '#contract/catalogue/translations.ts';
import { formatDecimal, readNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { categoryAttributes } from '../../../../api/admin/attributes.ts';
import { typedTranslations } from '../../translations/typedTranslations.ts';
import { newVariants, valuesOf, variantProblems } from '../variants/newVariants.ts';
import { emptyPlainText, plainTextOf, readPlain } from './plainFields.ts';
import { currentOptions, productValues } from './productEdits.ts';
import type { ProductText, ProductValues } from './productTypes.ts';

/** The form of a new product. */
export const newProductText: ProductText = {
  ...emptyPlainText,
  translations: typedTranslations({}, translatedFieldNames),
  categoryId: '',
  attributes: {},
  family: { name: '', options: [] },
  isNew: true,
  base: null,
  member: '',
  variants: {},
};

/** A form's initial values. */
export function productText(product: AdminProductView): ProductText {
  const values = productValues(product);
  const { translations, categoryId, attributes = {}, family } = values;
  return {
    ...plainTextOf(values),
    translations: typedTranslations(translations, translatedFieldNames),
    categoryId,
    attributes: Object.fromEntries(Object.entries(attributes).map(([code, value]) => [code, typedValue(value)])),
    family: {
      name: family?.name ?? '',
      options: Object.entries(family?.options ?? {}).map(([name, value]) => ({ name, value })),
    },
    isNew: false,
    base: null,
    member: '',
    variants: {},
  };
}

/**
 * A copy of a product, which is hidden until it is edited. Its units aren't there yet, its identifiers and its place in the family
 * are taken, and it has no earlier price that a sale could be compared to.
 */
export function copyText(product: AdminProductView): ProductText {
  const { family: _family, ...text } = productText(product);
  const stock = product.stockCount === null ? '' : '0';
  const own = Object.fromEntries(ownFieldNames.map((name) => [name, newProductText[name]]));
  return { ...text, ...own, family: newProductText.family, stock, isPublished: false, isNew: true };
}

/** New variants of a product: their options are asked. */
export function variantsText(product: AdminProductView): ProductText {
  const { _id: id, title, family } = product;
  const options = family ? currentOptions(family) : {};
  return {
    ...copyText(product),
    isPublished: product.isPublished,
    family: {
      name: family?.name ?? title.slice(0, FAMILY_NAME_MAX),
      options: family ? Object.keys(options).map((name) => ({ name, value: '' })) : [{ name: '', value: '' }],
    },
    base: { id, title, options },
  };
}

function typedValue(value: AttributeValue): string {
  return typeof value === 'number' ? formatDecimal(value) : String(value);
}

/** The values that a form holds. Wrong numbers are NaN. Without the attributes of the category, those stay as they are. */
export function readProduct(all: ProductText): ProductValues {
  const { translations, categoryId, ...text } = all;
  const known = categoryAttributes.peek(categoryId)?.attributes;
  const attributes = known && readAttributes(known, text.attributes);
  const variants = newVariants(all, attributes);
  return {
    ...readPlain(text),
    translations: changeTranslations({}, translations),
    categoryId,
    family: readFamily(variants ? { ...text.family, options: firstValues(text.family.options) } : text.family),
    attributes,
    ...(variants && { variants: variants.rows.map(({ key: _key, text: _text, ...variant }) => variant) }),
    ...(text.base && variants?.member && { member: { id: text.base.id, options: variants.member } }),
  };
}

function readAttributes(known: readonly AttributeView[], text: ProductText['attributes']): AttributeValues {
  const values = known.flatMap(({ code, type }) => {
    const typed = Object.hasOwn(text, code) ? (text[code] ?? '') : '';
    return typed.trim() === '' ? [] : [[code, readAttribute[type](typed)] as const];
  });
  return Object.fromEntries(values);
}

const readAttribute: Record<AttributeView['type'], (typed: string) => AttributeValue> = {
  text: (typed) => typed,
  number: (typed) => readNumber(typed) ?? Number.NaN,
  boolean: (typed) => typed === 'true',
};

function readFamily({ name, options }: ProductText['family']): ProductValues['family'] {
  const filled = filledOptions(options);
  if (name.trim() === '' && filled.length === 0) return null;
  return { name, options: Object.fromEntries(filled.map(({ name, value }) => [name, value])) };
}

/** For the rules: the lists are checked as combinations. */
function firstValues(options: readonly Option[]): Option[] {
  return options.map(({ name, value }) => ({ name, value: valuesOf(value)[0] ?? value }));
}

type Option = ProductText['family']['options'][number];

function filledOptions(options: readonly Option[]): (Option & { index: number })[] {
  return options
    .map((option, index) => ({ ...option, index }))
    .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

/** The rules of products, applied to a form. */
export const productResolver: Resolver<ProductText, unknown, ProductValues> = (text, _context, options) => {
  const values = readProduct(text);
  const variants = newVariants(text);
  const problems = {
    ...(variants && variantProblems(text, variants)),
    ...lossProblems(text, values),
    ...saleProblems(values),
    ...ruleProblems(values),
    ...attributeProblems(values),
    ...optionProblems(text.family.options),
  };
  if (Object.keys(problems).length === 0) return { values, errors: {} };
  const errors: Record<string, FieldError> = {};
  for (const [field, message] of Object.entries(problems)) errors[field] = { type: 'rule', message };
  return { values: {}, errors: toNestErrors<ProductText>(errors, options) };
};

/** A message for each field. */
type Problems = Record<string, string>;

function ruleProblems(values: ProductValues): Problems {
  try {
    addProductInput.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // The first message of each field counts.
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [path, message] as const).reverse());
  }
}

/** What a new product begins with can be read only with the attributes of its category. */
function lossProblems({ isNew, attributes }: ProductText, read: ProductValues): Problems {
  const isLost = isNew && read.attributes === undefined && Object.values(attributes).some((value) => value !== '');
  return isLost ? { categoryId: m.products.attributesNotLoaded() } : {};
}

function attributeProblems({ categoryId, attributes = {} }: ProductValues): Problems {
  const problems: Problems = {};
  for (const attribute of categoryAttributes.peek(categoryId)?.attributes ?? []) {
    const { code } = attribute;
    const problem = Object.hasOwn(attributes, code) ? attributeProblem(attribute, attributes[code]) : null;
    if (problem !== null) problems[`attributes.${code}`] = problem;
  }
  return problems;
}

function optionProblems(options: readonly Option[]): Problems {
  const problems: Problems = {};
  const names = new Set<string>();
  for (const { name, value, index } of filledOptions(options)) {
    if (name.trim() === '') problems[`family.options.${index}.name`] = m.products.optionRequired();
    else if (names.has(name)) problems[`family.options.${index}.name`] = m.products.optionTwice();
    if (value.trim() === '') problems[`family.options.${index}.value`] = m.products.valueRequired();
    names.add(name);
  }
  return problems;
}
