import { proxy, ref } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import type { CommentView } from '#contract/comments.ts';
import { ApiError, getComments, getProduct } from '../api.ts';
import { catalogue } from './catalogue.ts';
import { showFailure } from './failure.ts';

type ProductPage = {
  /** The product that is looked at. */
  id: string;
  product: ReturnType<typeof ref<ProductView>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
  /** Whether the server knows no such product. */
  missing: boolean;
  /** The approved ones, newest first; null until they are there. */
  comments: ReturnType<typeof ref<CommentView[]>> | null;
  commentsError: string | null;
};

const nothing = { product: null, loading: false, error: null, missing: false, comments: null, commentsError: null };

export const productPage = proxy<ProductPage>({ id: '', ...nothing });

/** Turns to a product. What the catalogue knows of it shows at once, until the server's answer replaces it. */
export function showProduct(id: string): void {
  if (productPage.id !== id) {
    const known = catalogue.products?.find((product) => product._id === id);
    Object.assign(productPage, nothing, { id, product: known ? ref(known) : null });
  }
  void loadProduct(id);
  void loadComments(id);
}

/** Fetches the product; an answer that comes after the shopper has turned to another one is dropped. */
export async function loadProduct(id: string): Promise<void> {
  productPage.loading = true;
  try {
    const { product } = await getProduct(id);
    if (productPage.id !== id) return;
    Object.assign(productPage, { product: ref(product), error: null, missing: false });
  } catch (error) {
    if (productPage.id !== id) return;
    if (error instanceof ApiError && error.httpStatus === 404) productPage.missing = true;
    else productPage.error = showFailure(error);
  } finally {
    if (productPage.id === id) productPage.loading = false;
  }
}

/** Fetches the approved comments on a product. */
export async function loadComments(id: string): Promise<void> {
  productPage.commentsError = null;
  try {
    const { allComments } = await getComments(id);
    if (productPage.id === id) productPage.comments = ref(allComments);
  } catch (error) {
    if (productPage.id !== id || productPage.missing) return;
    productPage.commentsError = showFailure(error);
  }
}
