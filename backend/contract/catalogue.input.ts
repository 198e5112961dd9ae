import * as yup from 'yup';
import { m } from '#messages';
import {
  type AttributeValues,
  CATEGORY_NAME_MAX,
  DESCRIPTION_MAX,
  PRICE_MAX,
  STOCK_MAX,
  TITLE_MAX,
  VARIANTS_MAX,
} from './catalogue.ts';
import { number, twoDecimals, wholeNumber } from './numbers.input.ts';
import { atMost, flag, id, ifGiven, list, missing, record, requiredText, rows, trimmed } from './text.ts';
import { translationsInput } from './translations.input.ts';
import { familyName, optionsInput, variantInput } from './variants.input.ts';

const productFields = {
  title: requiredText(missing(m.fields.title)).max(...atMost(TITLE_MAX, m.fields.title)),
  description: requiredText(missing(m.fields.description)).max(...atMost(DESCRIPTION_MAX, m.fields.description)),
  price: twoDecimals(
    number(m.catalogue.priceNumber, missing(m.fields.price))
      .min(0, m.catalogue.pricePositive)
      .max(PRICE_MAX, m.catalogue.priceMax),
    m.catalogue.priceDecimals,
  ),
  categoryId: id(missing(m.fields.category)),
};

/** Fields that a new product may leave out, and an edit too. */
const optionalFields = {
  /** The values are checked against the attributes of the category; see attributeProblem. */
  attributes: record<AttributeValues>(m.catalogue.attributesByCode)
    .meta({ additionalProperties: { type: ['string', 'number', 'boolean'] } })
    .optional(),
  isPublished: flag(() => m.fields.flag({ name: m.fields.published() })).optional(),
  family: variantInput,
  stock: stockInput(),
  translations: translationsInput({ title: TITLE_MAX, description: DESCRIPTION_MAX }),
};

/** Units that can be sold; null if they are not counted. */
export function stockInput() {
  return wholeNumber(m.fields.stock, 0, STOCK_MAX).nullable().optional();
}

/** The message for the picture, a file in the form and therefore outside this schema. */
export const imageRequired = missing(m.fields.image);
export const addProductInput = yup.object({ ...productFields, ...optionalFields });
export type AddProductInput = yup.InferType<typeof addProductInput>;

export const editProductInput = yup.object({
  id: id(missing(m.fields.product)),
  title: ifGiven(productFields.title),
  description: ifGiven(productFields.description),
  price: ifGiven(productFields.price),
  categoryId: ifGiven(productFields.categoryId),
  ...optionalFields,
  /** The stock before the edit, so that sales made meanwhile are not undone. */
  stockWas: stockInput().when('stock', ([edited], schema) =>
    edited === undefined ? schema : schema.defined(m.catalogue.stockWasRequired),
  ),
  version: number(m.catalogue.versionNumber).integer(m.catalogue.versionNumber).optional(),
});
export type EditProductInput = yup.InferType<typeof editProductInput>;

const wrongVariants = () => m.catalogue.variantCount({ max: VARIANTS_MAX });

/** Variants that are added at once, alike but for their own fields. */
export const addVariantsInput = yup.object({
  description: productFields.description,
  categoryId: productFields.categoryId,
  attributes: optionalFields.attributes,
  isPublished: optionalFields.isPublished,
  translations: optionalFields.translations,
  family: familyName,
  variants: rows(
    {
      title: productFields.title,
      price: productFields.price,
      stock: optionalFields.stock,
      /** Instead of those of all. */
      attributes: optionalFields.attributes,
      /** Beside those of all. */
      translations: optionalFields.translations,
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
});
export type CategoryInput = yup.InferType<typeof categoryInput>;

export const editCategoryInput = categoryInput.shape({ id: id(missing(m.fields.category)) });
export type EditCategoryInput = yup.InferType<typeof editCategoryInput>;
