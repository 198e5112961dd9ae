import * as yup from 'yup';
import { m } from '#messages';
import { number, wholeNumber } from '../values/numbers.input.ts';
import {
  atMost,
  id,
  ifGiven,
  isUnique,
  list,
  missing,
  record,
  requiredText,
  rows,
  text,
  trimmed,
} from '../values/text.ts';
import {
  type AttributeValues,
  CATEGORY_NAME_MAX,
  categoryLabels,
  GOOGLE_CATEGORY_MAX,
  VARIANTS_MAX,
} from './catalogue.ts';
import {
  eachProductField,
  type ProductFieldName,
  productRules,
  sharedFieldNames,
  translatedLimits,
  variantFieldNames,
} from './product-fields.input.ts';
import { translationsInput } from './translations.input.ts';
import { familyName, optionsInput, variantInput } from './variants.input.ts';

/** The fields with rules of their own. */
const specialFields = {
  categoryId: id(missing(m.fields.category)),
  /** The values are checked against the attributes of the category; see attributeProblem. */
  attributes: record<AttributeValues>(m.catalogue.attributesByCode)
    .meta({ additionalProperties: { type: ['string', 'number', 'boolean'] } })
    .optional(),
  family: variantInput,
  translations: translationsInput(translatedLimits),
};

/** The message for the picture, a file in the form and therefore outside this schema. */
export const imageRequired = missing(m.fields.image);
export const addProductInput = yup.object({ ...productRules, ...specialFields });
export type AddProductInput = yup.InferType<typeof addProductInput>;

const editedRules = eachProductField<{
  [Name in ProductFieldName]: ReturnType<typeof ifGiven<yup.InferType<(typeof productRules)[Name]>>>;
}>((_name, { rule }) => ifGiven(rule as yup.Schema));

export const editProductInput = yup.object({
  id: id(missing(m.fields.product)),
  ...editedRules,
  ...specialFields,
  categoryId: ifGiven(specialFields.categoryId),
  /** The stock before the edit, so that sales made meanwhile are not undone. */
  stockWas: productRules.stock.when('stock', ([edited], schema) =>
    edited === undefined ? schema : schema.defined(m.catalogue.stockWasRequired),
  ),
  version: number(m.catalogue.versionNumber).integer(m.catalogue.versionNumber).optional(),
});
export type EditProductInput = yup.InferType<typeof editProductInput>;

function rulesOf<Name extends ProductFieldName>(names: readonly Name[]): Pick<typeof productRules, Name> {
  return Object.fromEntries(names.map((name) => [name, productRules[name]])) as Pick<typeof productRules, Name>;
}

const wrongVariants = () => m.catalogue.variantCount({ max: VARIANTS_MAX });

/** Variants that are added at once, alike but for their own fields. */
export const addVariantsInput = yup.object({
  ...rulesOf(sharedFieldNames),
  categoryId: specialFields.categoryId,
  attributes: specialFields.attributes,
  translations: specialFields.translations,
  family: familyName,
  variants: rows(
    {
      ...rulesOf(variantFieldNames),
      /** Instead of those of all. */
      attributes: specialFields.attributes,
      /** Beside those of all. */
      translations: specialFields.translations,
      options: optionsInput,
    },
    wrongVariants,
  )
    .required(wrongVariants)
    .min(1, wrongVariants)
    .max(VARIANTS_MAX, wrongVariants),
  /** A product without a family that joins this one. */
  member: yup
    .object({ id: id(missing(m.fields.product)), options: optionsInput })
    .typeError(m.catalogue.memberWithOptions)
    .nonNullable(m.catalogue.memberWithOptions)
    .default(undefined)
    .optional(),
});
export type AddVariantsInput = yup.InferType<typeof addVariantsInput>;

/** All pictures of a product, in their new order. */
export const imageOrderInput = yup.object({
  ids: list(id(m.catalogue.eachPictureIsId), m.catalogue.picturesAreIds).required(m.catalogue.picturesAreIds),
});

export const categoryInput = yup.object({
  categoryName: requiredText(m.catalogue.categoryNameRequired)
    .transform(trimmed)
    .max(...atMost(CATEGORY_NAME_MAX, m.fields.categoryName)),
  translations: translationsInput({ categoryName: CATEGORY_NAME_MAX }),
  labels: ifGiven(
    list(
      text().required(m.catalogue.wrongLabels).oneOf(categoryLabels, m.catalogue.wrongLabels),
      m.catalogue.wrongLabels,
    )
      .required(m.catalogue.wrongLabels)
      .test('unique', m.catalogue.wrongLabels, isUnique),
  ),
  /** A number of Google's taxonomy of products, for feeds. */
  googleCategory: wholeNumber(m.categories.googleCategory, 1, GOOGLE_CATEGORY_MAX).nullable().optional(),
});
export type CategoryInput = yup.InferType<typeof categoryInput>;

export const editCategoryInput = categoryInput.shape({ id: id(missing(m.fields.category)) });
export type EditCategoryInput = yup.InferType<typeof editCategoryInput>;
