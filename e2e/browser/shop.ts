import { join } from 'node:path';
import sharp from 'sharp';
import type {
  AdminProductView,
  AttributeValues,
  AttributeView,
  ProductView,
  VariantInput,
} from '#contract/catalogue/catalogue.ts';
import type { CommentView } from '#contract/comments/comments.ts';
import type { ListedCategoryView } from '#contract/listing/listing.ts';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import type { UserView } from '#contract/users/users.ts';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { startStack, temporaryDataFolder } from '../../testing/processes/stack.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { addUser } from '../../testing/shop/accounts.ts';
import { type Call, callsOf, type LoggedIn, logIn, PASSWORD, registerAndLogIn } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';

const ADMIN = { email: 'admin@webshop.dev', password: 'the admin’s' };
export const SUPPORT_EMAIL = 'support@webshop.dev';
const OPERATOR_PASSWORD = 'the operator’s';

export type Account = { email: string; username: string; password: string; token: string; user: UserView };

type NewProduct = {
  title?: string;
  description?: string;
  price?: number;
  /** Without it, the product gets a category of its own. */
  categoryId?: string;
  picture?: Upload;
  attributes?: AttributeValues;
  isPublished?: boolean;
  family?: VariantInput;
  stock?: number;
  energy?: ProductView['energy'];
  charger?: ProductView['charger'];
};

type NewAttribute = Pick<AttributeView, 'code' | 'name' | 'type'> & Partial<AttributeView>;

/** A file in the form that Playwright's `setInputFiles` takes. */
export type Upload = { name: string; mimeType: string; buffer: Buffer };

export type Order = { id: string; number: number; clientSecret: string };

/** An empty shop, started as by `make up`, and fixtures that fill it through its API. */
export type Shop = {
  url: string;
  operationsUrl: string;
  operatorPassword: string;
  mailboxUrl: string;
  dataDir: string;
  databaseUrl: string;
  admin: Account;
  call: Call;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response and fails on another
  callAsAdmin(method: string, path: string, body?: unknown): Promise<any>;
  newAccount(role?: UserView['role']): Promise<Account>;
  /** A new account that registers, so that it gets an email with a link that confirms its address. */
  register(): Promise<Account>;
  addCategory(categoryName?: string): Promise<string>;
  addAttributes(categoryId: string, attributes: NewAttribute[]): Promise<void>;
  /** Adds a category with filterable attributes and their products, the first being the newest. */
  addFilterableCategory(attributes: NewAttribute[], products: NewProduct[]): Promise<ListedCategoryView>;
  /** Adds a product and waits until its picture is ready. */
  addProduct(product?: NewProduct): Promise<ProductView>;
  /** Adds a product without waiting for its picture. @returns its id */
  addProductOnly(product?: NewProduct): Promise<string>;
  /** Adds pictures to a product and waits until all are ready. @returns their ids, with that of the main picture */
  addPictures(productId: string, count: number): Promise<string[]>;
  /** Adds products without pictures, all in one category of their own. @returns the category's id */
  importProducts(products: { title: string; price: number }[]): Promise<string>;
  readProduct(id: string): Promise<ProductView>;
  /** All comments on a product, including pending ones, newest first. */
  comments(productId: string): Promise<CommentView[]>;
  approveComment(productId: string, content: string): Promise<void>;
  /** Adds a comment, pending unless `approved`. */
  addComment(productId: string, content: string, options?: { author?: Account; approved?: boolean }): Promise<void>;
  /** Places a pending order for two units of a product, for pickup unless `delivery` says how and where it goes. */
  placeOrder(product: ProductView, shopper: Account, delivery?: object): Promise<Order>;
  /** Pays at the provider, as the card form does. */
  pay(order: Order): Promise<void>;
  /** The order as admins see it. */
  readOrder(order: { number: number }): Promise<AdminOrderView>;
  stop(): Promise<void>;
};

/** @param variables additional ones */
export async function startShop(postgresUrl: string, variables: Record<string, string> = {}): Promise<Shop> {
  const databaseUrl = await createTestDatabase(postgresUrl, { migrated: false });
  const folder = await temporaryDataFolder();
  const dataDir = join(folder.path, 'data');
  const stack = await startStack({
    dataDir,
    environment: {
      DATABASE_URL: databaseUrl,
      SEED: 'none',
      LOG_LEVEL: 'warn',
      SUPPORT_EMAIL,
      TIME_ZONE: 'UTC',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OPERATOR_PASSWORD,
      ...variables,
    },
  }).catch(async (error) => {
    await folder.remove();
    throw error;
  });
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: 1 });
  const fixtures = await openFixtures(callsOf(stack.url), database);
  return {
    url: stack.url,
    operationsUrl: stack.operationsUrl,
    operatorPassword: OPERATOR_PASSWORD,
    mailboxUrl: readMailboxUrl(stack.output),
    dataDir,
    databaseUrl,
    ...fixtures,
    stop: async () => {
      await database.close();
      await stack.stop();
      await folder.remove();
    },
  };
}

