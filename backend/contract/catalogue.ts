export const PRODUCTS_PER_PAGE = 9;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
export const PRICE_MAX = 1_000_000;
export const CATEGORY_NAME_MAX = 100;

/**
 * `processing` until the worker has published the picture, `failed` if processing failed, `none` without a picture, which
 * only an import allows.
 */
export const imageStates = ['processing', 'ready', 'failed', 'none'] as const;
export type ImageState = (typeof imageStates)[number];

/** The widths of derivatives in pixels; none is wider than the upload. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** The file name of a picture's derivative at a width in pixels: `name-640.webp` beside `name.jpg`. */
export function derivativeName(image: string, width: number): string {
  return `${image.replace(/\.[^.]*$/, '')}-${width}.webp`;
}

export type ProductView = {
  _id: string;
  title: string;
  description: string;
  /** EUR, two decimals. */
  price: number;
  /** File name under /uploads/; '' with `imageState` `none`. */
  image: string;
  imageState: ImageState;
  /** Widths in pixels of the WebP derivatives that exist (see derivativeName). Empty until the picture is ready. */
  imageWidths: number[];
  categoryId: { _id: string; categoryName: string };
  allRatings: number[];
  /** Average of allRatings; 0 without any. */
  rating: number;
};

export const productColumns = ['title', 'price', 'category', 'rating', 'added'] as const;
export type ProductColumn = (typeof productColumns)[number];

/** A product as the API shows it to admins. */
export type AdminProductView = ProductView & {
  /** Increases with each edit; editing an older version is a conflict. */
  version: number;
  /** Why processing the picture failed; null otherwise. */
  imageFailure: string | null;
  commentCount: number;
  /** When it was added. ISO 8601, UTC. */
  date: string;
};

/** The response to an edit of an older version, with the current product. */
export type EditConflict = { product: AdminProductView };

export const categoryColumns = ['name', 'products'] as const;
export type CategoryColumn = (typeof categoryColumns)[number];

export type CategorySummaryView = { _id: string; categoryName: string; productCount: number };

/** The refusal to delete a category with products. */
export const CATEGORY_HAS_PRODUCTS = 'You cannot delete this category as it contains products';

export type CategoryView = CategorySummaryView & { products: { _id: string; title: string; price: number }[] };
