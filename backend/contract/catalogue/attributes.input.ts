import * as yup from 'yup';
import { m } from '#messages';
import { wholeNumber } from '../values/numbers.input.ts';
import { atMost, flag, id, ifGiven, isStorable, missing, requiredText, text } from '../values/text.ts';
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

const POSITION_MAX = 10_000;

const name = requiredText(missing(m.fields.name)).max(...atMost(ATTRIBUTE_NAME_MAX, m.fields.name));

/** Fields that may be absent. */
const optionalFields = {
  unit: text().max(...atMost(ATTRIBUTE_UNIT_MAX, m.fields.unit)),
  isFilterable: flag(() => m.fields.flag({ name: m.fields.filterable() })),
  position: wholeNumber(m.fields.position, 0, POSITION_MAX).optional(),
};

export const attributeInput = yup.object({
  categoryId: id(missing(m.fields.category)),
  code: requiredText(missing(m.fields.code))
    .matches(/^[a-z][a-z0-9_]*$/, m.catalogue.attributeCode)
    .max(...atMost(ATTRIBUTE_CODE_MAX, m.fields.code)),
  name,
  type: text().oneOf(attributeTypes, m.catalogue.attributeType).required(m.catalogue.attributeType),
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

/** What is wrong with a product's value of an attribute; null if nothing. */
export function attributeProblem({ name, type }: { name: string; type: AttributeType }, value: unknown): string | null {
  if (!isOfType(type, value)) return m.catalogue.attributeMustBe({ name, type });
  if (typeof value === 'number') {
    // JSON can hold numbers that JavaScript reads as infinite.
    return Math.abs(value) <= ATTRIBUTE_NUMBER_MAX ? null : m.catalogue.attributeTooLarge({ name });
  }
  if (typeof value === 'boolean') return null;
  if (value.trim() === '') return m.catalogue.attributeEmpty({ name });
  if (value.length > ATTRIBUTE_TEXT_MAX) return m.fields.tooLong({ name, max: ATTRIBUTE_TEXT_MAX });
  return isStorable(value) ? null : m.fields.notStorable();
}
