import * as yup from 'yup';
import { CATEGORY_NAME_MAX, DESCRIPTION_MAX, PRICE_MAX, TITLE_MAX } from './catalogue.ts';
import { formatNumber } from './numbers.ts';
import { id, number, requiredText, trimmed } from './text.ts';

/** Whether a EUR price has at most two decimals. */
function hasWholeCents(price: number): boolean {
  return Number(price.toFixed(2)) === price;
}

const productFields = {
  title: requiredText('Title is required').max(TITLE_MAX, `Title can have at most ${TITLE_MAX} characters`),
  description: requiredText('Description is required').max(
    DESCRIPTION_MAX,
    `Description can have at most ${formatNumber(DESCRIPTION_MAX)} characters`,
  ),
  price: number('Price must be a number, such as 12.50', 'Price is required')
    .min(0, 'Price must be positive value')
    .max(PRICE_MAX, `Price can be at most ${formatNumber(PRICE_MAX)}`)
    .test('cents', 'Price can have at most two decimals', (value) => value === undefined || hasWholeCents(value)),
  categoryId: id('Category is required'),
};

/** For the picture, a file in the form and therefore outside this schema. */
export const IMAGE_REQUIRED = 'Image is required';
export const addProductInput = yup.object(productFields);
export type AddProductInput = yup.InferType<typeof addProductInput>;

/** Makes a field optional: if absent, it keeps its value; if present, the same rules apply. */
function ifGiven<T>(schema: yup.Schema<T>) {
  return yup.lazy((value): yup.Schema<T | undefined> => (value === undefined ? yup.mixed<never>() : schema));
}

export const editProductInput = yup.object({
  id: id('Product is required'),
  title: ifGiven(productFields.title),
  description: ifGiven(productFields.description),
  price: ifGiven(productFields.price),
  categoryId: ifGiven(productFields.categoryId),
  version: number('Version must be a whole number').integer('Version must be a whole number').optional(),
});
export type EditProductInput = yup.InferType<typeof editProductInput>;

const wrongImages = 'Pictures must be a list of ids';

/** All pictures of a product, in their new order. */
export const imageOrderInput = yup.object({
  ids: yup.array(id('Each picture must be an id')).typeError(wrongImages).required(wrongImages),
});

export const categoryInput = yup.object({
  categoryName: requiredText('Category Name is required!')
    .transform(trimmed)
    .max(CATEGORY_NAME_MAX, `Category Name can have at most ${CATEGORY_NAME_MAX} characters`),
});
export type CategoryInput = yup.InferType<typeof categoryInput>;

export const editCategoryInput = categoryInput.shape({ id: id('Category is required') });
export type EditCategoryInput = yup.InferType<typeof editCategoryInput>;
