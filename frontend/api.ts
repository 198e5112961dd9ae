import redaxios from 'redaxios';
import type { ProductView } from '#contract/catalogue.ts';
import type { CommentInput } from '#contract/comments.input.ts';
import type { CommentView } from '#contract/comments.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import type { PaymentInput } from '#contract/payments.input.ts';
import type { PaymentConfig, PaymentView } from '#contract/payments.ts';
import type { RatingInput } from '#contract/ratings.input.ts';
import type {
  ChangePasswordInput,
  EditUserInput,
  ForgotPasswordInput,
  LoginInput,
  RegisterInput,
  ResetPasswordInput,
} from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { fallback, message } from './messages.ts';
import { readStored } from './storage.ts';
import { startWaiting } from './stores/loader.ts';
import type { OnProgress } from './upload.ts';

/** Where the API is. */
export const baseURL: string = import.meta.env.VITE_API_URL ?? '/api/v1';

/** A call that failed. `message` is a sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The machine word; null if the answer was not one of the API, or there was none. */
  code: ErrorBody['code'] | null;
  /** A sentence for each field that is wrong, under the name that the call's body uses. */
  fields: Record<string, string>;
  /** 0 if there was no answer. */
  httpStatus: number;
  /** The whole answer: some errors carry more than the fields above. */
  body: Partial<ErrorBody> & Record<string, unknown>;
  /** Whether it told that the login is over, which the shopper has been told already: not to be said once more. */
  endedSession = false;

  constructor(thrown: unknown, sentence: string) {
    const { status, data } = isResponse(thrown) ? thrown : { status: 0, data: undefined };
    const body: ApiError['body'] = isRecord(data) ? data : {};
    let own = thrown instanceof Error ? thrown.message : '';
    // How fetch tells that no answer came, in words for developers that differ from browser to browser.
    if (thrown instanceof TypeError) own = message.shopUnreachable;
    super(body.message || own || sentence, { cause: thrown });
    this.code = body.code ?? null;
    this.fields = body.fields ?? {};
    this.httpStatus = status;
    this.body = body;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isResponse(thrown: unknown): thrown is { status: number; data: unknown } {
  return isRecord(thrown) && !(thrown instanceof Error) && typeof thrown.status === 'number';
}

let tellSessionEnded = (): void => undefined;

/** Says what is to happen when the server no longer knows the token that this browser holds. */
export function onSessionEnded(listener: () => void): void {
  tellSessionEnded = listener;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Call = {
  body?: object;
  /** The sentence for a failure that has none of its own. */
  fallback?: string;
  /** Whether a 401 ends the session. Not where the page must go on showing what it has. */
  endsSession?: boolean;
  /** Without the token: for what has nothing to do with who is logged in. */
  anonymous?: boolean;
  /** Without the full-screen loader: for what happens unasked, or shows itself in another way. */
  quiet?: boolean;
  /** Told how far a FormData in `body` has been sent. */
  onProgress?: OnProgress;
};

/** Makes one call of the API. There is no timeout: the browser gives up when the connection does. @throws ApiError */
export function call<T>(method: Method, path: string, options: Call = {}): Promise<T> {
  return attempt(options, async (token) => {
    const response = await send<T & { status: string }>(method, path, options, token);
    if (response.data?.status !== 'success') throw response;
    return response.data;
  });
}

/**
 * What every request shares, whatever it answers: it is given the token if there is one, the loader shows while it runs,
 * and what it throws becomes an ApiError. It throws what was answered as `{ status, data }`.
 * @throws ApiError
 */
export async function attempt<T>(
  { fallback: sentence = fallback.read, endsSession = true, anonymous = false, quiet = false }: Omit<Call, 'body'>,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = anonymous ? null : readStored('token');
  const endWaiting = quiet ? null : startWaiting();
  try {
    return await request(token);
  } catch (thrown) {
    const error = new ApiError(thrown, sentence);
    console.error(error);
    if (endsSession && error.httpStatus === 401 && token) {
      error.endedSession = true;
      // A late answer to an older token says nothing about a login made since.
      if (token === readStored('token')) tellSessionEnded();
    }
    throw error;
  } finally {
    endWaiting?.();
  }
}

async function send<T>(method: Method, path: string, { body, onProgress }: Call, token: string | null) {
  const headers: Record<string, string> = token ? { Authorization: token } : {};
  if (body instanceof FormData) {
    // Most visits send no file.
    const { upload } = await import('./upload.ts');
    return upload<T>({ method, url: baseURL + path, headers, body, onProgress });
  }
  const validateStatus = (status: number) => status >= 200 && status < 300;
  return redaxios<T>({ url: path, baseURL, method, data: body, headers, validateStatus });
}

/** All products, newest first. */
export function getProducts(): Promise<{ products: ProductView[] }> {
  return call('get', '/products');
}

export function getProduct(id: string): Promise<{ product: ProductView }> {
  return call('get', `/products/single/${encodeURIComponent(id)}`);
}

/** Rates a product, once per user. */
export function rateProduct(rating: RatingInput): Promise<{ message: string; user: UserView; product: ProductView }> {
  return call('patch', '/products/single', { body: rating, fallback: fallback.rateProduct });
}

/** Adds a comment, which waits for approval. The server itself knows the author and the product's title. */
export function addComment(
  comment: CommentInput & { author: string; productTitle: string },
): Promise<{ message: string }> {
  return call('post', '/comment', { body: comment, fallback: fallback.addComment });
}

/** The approved comments on a product, newest first. */
export function getComments(productId: string): Promise<{ allComments: CommentView[] }> {
  return call('get', `/comment/filter/${encodeURIComponent(productId)}`);
}

export function register(values: RegisterInput): Promise<{ message: string }> {
  return call('post', '/user/register', { body: values, fallback: fallback.registerOrLogIn, anonymous: true });
}

export function logIn(values: LoginInput): Promise<{ user: UserView; token: string }> {
  return call('post', '/user/login', { body: values, fallback: fallback.registerOrLogIn, anonymous: true });
}

/** Ends the token that this browser holds when it is called. */
export function logOut(): Promise<{ message: string }> {
  return call('post', '/user/logout');
}

export function getSingleUser({ quiet = false } = {}): Promise<{ user: UserView }> {
  return call('get', '/user/getSingleUser', { quiet });
}

export function changePassword(values: ChangePasswordInput): Promise<{ message: string }> {
  return call('patch', '/user/changePassword', { body: values, fallback: fallback.changePassword });
}

export function forgotPassword(values: ForgotPasswordInput): Promise<{ message: string }> {
  return call('post', '/user/forgotPassword', { body: values, fallback: fallback.forgotPassword, anonymous: true });
}

export function resetPassword(token: string, values: ResetPasswordInput): Promise<{ message: string }> {
  return call('patch', `/user/resetPassword/${encodeURIComponent(token)}`, {
    body: values,
    fallback: fallback.resetPassword,
    anonymous: true,
  });
}

/** Changes the own profile; with a picture as a form, of which `onProgress` is told how far it has been sent. */
export function editUser(
  values: EditUserInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<{ message: string; user: UserView }> {
  if (file === null) return call('put', '/user/editUser', { body: values, fallback: fallback.editProfile });
  const body = new FormData();
  // In this order: the server knows what it is about before the picture streams in.
  body.set('data', JSON.stringify(values));
  body.set('file', file);
  return call('put', '/user/editUser', { body, fallback: fallback.editProfile, quiet: true, onProgress });
}

/** Asks for a payment of a cart. The errors `priceChanged` and `productsMissing` tell in `body` what is different. */
export function makePayment(payment: PaymentInput): Promise<PaymentView> {
  return call('post', '/payment', { body: payment, fallback: fallback.payment });
}

export function getPaymentConfig(): Promise<PaymentConfig> {
  return call('get', '/payment/config', { fallback: fallback.payment });
}

/** Has the shop ask the provider how a payment stands, after the provider has sent the shopper back. */
export function settleReturn(paymentIntent: string): Promise<{ order: OrderView }> {
  return call('post', '/payment/return', {
    body: { paymentIntent },
    fallback: fallback.payment,
    endsSession: false,
  });
}

/** The shopper's own orders. */
export function getOrders(): Promise<{ orders: OrderView[] }> {
  return call('get', '/orders');
}
