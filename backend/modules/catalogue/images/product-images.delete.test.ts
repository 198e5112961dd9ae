import { describe, expect, test, vi } from 'vitest';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { idsOf, startGalleryShop } from '../../../../testing/data/galleries.ts';
import { removeAbandonedPictures } from '../../pictures/clean-up.service.ts';
import { uploadKey } from '../../pictures/uploads.ts';

const gallery = await startGalleryShop();
const { shop, admin, picture, read, readAsShopper, add, remove, process, addGallery, addShownGallery } = gallery;
const { replaceMain, filesOf, positions } = gallery;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('deleting a picture', () => {
  test('removes its files and moves the later ones up', async () => {
    const before = await addShownGallery(3);
    const [a, b, c] = before.images;
    expect(await filesOf(a?._id ?? '')).toHaveLength(2);
    const { status, body } = await remove(before._id, a?._id ?? '');
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Picture deleted']);
    expect(body.product).toEqual({ ...before, version: before.version + 1, image: b?.image, images: [b, c] });
    expect(await read(before._id)).toEqual(body.product);
    expect((await readAsShopper(before._id)).image).toBe(b?.image);
    expect(await positions(before._id)).toEqual([0, 1]);
    expect(await filesOf(a?._id ?? '')).toEqual([]);
    expect((await auditTrail(shop.em(), before._id)).at(-1)?.changes).toEqual({
      images: { from: [a, b, c].map((image) => image?.image).join(', '), to: `${b?.image}, ${c?.image}` },
    });
    expect(idsOf((await add(before._id)).body.product)).toHaveLength(3);
  });

  test('refuses to delete the last one', async () => {
    const before = await addShownGallery(1);
    const { status, body } = await remove(before._id, before.images[0]?._id ?? '');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toBe('A product needs a picture. Add another one before deleting this one.');
    expect(await read(before._id)).toEqual(before);
    expect(await filesOf(...idsOf(before))).toHaveLength(2);
  });

  test('responds 404 for a picture that the product does not have', async () => {
    const [before, other] = [await addGallery(2), await addGallery(2)];
    for (const imageId of [UNKNOWN, 'x', '..%2fx', other.images[0]?._id ?? '']) {
      expect(await remove(before._id, imageId)).toMatchObject({ status: 404, body: { message: 'Picture not found' } });
    }
    expect(await remove(UNKNOWN, before.images[0]?._id ?? '')).toMatchObject({
      status: 404,
      body: { message: 'Product not found' },
    });
    expect([await read(before._id), await read(other._id)]).toEqual([before, other]);
  });

  test('twice at once succeeds once', async () => {
    const before = await addGallery(3);
    const responses = await Promise.all([1, 2].map(() => remove(before._id, before.images[0]?._id ?? '')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await read(before._id)).version).toBe(before.version + 1);
  });

  test('of the last two at once leaves one', async () => {
    const before = await addShownGallery(2);
    const responses = await Promise.all(idsOf(before).map((id) => remove(before._id, id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(before._id)).images).toHaveLength(1);
    expect(await positions(before._id)).toEqual([0]);
  });

  test('removes its pending replacement too', async () => {
    const before = await addShownGallery(2);
    const [a = '', b = ''] = idsOf(before);
    const replacement = await replaceMain(before._id);
    expect((await remove(before._id, a)).status).toBe(200);
    expect(await filesOf(a, replacement)).toEqual([]);
    // Its job still runs.
    expect(await process(replacement)).toEqual({ picture: 'removed' });
    expect(idsOf(await read(before._id))).toEqual([b]);
    expect(await filesOf(a, replacement)).toEqual([]);
  });

  test('while it is being processed leaves no files', async () => {
    const before = await addGallery(2);
    const [, b = ''] = idsOf(before);
    const [, { status }] = await Promise.all([process(b), remove(before._id, b)]);
    expect(status).toBe(200);
    expect(idsOf(await read(before._id))).toHaveLength(1);
    expect(await filesOf(b)).toEqual([]);
  });

  test('leaves its files to the clean-up after a crash', async () => {
    const before = await addShownGallery(2);
    const [a = '', b = ''] = idsOf(before);
    await shop.storage.put(uploadKey(a), picture);
    const removal = vi.spyOn(shop.storage, 'remove').mockRejectedValue(new Error('The process was killed'));
    expect((await remove(before._id, a)).status).toBe(500);
    removal.mockRestore();
    expect(idsOf(await read(before._id))).toEqual([b]);
    expect(await filesOf(a)).toHaveLength(3);
    await removeAbandonedPictures(shop.em(), shop.storage, 0);
    expect(await filesOf(a)).toEqual([]);
    expect(await filesOf(b)).toHaveLength(2);
  });
});

describe('the other edits of a product', () => {
  test('replace the first picture only', async () => {
    const before = await addShownGallery(3);
    const [, b = '', c = ''] = idsOf(before);
    const replacement = await replaceMain(before._id);
    await process(replacement);
    expect(idsOf(await read(before._id))).toEqual([replacement, b, c]);
  });

  test('conflict with a change of the gallery', async () => {
    const before = await addGallery(1);
    await add(before._id);
    const body = { id: before._id, title: 'Other', version: before.version };
    const response = await shop.call('PUT', '/admin/product', { token: admin, body });
    expect(response).toMatchObject({ status: 409, body: { code: 'editConflict' } });
    expect(response.body.product).toEqual(await read(before._id));
  });

  test('remove all pictures of a deleted product', async () => {
    const before = await addShownGallery(3);
    expect(await filesOf(...idsOf(before))).toHaveLength(6);
    await shop.call('DELETE', `/admin/product/${before._id}`, { token: admin });
    expect(await filesOf(...idsOf(before))).toEqual([]);
  });
});
