import * as yup from 'yup';
import { id, number, requiredText, trimmed } from './text.ts';

export const PRODUCTS_PER_PAGE = 9;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
export const PRICE_MAX = 1_000_000;
export const CATEGORY_NAME_MAX = 100;

/** Whether a EUR price has at most two decimals. */
function hasWholeCents(price: number): boolean {
  return Number(price.toFixed(2)) === price;
}

const productFields = {
  title: requiredText('Title is required').max(TITLE_MAX, `Title can have at most ${TITLE_MAX} characters`),
  description: requiredText('Description is required').max(
    DESCRIPTION_MAX,
    `Description can have at most ${DESCRIPTION_MAX} characters`,
  ),
  price: number('Price is required')
    .min(0, 'Price must be positive value')
    .max(PRICE_MAX, `Price can be at most ${PRICE_MAX}`)
    .test('cents', 'Price can have at most two decimals', (value) => value === undefined || hasWholeCents(value)),
  categoryId: id('Category is required'),
};

export const addProductInput = yup.object(productFields);
export type AddProductInput = yup.InferType<typeof addProductInput>;

export const categoryInput = yup.object({
  categoryName: requiredText('Category Name is required!')
    .transform(trimmed)
    .max(CATEGORY_NAME_MAX, `Category Name can have at most ${CATEGORY_NAME_MAX} characters`),
});
export type CategoryInput = yup.InferType<typeof categoryInput>;

/** `processing` until the worker has published the picture, `failed` if it could not be read. */
export const imageStates = ['processing', 'ready', 'failed'] as const;
export type ImageState = (typeof imageStates)[number];

/** The widths, in pixels, at which a picture is offered; never wider than what was uploaded. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** The file of a picture at one width: `name-640.webp` beside `name.jpg`. */
export function derivativeName(image: string, width: number): string {
  return `${image.replace(/\.[^.]*$/, '')}-${width}.webp`;
}

export type ProductView = {
  _id: string;
  title: string;
  description: string;
  /** EUR, two decimals. */
  price: number;
  /** File name under /uploads/. */
  image: string;
  imageState: ImageState;
  /** Widths in pixels of the WebP derivatives that exist (see derivativeName). Empty until the picture is ready. */
  imageWidths: number[];
  categoryId: { _id: string; categoryName: string };
  allRatings: number[];
  /** Average of allRatings; 0 while there are none. */
  rating: number;
};
