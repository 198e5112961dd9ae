import * as yup from 'yup';
import { FAMILY_NAME_MAX, OPTION_TEXT_MAX, OPTIONS_MAX, type VariantInput } from './catalogue.ts';
import { atMost, record, requiredText } from './text.ts';

const wrongFamily = 'Family must be null, or a name with options';
const wrongOptions = `A variant needs 1 to ${OPTIONS_MAX} options`;
const wrongOption = `Options need a name and a value of up to ${OPTION_TEXT_MAX} characters`;

const optionText = requiredText(wrongOption).max(OPTION_TEXT_MAX);
export const familyName = requiredText('Family name is required').max(...atMost(FAMILY_NAME_MAX, 'Family name'));

/** The options of a variant: one to OPTIONS_MAX values by name. */
export const optionsInput = record<VariantInput['options']>(wrongOptions)
  .required(wrongOptions)
  .test('count', wrongOptions, (options) => {
    const { length } = Object.keys(options);
    return length >= 1 && length <= OPTIONS_MAX;
  })
  .test('texts', wrongOption, (options) =>
    Object.entries(options)
      .flat()
      .every((part) => optionText.isValidSync(part)),
  )
  .meta({ additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: OPTIONS_MAX });

/** yup looks other members up on the prototype of its fields, and would fail on `toString`. */
function withoutOthers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { name, options } = value as Partial<VariantInput>;
  return { name, options };
}

/** A product's family and options: null for a product without variants. */
export const variantInput = yup
  .object({
    name: familyName,
    options: optionsInput,
  })
  .transform(withoutOthers)
  .typeError(wrongFamily)
  .nullable()
  .default(undefined)
  .optional();
