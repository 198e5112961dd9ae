import * as yup from 'yup';
import { m } from '#messages';
import { atMost, missing, record, requiredText } from '../values/text.ts';
import { FAMILY_NAME_MAX, OPTION_TEXT_MAX, OPTIONS_MAX, type VariantInput } from './catalogue.ts';

const wrongOptions = () => m.catalogue.optionCount({ max: OPTIONS_MAX });
const wrongOption = () => m.catalogue.optionTexts({ max: OPTION_TEXT_MAX });

const optionText = requiredText(wrongOption).max(OPTION_TEXT_MAX);
export const familyName = requiredText(missing(m.fields.familyName)).max(
  ...atMost(FAMILY_NAME_MAX, m.fields.familyName),
);

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
  .typeError(m.catalogue.familyForm)
  .nullable()
  .default(undefined)
  .optional();