async function openFixtures(call: Call, database: Database) {
  const admin = await accountOf(call, await logIn(call, ADMIN), ADMIN.password);

  const callAsAdmin = async (method: string, path: string, body?: unknown) => {
    const response = await call(method, path, { token: admin.token, ...(body !== undefined && { body }) });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };

  const newAccount = async (role?: UserView['role']): Promise<Account> => {
    return accountOf(call, await addUser(database.em.fork(), `shopper-${shortId()}`, role), PASSWORD);
  };

  const register = async (): Promise<Account> => {
    return accountOf(call, await registerAndLogIn(call, `shopper-${shortId()}`), PASSWORD);
  };

  const addCategory = async (categoryName = `Category ${shortId()}`): Promise<string> => {
    return (await callAsAdmin('POST', '/admin/category', { categoryName })).categoryId;
  };

  const addAttributes: Shop['addAttributes'] = async (categoryId, attributes) => {
    for (const attribute of attributes) await callAsAdmin('POST', '/admin/attribute', { categoryId, ...attribute });
  };

  const addFilterableCategory: Shop['addFilterableCategory'] = async (attributes, products) => {
    const categoryId = await addCategory();
    await addAttributes(
      categoryId,
      attributes.map((attribute, position) => ({ position, isFilterable: true, ...attribute })),
    );
    for (const product of products.toReversed()) await addProductOnly({ ...product, categoryId });
    // Menus and tiles leave out categories until their products are counted.
    return waitFor('the products of a category', async () => {
      const { categories }: { categories: ListedCategoryView[] } = (await call('GET', '/categories')).body;
      return categories.find(({ _id, productCount }) => _id === categoryId && (productCount > 0 || !products.length));
    });
  };

  const readProduct = async (id: string): Promise<ProductView> => {
    return (await call('GET', `/products/single/${id}`)).body.product;
  };

  const addProductOnly = async (product: NewProduct = {}): Promise<string> => {
    const { picture: file = await thumbnail(), ...values } = product;
    const defaults = { title: `Product ${shortId()}`, description: 'Made for a test.', price: 12.5 };
    const categoryId = values.categoryId ?? (await addCategory());
    const form = new FormData();
    form.set('product', JSON.stringify({ ...defaults, ...values, categoryId }));
    form.set('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name);
    const response = await call('POST', '/admin/product', { token: admin.token, form });
    if (response.status !== 200) throw new Error(`Could not add a product: ${JSON.stringify(response.body)}`);
    return response.body.productId;
  };

  /** Asks the database: the API would keep its first response for half a second. */
  const untilPicturesReady = (productId: string) =>
    waitFor('the pictures of a product', async () => {
      const query = "select from picture where owner_id = ? and state <> 'ready'";
      return (await database.em.fork().execute(query, [productId])).length === 0;
    });

  const addProduct = async (product: NewProduct = {}): Promise<ProductView> => {
    const id = await addProductOnly(product);
    await untilPicturesReady(id);
    return readProduct(id);
  };

  const addPictures: Shop['addPictures'] = async (productId, count) => {
    for (let index = 0; index < count; index++) {
      const { buffer } = await thumbnail(`hsl(${(index * 360) / count}, 50%, 50%)`);
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(buffer)]));
      const response = await call('POST', `/admin/product/${productId}/images`, { token: admin.token, form });
      if (response.status !== 200) throw new Error(`Could not add a picture: ${JSON.stringify(response.body)}`);
    }
    await untilPicturesReady(productId);
    const { product }: { product: AdminProductView } = await callAsAdmin('GET', `/admin/product/${productId}`);
    return product.images.map(({ _id }) => _id);
  };

  const importProducts = async (products: { title: string; price: number }[]): Promise<string> => {
    const category = `Category ${shortId()}`;
    const lines = products.map((product) => JSON.stringify({ description: 'Made for a test.', category, ...product }));
    const form = new FormData();
    form.set('file', new Blob([lines.join('\n')]), 'products.jsonl');
    const { body } = await call('POST', '/admin/import', { token: admin.token, form });
    await waitFor('an import', async () => {
      const { import: view } = await callAsAdmin('GET', `/admin/import/${body.importId}`);
      return view.state === 'done' && view.created === products.length;
    });
    // Then shoppers see it as well.
    const { _id } = await waitFor('the category of an import', async () => {
      const { categories }: { categories: ListedCategoryView[] } = (await call('GET', '/categories')).body;
      return categories.find(
        ({ categoryName, productCount }) => categoryName === category && productCount === products.length,
      );
    });
    return _id;
  };

  const placeOrder: Shop['placeOrder'] = async ({ _id, price }, { token }, delivery) => {
    const body = { amount: 2 * price, currency: 'EUR', items: [{ productId: _id, count: 2 }], ...delivery };
    const response = await call('POST', '/payment', { token, body });
    if (response.status !== 200) throw new Error(`Could not place an order: ${JSON.stringify(response.body)}`);
    const { clientSecret, orderId: id } = response.body;
    const { order } = (await call('GET', `/orders/${id}`, { token })).body;
    return { id, number: order.number, clientSecret };
  };

  const pay: Shop['pay'] = async ({ clientSecret }) => {
    const { publishableKey, scriptUrl } = (await call('GET', '/payment/config')).body;
    const [paymentIntentId] = clientSecret.split('_secret_');
    const address = `${new URL(scriptUrl).origin}/v1/payment_intents/${paymentIntentId}/confirm`;
    const form = { client_secret: clientSecret, payment_method: 'pm_card_visa', return_url: 'http://localhost/order' };
    const confirmed = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(form),
    });
    if (!confirmed.ok) throw new Error(`Could not pay: ${await confirmed.text()}`);
  };

  const readOrder: Shop['readOrder'] = async ({ number }) => {
    const { orders } = await callAsAdmin('GET', `/admin/order?search=${number}`);
    return orders.find((order: AdminOrderView) => order.number === number);
  };

  const comments = async (productId: string): Promise<CommentView[]> => {
    const { allComments } = await callAsAdmin('GET', '/comment');
    return allComments.filter((comment: CommentView) => comment.productId === productId);
  };

  const approveComment = async (productId: string, content: string): Promise<void> => {
    const comment = (await comments(productId)).find((each) => each.content === content);
    await callAsAdmin('PATCH', '/comment', { commentId: comment?._id, status: true });
  };

  const addComment: Shop['addComment'] = async (productId, content, { author, approved = false } = {}) => {
    const { title: productTitle } = await readProduct(productId);
    const body = { author: '', content, productId, productTitle };
    const response = await call('POST', '/comment', { body, ...(author && { token: author.token }) });
    if (response.status !== 200) throw new Error(`Could not add a comment: ${JSON.stringify(response.body)}`);
    if (approved) await approveComment(productId, content);
  };

  return {
    admin,
    call,
    importProducts,
    placeOrder,
    pay,
    readOrder,
    comments,
    approveComment,
    addComment,
    callAsAdmin,
    newAccount,
    register,
    addCategory,
    addAttributes,
    addFilterableCategory,
    addProduct,
    addProductOnly,
    addPictures,
    readProduct,
  };
}

async function accountOf(call: Call, { email, username, token }: LoggedIn, password: string): Promise<Account> {
  const { body } = await call('GET', '/user/getSingleUser', { token });
  return { email, username, password, token, user: body.user };
}

export function shortId(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** A small picture as an admin might upload it. */
export function picture(color = '#2a6f97', name = 'picture.png'): Promise<Upload> {
  return draw({ width: 700, height: 500, color, name });
}

/** For products whose picture doesn't matter: resizing a larger one takes as long as many a test. */
function thumbnail(color = '#2a6f97'): Promise<Upload> {
  return draw({ width: 64, height: 48, color, name: 'picture.png' });
}

type Drawing = { width: number; height: number; color: string; name: string };

async function draw({ width, height, color, name }: Drawing): Promise<Upload> {
  const drawing = sharp({ create: { width, height, channels: 3, background: color } });
  return { name, mimeType: 'image/png', buffer: await drawing.png().toBuffer() };
}

/** `make up` prints the mailbox's address, whose port differs at each start. */
function readMailboxUrl(output: string): string {
  const url = /Mailbox +(\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`The shop printed no mailbox: ${output}`);
  return url;
}
