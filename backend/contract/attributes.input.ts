import * as yup from 'yup';
import {
  ATTRIBUTE_CODE_MAX,
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTE_NUMBER_MAX,
  ATTRIBUTE_TEXT_MAX,
  ATTRIBUTE_UNIT_MAX,
  type AttributeType,
  type AttributeValue,
  attributeTypes,
} from './catalogue.ts';
import { wholeNumber } from './numbers.input.ts';
import { atMost, flag, id, ifGiven, isStorable, NOT_STORABLE, requiredText, text } from './text.ts';

const wrongCode = 'Code must start with a letter and have only lower-case letters, digits and underscores';
const wrongType = 'Type must be text, number or boolean';
const POSITION_MAX = 10_000;

const name = requiredText('Name is required').max(...atMost(ATTRIBUTE_NAME_MAX, 'Name'));

/** Fields that may be absent. */
const optionalFields = {
  unit: text().max(...atMost(ATTRIBUTE_UNIT_MAX, 'Unit')),
  isFilterable: flag('Filterable must be true or false'),
  position: wholeNumber('Position', 0, POSITION_MAX).optional(),
};

export const attributeInput = yup.object({
  categoryId: id('Category is required'),
  code: requiredText('Code is required')
    .matches(/^[a-z][a-z0-9_]*$/, wrongCode)
    .max(...atMost(ATTRIBUTE_CODE_MAX, 'Code')),
  name,
  type: text().oneOf(attributeTypes, wrongType).required(wrongType),
  ...optionalFields,
});
export type AttributeInput = yup.InferType<typeof attributeInput>;

/** `categoryId`, `code` and `type` can be sent, but not changed. */
export const editAttributeInput = yup.object({
  categoryId: yup.mixed().nullable(),
  code: yup.mixed().nullable(),
  name: ifGiven(name),
  type: yup.mixed().nullable(),
  ...optionalFields,
});
export type EditAttributeInput = yup.InferType<typeof editAttributeInput>;

/** Whether a value has an attribute's type. */
export function isOfType(type: AttributeType, value: unknown): value is AttributeValue {
  return typeof value === (type === 'text' ? 'string' : type) && !Number.isNaN(value);
}

const kinds: Record<AttributeType, string> = { text: 'text', number: 'a number', boolean: 'true or false' };

/** What is wrong with a product's value of an attribute; null if nothing. */
export function attributeProblem({ name, type }: { name: string; type: AttributeType }, value: unknown): string | null {
  if (!isOfType(type, value)) return `${name} must be ${kinds[type]}`;
  if (typeof value === 'number') {
    // JSON can hold numbers that JavaScript reads as infinite.
    return Math.abs(value) <= ATTRIBUTE_NUMBER_MAX ? null : `${name} is too large`;
  }
  if (typeof value === 'boolean') return null;
  if (value.trim() === '') return `${name} can't be empty`;
  if (value.length > ATTRIBUTE_TEXT_MAX) return `${name} can have at most ${ATTRIBUTE_TEXT_MAX} characters`;
  return isStorable(value) ? null : NOT_STORABLE;
}
