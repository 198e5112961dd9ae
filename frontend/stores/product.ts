import { toast } from 'react-toastify/unstyled';
import { proxy, ref } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import type { CommentView } from '#contract/comments.ts';
import { PRODUCT_ELEMENT } from '#contract/pages.ts';
import { ALREADY_RATED, LOGIN_TO_RATE } from '#contract/ratings.ts';
import { GUEST } from '#contract/users.ts';
import * as api from '../api.ts';
import { ApiError } from '../api.ts';
import { catalogue, replaceProduct } from './catalogue.ts';
import { showFailure } from './failure.ts';
import { restoreSession, session, updateUser } from './session.ts';
import { tellOnce } from './tellOnce.ts';

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

/** The product of the address with which the shop was opened: the server has put it into the page. */
const opened: ProductView | null = JSON.parse(document.getElementById(PRODUCT_ELEMENT)?.textContent ?? 'null');

export const productPage = proxy<ProductPage>({
  ...nothing,
  id: opened?._id ?? '',
  product: opened && ref(opened),
});

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
    const { product } = await api.getProduct(id);
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
    const { allComments } = await api.getComments(id);
    if (productPage.id === id) productPage.comments = ref(allComments);
  } catch (error) {
    if (productPage.id !== id || productPage.missing) return;
    productPage.commentsError = showFailure(error);
  }
}

/** Whether the user who is logged in has rated a product. */
export function hasRated(user: { readonly votedFor?: readonly string[] } | null, productId: string): boolean {
  return user?.votedFor?.includes(productId) ?? false;
}

/** Whether this shopper may rate a product now; if not, a toast says why. */
export function mayRate(productId: string): boolean {
  const refusal = session.user === null ? LOGIN_TO_RATE : hasRated(session.user, productId) ? ALREADY_RATED : null;
  if (refusal !== null) tellOnce('info', refusal);
  return refusal === null;
}

/** Rates a product; its average changes everywhere in the shop. A failure is told in a toast. */
export async function rateProduct(productId: string, productRate: number): Promise<void> {
  if (!mayRate(productId)) return;
  try {
    const { message, user, product } = await api.rateProduct({ productId, productRate });
    if (productPage.id === productId) productPage.product = ref(product);
    replaceProduct(product);
    updateUser(user);
    toast.success(message);
  } catch (error) {
    showFailure(error);
    // Rated in another tab or on another device: from now on this page knows too.
    if (error instanceof ApiError && error.code === 'conflict') await restoreSession();
  }
}

/** Who a comment is by: the user, else a guest. */
export function commentAuthor(user: { readonly username: string } | null): string {
  return user?.username ?? GUEST;
}

/** A form that is left, also for the login form, keeps its text. */
const commentDrafts = new Map<string, string>();

/** What was begun to be written on a product, and not sent. */
export function commentDraft(productId: string): string {
  return commentDrafts.get(productId) ?? '';
}

export function keepCommentDraft(productId: string, content: string): void {
  commentDrafts.set(productId, content);
}

/** Adds a comment on a product, and tells in the server's words what becomes of it. @throws ApiError */
export async function addComment({ _id, title }: ProductView, content: string): Promise<void> {
  const draft = commentDraft(_id);
  const { message } = await api.addComment({
    author: commentAuthor(session.user),
    content,
    productId: _id,
    productTitle: title,
  });
  // Not what was written while it was on its way.
  if (commentDraft(_id) === draft) commentDrafts.delete(_id);
  toast.success(message);
}
