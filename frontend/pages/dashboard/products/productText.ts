import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, Resolver } from 'react-hook-form';
import { ValidationError } from 'yup';
import { attributeProblem } from '#contract/attributes.input.ts';
import { type AddProductInput, addProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView, AttributeValue, AttributeValues, AttributeView } from '#contract/catalogue.ts';
import { decimalAmount, toCents } from '#contract/money.ts';
import { decimalText, readNumber } from '#contract/numbers.ts';
import { categoryAttributes } from '../../../api/admin/attributes.ts';
import { type ProductValues, productValues } from './productEdits.ts';

/** A product's form values, as typed. */
export type ProductText = Pick<AddProductInput, 'title' | 'description' | 'categoryId'> & {
  price: string;
  /** By code; '' without a value. */
  attributes: Record<string, string>;
  /** '' if units are not counted. */
  stock: string;
  isPublished: boolean;
  family: { name: string; options: { name: string; value: string }[] };
};

/** The form of a new product. */
export const newProductText: ProductText = {
  title: '',
  description: '',
  price: '',
  categoryId: '',
  attributes: {},
  stock: '',
  isPublished: true,
  family: { name: '', options: [] },
};

/** A form's initial values. */
export function productText(product: AdminProductView): ProductText {
  const { title, description, price, categoryId, attributes = {}, stock, isPublished, family } = productValues(product);
  return {
    title,
    description,
    price: decimalAmount(toCents(price)),
    categoryId,
    attributes: Object.fromEntries(Object.entries(attributes).map(([code, value]) => [code, typedValue(value)])),
    stock: stock === null ? '' : String(stock),
    isPublished,
    family: {
      name: family?.name ?? '',
      options: Object.entries(family?.options ?? {}).map(([name, value]) => ({ name, value })),
    },
  };
}

function typedValue(value: AttributeValue): string {
  return typeof value === 'number' ? decimalText(value) : String(value);
}

/** The values that a form holds. Wrong numbers are NaN. Without the attributes of the category, those stay as they are. */
export function readProduct({ title, description, categoryId, isPublished, ...text }: ProductText): ProductValues {
  const known = categoryAttributes.peek(categoryId)?.attributes;
  return {
    title,
    description,
    categoryId,
    isPublished,
    // An empty price is missing, which the rules report.
    price: (readNumber(text.price) ?? undefined) as number,
    stock: readNumber(text.stock),
    family: readFamily(text.family),
    attributes: known && readAttributes(known, text.attributes),
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

type Option = ProductText['family']['options'][number];

function filledOptions(options: readonly Option[]): (Option & { index: number })[] {
  return options
    .map((option, index) => ({ ...option, index }))
    .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

/** The rules of products, applied to a form. */
export const productResolver: Resolver<ProductText, unknown, ProductValues> = (text, _context, options) => {
  const values = readProduct(text);
  const problems = { ...ruleProblems(values), ...attributeProblems(values), ...optionProblems(text.family.options) };
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
    if (name.trim() === '') problems[`family.options.${index}.name`] = 'Option is required';
    else if (names.has(name)) problems[`family.options.${index}.name`] = 'Each option needs a name of its own';
    if (value.trim() === '') problems[`family.options.${index}.value`] = 'Value is required';
    names.add(name);
  }
  return problems;
}
