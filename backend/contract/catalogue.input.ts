import * as yup from 'yup';
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
import { formatNumber } from './numbers.ts';
import { atMost, flag, id, ifGiven, list, record, requiredText, rows, trimmed } from './text.ts';
import { translationsInput } from './translations.input.ts';
import { familyName, optionsInput, variantInput } from './variants.input.ts';

const productFields = {
  title: requiredText('Title is required').max(...atMost(TITLE_MAX, 'Title')),
  description: requiredText('Description is required').max(...atMost(DESCRIPTION_MAX, 'Description')),
  price: twoDecimals(
    number('Price must be a number, such as 12.50', 'Price is required')
      .min(0, 'Price must be positive value')
      .max(PRICE_MAX, `Price can be at most ${formatNumber(PRICE_MAX)}`),
    'Price can have at most two decimals',
  ),
  categoryId: id('Category is required'),
};

const wrongAttributes = 'Attributes must be values by code';

/** Fields that a new product may leave out, and an edit too. */
const optionalFields = {
  /** The values are checked against the attributes of the category; see attributeProblem. */
  attributes: record<AttributeValues>(wrongAttributes)
    .meta({ additionalProperties: { type: ['string', 'number', 'boolean'] } })
    .optional(),
  isPublished: flag('Published must be true or false').optional(),
  family: variantInput,
  stock: stockInput(),
  translations: translationsInput({ title: TITLE_MAX, description: DESCRIPTION_MAX }),
};

/** Units that can be sold; null if they are not counted. */
export function stockInput() {
  return wholeNumber('Stock', 0, STOCK_MAX).nullable().optional();
}

/** For the picture, a file in the form and therefore outside this schema. */
export const IMAGE_REQUIRED = 'Image is required';
export const addProductInput = yup.object({ ...productFields, ...optionalFields });
export type AddProductInput = yup.InferType<typeof addProductInput>;

export const editProductInput = yup.object({
  id: id('Product is required'),
  title: ifGiven(productFields.title),
  description: ifGiven(productFields.description),
  price: ifGiven(productFields.price),
  categoryId: ifGiven(productFields.categoryId),
  ...optionalFields,
  /** The stock before the edit, so that sales made meanwhile are not undone. */
  stockWas: stockInput().when('stock', ([edited], schema) =>
    edited === undefined ? schema : schema.defined('The previous stock is required to change the stock'),
  ),
  version: number('Version must be a whole number').integer('Version must be a whole number').optional(),
});
export type EditProductInput = yup.InferType<typeof editProductInput>;

const wrongMember = 'Member must be a product with options';
const wrongVariants = `Add 1 to ${VARIANTS_MAX} variants`;

/** Variants that are added at once, alike but for their own fields. */
export const addVariantsInput = yup.object({
  description: productFields.description,
  categoryId: productFields.categoryId,
  attributes: optionalFields.attributes,
  isPublished: optionalFields.isPublished,
  family: familyName,
  variants: rows(
    {
      title: productFields.title,
      price: productFields.price,
      stock: optionalFields.stock,
      /** Instead of those of all. */
      attributes: optionalFields.attributes,
      options: optionsInput,
    },
    wrongVariants,
  )
    .required(wrongVariants)
    .min(1, wrongVariants)
    .max(VARIANTS_MAX, wrongVariants),
  /** A product without a family that joins this one. */
  member: yup
    .object({ id: id('Product is required'), options: optionsInput })
    .typeError(wrongMember)
    .nonNullable(wrongMember)
    .default(undefined)
    .optional(),
});
export type AddVariantsInput = yup.InferType<typeof addVariantsInput>;

const wrongImages = 'Pictures must be a list of ids';

/** All pictures of a product, in their new order. */
export const imageOrderInput = yup.object({
  ids: list(id('Each picture must be an id'), wrongImages).required(wrongImages),
});

export const categoryInput = yup.object({
  categoryName: requiredText('Category Name is required!')
    .transform(trimmed)
    .max(...atMost(CATEGORY_NAME_MAX, 'Category Name')),
  translations: translationsInput({ categoryName: CATEGORY_NAME_MAX }),
});
export type CategoryInput = yup.InferType<typeof categoryInput>;

export const editCategoryInput = categoryInput.shape({ id: id('Category is required') });
export type EditCategoryInput = yup.InferType<typeof editCategoryInput>;
