import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { processPicture } from '../../backend/modules/pictures/processing.service.ts';
import type { ApiResponse } from '../shop/shop.ts';
import { startPictureShop } from './catalogue.ts';
import { drawing, filesIn, listUploads } from './pictures.ts';

/** The form that adds a picture to a product. */
export function pictureForm(file: Uint8Array | string): FormData {
  const form = new FormData();
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), '../../evil.html');
  return form;
}

export const idsOf = ({ images }: Pick<AdminProductView, 'images'>): string[] => images.map(({ _id }) => _id);

/** Starts a test shop whose admin edits the pictures of products. Call it at the top level of a test file. */
export async function startGalleryShop() {
  const pictureShop = await startPictureShop();
  const { shop, admin, send, read: readAsShopper } = pictureShop;
  const picture = await drawing(40, 30).jpeg().toBuffer();

  const read = async (id: string): Promise<AdminProductView> =>
    (await shop.call('GET', `/admin/product/${id}`, { token: admin })).body.product;
  const add = (id: string, file: Uint8Array | string = picture): Promise<ApiResponse> =>
    shop.call('POST', `/admin/product/${id}/images`, { token: admin, form: pictureForm(file) });
  const process = (imageId: string) => processPicture(shop.em(), shop.storage, 'product', imageId);

  /** Adds a product with `count` pictures awaiting processing. */
  async function addGallery(count: number): Promise<AdminProductView> {
    const { productId } = (await send(picture)).body;
    for (let index = 1; index < count; index++) {
      const { status, body } = await add(productId);
      if (status !== 200) throw new Error(body.message);
    }
    return read(productId);
  }

  return {
    ...pictureShop,
    picture,
    read,
    readAsShopper,
    add,
    process,
    addGallery,

    order: (id: string, ids: unknown): Promise<ApiResponse> =>
      shop.call('PUT', `/admin/product/${id}/images`, { token: admin, body: { ids } }),

    remove: (id: string, imageId: string): Promise<ApiResponse> =>
      shop.call('DELETE', `/admin/product/${id}/images/${imageId}`, { token: admin }),

    /** Adds a product with `count` published pictures. */
    addShownGallery: async (count: number): Promise<AdminProductView> => {
      const gallery = await addGallery(count);
      for (const id of idsOf(gallery)) await process(id);
      return read(gallery._id);
    },

    /** Uploads a new main picture. @returns its id */
    replaceMain: async (productId: string, file: Uint8Array = picture): Promise<string> => {
      const form = pictureForm(file);
      form.set('product', JSON.stringify({ id: productId }));
      const before = await listUploads(shop.storage);
      await shop.call('PUT', '/admin/product', { token: admin, form });
      const [added] = (await listUploads(shop.storage)).filter((id) => !before.includes(id));
      if (added === undefined) throw new Error('Nothing was uploaded');
      return added;
    },

    /** The published files and uploads of pictures. */
    filesOf: async (...imageIds: string[]): Promise<string[]> => {
      const files = [...(await filesIn(shop.storage, 'uploads')), ...(await listUploads(shop.storage))];
      return files.filter((name) => imageIds.some((id) => name.startsWith(id)));
    },

    positions: async (productId: string): Promise<number[]> => {
      const rows = await shop
        .em()
        .execute<{ position: number }[]>(
          'select position from picture where owner_id = ? and replaces_id is null order by position',
          [productId],
        );
      return rows.map(({ position }) => position);
    },
  };
}
