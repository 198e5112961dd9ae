import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import type { AuditEntryView } from '#contract/users/audit.ts';
import type { EntityManager } from '../../backend/core/database/db.ts';
import type { Storage } from '../../backend/core/storage/storage.ts';
import { createProduct } from '../../backend/modules/catalogue/catalogue.service.ts';
import { createCategory } from '../../backend/modules/catalogue/categories/categories.service.ts';
import { storeUpload } from '../../backend/modules/pictures/uploads.ts';
import { type ApiResponse, startTestShop } from '../shop/shop.ts';
import { drawing } from './pictures.ts';

/** The multipart form that the dashboard sends. */
export function productForm(product: unknown, file?: Uint8Array | null, fileName = 'picture.jpg'): FormData {
  const form = new FormData();
  form.set('product', typeof product === 'string' ? product : JSON.stringify(product));
  if (file) form.set('file', new Blob([new Uint8Array(file)]), fileName);
  return form;
}

/** Starts a test shop whose admin uploads products with pictures. Call it at the top level of a test file. */
export async function startPictureShop(options?: Parameters<typeof startTestShop>[0]) {
  const shop = await startTestShop(options);
  const { token: admin } = await shop.admin();
  const category = await shop.call('POST', '/admin/category', { token: admin, body: { categoryName: 'Audio' } });
  const product = {
    title: 'Headphones',
    description: 'Loud and clear',
    price: 19.99,
    categoryId: category.body.categoryId as string,
  };
  return {
    shop,
    admin,
    product,
    jpeg: () => drawing().jpeg().toBuffer(),

    send: (file: Uint8Array, fileName?: string): Promise<ApiResponse> =>
      shop.call('POST', '/admin/product', { token: admin, form: productForm(product, file, fileName) }),

    /** The product as the storefront shows it. */
    read: async (productId: string) => (await shop.call('GET', `/products/single/${productId}`)).body.product,
  };
}

/** Starts a test shop whose admin keeps a catalogue. Call it at the top level of a test file. */
export async function startCatalogueShop(options?: Parameters<typeof startTestShop>[0]) {
  const shop = await startTestShop(options);
  const { token, username } = await shop.admin();
  const picture = await drawing(16, 16).png().toBuffer();
  const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
  return {
    shop,
    username,
    picture,
    call,

    addCategory: async (): Promise<string> =>
      (await call('POST', '/admin/category', { categoryName: `Category ${crypto.randomUUID()}` })).body.categoryId,

    addAttribute: (categoryId: string, attribute: object): Promise<ApiResponse> =>
      call('POST', '/admin/attribute', { categoryId, name: 'Memory', type: 'number', ...attribute }),

    addProduct: (categoryId: string, product: object = {}): Promise<ApiResponse> => {
      const all = { title: 'Headphones', description: 'Loud and clear', price: 19.99, categoryId, ...product };
      return shop.call('POST', '/admin/product', { token, form: productForm(all, picture) });
    },

    editProduct: (id: string, changes: object): Promise<ApiResponse> =>
      call('PUT', '/admin/product', { id, ...changes }),

    /** The product as the dashboard shows it. */
    read: async (id: string): Promise<AdminProductView> => (await call('GET', `/admin/product/${id}`)).body.product,
  };
}

/** Adds a product in a category of its own, with a picture awaiting processing. @returns its id */
export async function addProduct(em: EntityManager, storage: Storage, title = 'Headphones'): Promise<string> {
  const categoryId = await createCategory(em, null, `Category of ${crypto.randomUUID()}`);
  const upload = await storeUpload(storage, await drawing(16, 16).png().toBuffer());
  if (upload === null) throw new Error('The picture is empty');
  const product = { title, description: 'Loud and clear', price: 19.99, categoryId };
  return createProduct(em, null, product, [upload]);
}

type Entry = Pick<AuditEntryView, 'action' | 'actor' | 'subjectName' | 'changes'>;

/** The audit entries about one subject, oldest first. */
export function auditTrail(em: EntityManager, subjectId: string): Promise<Entry[]> {
  return em.execute(
    `select action, actor_name as actor, subject_name as "subjectName", changes
     from audit_entry where subject_id = ? order by id`,
    [subjectId],
  );
}

/** The catalogue's events so far, oldest first. */
export function catalogueEvents(em: EntityManager): Promise<{ name: string; payload: object }[]> {
  return em.execute("select name, payload from outbox_event where name like 'product.%' order by id");
}
