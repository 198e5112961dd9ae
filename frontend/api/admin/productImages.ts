import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { isPictureReady, pictureAddress } from '#contract/catalogue/pictures.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError, showFailure } from '../errors.ts';
import type { OnProgress } from '../upload.ts';
import { product, showProduct } from './products.ts';

let turn: Promise<unknown> = Promise.resolve();

/** Sends changes one after the other: the server must see them in the order in which the admin makes them. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = turn.then(send);
  turn = sent.catch(() => undefined);
  return sent;
}

const addressOf = (productId: string) => `/admin/product/${encodeURIComponent(productId)}/images`;

/** Adds a picture to a product, and reports upload progress. @returns the saved product @throws ApiError */
export async function addImage(productId: string, file: File, onProgress: OnProgress): Promise<AdminProductView> {
  const body = new FormData();
  body.set('file', file);
  const options = { body, task: m.products.addPictureTask(), onProgress };
  const { product: saved } = await inTurn(() => call<'AdminProductSaved'>('POST', addressOf(productId), options));
  showProduct(saved);
  return saved;
}

/**
 * Moves a picture of a product to a position from 0. It shows at once; a rejected move is rolled back.
 * @returns the saved product; null after a failure
 */
export function moveImage(productId: string, imageId: string, position: number): Promise<AdminProductView | null> {
  const send = () => {
    // As shown now, with later moves: sending an order twice changes nothing.
    const ids = product.peek(productId)?.images.map(({ _id }) => _id);
    return call<'AdminProductSaved'>('PUT', addressOf(productId), {
      body: { ids },
      task: m.products.movePictureTask(),
    });
  };
  const move = (view: AdminProductView) => withImages(view, moved(view.images, imageId, position));
  return saved(
    productId,
    product.change(
      productId,
      move,
      () => inTurn(send),
      (_view, response) => response.product,
    ),
  );
}

/** Deletes a picture of a product. @returns the saved product; null after a failure */
export async function deleteImage(productId: string, imageId: string): Promise<AdminProductView | null> {
  const path = `${addressOf(productId)}/${encodeURIComponent(imageId)}`;
  const send = () => call<'AdminProductSaved'>('DELETE', path, { task: m.products.deletePictureTask() });
  const view = await saved(productId, inTurn(send));
  if (view === null) return null;
  showProduct(view);
  showOnce('success', m.products.pictureDeleted());
  return view;
}

/** The published pictures of a product as files, in order. @throws if one can't be loaded */
export function loadImages({ images }: AdminProductView): Promise<File[]> {
  const published = images.filter(isPictureReady);
  return Promise.all(
    published.map(async ({ image }, index) => {
      const response = await fetch(pictureAddress(image)).catch(() => null);
      if (!response?.ok) throw new Error(m.products.notCopied());
      const content = await response.blob();
      return new File([content], `${index + 1}.${content.type.split('/')[1]}`, { type: content.type });
    }),
  );
}

/** Shows a failure and the gallery as the server has it: someone else may have changed it. */
async function saved(
  productId: string,
  response: Promise<{ product: AdminProductView }>,
): Promise<AdminProductView | null> {
  try {
    return (await response).product;
  } catch (error) {
    // The server accepts an order only if it lists exactly the current pictures.
    const isOutdated = error instanceof ApiError && error.code === 'invalid';
    showFailure(isOutdated ? new Error(m.products.picturesChanged()) : error);
    void product.reload(productId);
    return null;
  }
}

function moved<Image extends { _id: string }>(images: readonly Image[], imageId: string, position: number): Image[] {
  const image = images.find(({ _id }) => _id === imageId);
  if (image === undefined) return [...images];
  return images.filter((other) => other !== image).toSpliced(position, 0, image);
}

/** The first picture is the product's own. */
function withImages(view: AdminProductView, images: AdminProductView['images']): AdminProductView {
  const [main] = images;
  if (main === undefined) return { ...view, images };
  const { image, imageState, imageWidths, imageFailure } = main;
  return { ...view, images, image, imageState, imageWidths, imageFailure };
}
