import { describe, expect, test } from 'vitest';
import { auditTrail, catalogueEvents } from '../../../../testing/data/catalogue.ts';
import { pictureForm, startGalleryShop } from '../../../../testing/data/galleries.ts';
import { importedLine } from '../../../../testing/data/imports.ts';
import { drawing, listUploads } from '../../../../testing/data/pictures.ts';
import { saveImportedProducts } from '../imported/imported-products.service.ts';

const { shop, admin, product, picture, read, add, process, addGallery, positions } = await startGalleryShop();
const { username } = await shop.admin();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('adding a picture', () => {
  test('puts it after the others, and the first stays the main picture', async () => {
    const before = await addGallery(1);
    const events = await catalogueEvents(shop.em());
    const { status, body } = await add(before._id);
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Picture added']);
    expect(body.product).toEqual({
      ...before,
      version: 2,
      images: [
        ...before.images,
        {
          _id: expect.any(String),
          image: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/),
          imageState: 'processing',
          imageWidths: [],
          imageFailure: null,
        },
      ],
    });
    expect(await read(before._id)).toEqual(body.product);
    const [, second] = body.product.images;
    expect((await catalogueEvents(shop.em())).slice(events.length)).toEqual([
      { name: 'product.imageUploaded', payload: { pictureId: second._id, turn: 2 } },
      { name: 'product.changed', payload: { change: 'updated', productIds: [before._id] } },
    ]);
    expect((await auditTrail(shop.em(), before._id)).slice(1)).toEqual([
      {
        action: 'product.edited',
        actor: username,
        subjectName: product.title,
        changes: { images: { from: before.image, to: `${before.image}, ${second.image}` } },
      },
    ]);
    await process(second._id);
    expect((await read(before._id)).images[1]).toMatchObject({ imageState: 'ready', imageWidths: [40] });
    expect((await fetch(`${shop.url}/uploads/${second.image}`)).status).toBe(200);
  });

  test('gives a product without pictures its main picture', async () => {
    const line = importedLine({ title: 'Imported', categoryName: 'Audio' });
    await shop.em().transactional((em) => saveImportedProducts(em, shop.storage, [line]));
    const [{ id } = { id: '' }] = await shop
      .em()
      .execute<{ id: string }[]>('select id from product where import_key = ?', [line.importKey]);
    expect(await read(id)).toMatchObject({ image: '', imageState: 'none', images: [] });
    const { body } = await add(id);
    expect(body.product).toMatchObject({ imageState: 'processing', images: [{ image: body.product.image }] });
    expect((await auditTrail(shop.em(), id))[0]?.changes).toEqual({ images: { from: '', to: body.product.image } });
  });

  test('refuses a ninth and keeps nothing of it', async () => {
    const { _id, version } = await addGallery(8);
    const uploads = await listUploads(shop.storage);
    const { status, body } = await add(_id);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toBe('This product already has 8 pictures. Delete one first.');
    expect(await read(_id)).toMatchObject({ version, images: { length: 8 } });
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('accepts one of two eighth pictures that arrive at once', async () => {
    const { _id } = await addGallery(7);
    const responses = await Promise.all([add(_id), add(_id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await positions(_id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('keeps all that arrive at once, up to eight', async () => {
    const { _id } = await addGallery(1);
    const responses = await Promise.all(Array.from({ length: 9 }, () => add(_id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(await positions(_id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await read(_id)).toMatchObject({ version: 8 });
    expect(await auditTrail(shop.em(), _id)).toHaveLength(8);
  });

  test('counts towards the upload limit of the admin', async () => {
    const { _id, images } = await addGallery(1);
    const { token, userId } = await shop.newAccount();
    await shop.em().execute(`update user_account set role = 'admin' where id = ?`, [userId]);
    const addMine = () => shop.call('POST', `/admin/product/${_id}/images`, { token, form: pictureForm(picture) });
    expect((await addMine()).status).toBe(200);
    await shop.em().execute('update upload_count set uploads = 1000 where user_id = ?', [userId]);
    const uploads = await listUploads(shop.storage);
    expect(await addMine()).toMatchObject({ status: 429, body: { code: 'tooMany' } });
    expect((await read(_id)).images).toHaveLength(images.length + 1);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('is refused while too many bytes of the same admin wait for a worker', async () => {
    const { _id } = await addGallery(1);
    const { token, userId } = await shop.newAccount();
    await shop.em().execute(`update user_account set role = 'admin' where id = ?`, [userId]);
    const addMine = () => shop.call('POST', `/admin/product/${_id}/images`, { token, form: pictureForm(picture) });
    expect((await addMine()).status).toBe(200);
    const setMine = (values: string) =>
      shop.em().execute(`update picture set ${values} where uploaded_by = ?`, [userId]);
    await setMine('upload_bytes = 2000 * 1024 * 1024');
    const uploads = await listUploads(shop.storage);
    expect(await addMine()).toMatchObject({
      status: 429,
      body: { message: 'Too many uploads. Try again in 1 minute.' },
    });
    expect(await listUploads(shop.storage)).toEqual(uploads);
    await setMine(`state = 'ready'`);
    expect((await addMine()).status).toBe(200);
  });

  test('to an unknown product is not found and stores nothing', async () => {
    const uploads = await listUploads(shop.storage);
    for (const id of [UNKNOWN, 'x', '..%2f..']) {
      expect(await add(id)).toMatchObject({ status: 404, body: { message: 'Product not found' } });
    }
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test.each<[string, () => Promise<Uint8Array | string>, number, string]>([
    ['text', async () => 'just text', 415, 'JPEG, PNG, WebP, AVIF or GIF'],
    ['a page', async () => '<!doctype html><script>alert(1)</script>', 415, 'JPEG, PNG, WebP, AVIF or GIF'],
    ['SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'JPEG, PNG, WebP, AVIF or GIF'],
    ['only a signature', async () => Buffer.from('\xff\xd8\xff', 'latin1'), 415, 'JPEG, PNG, WebP, AVIF or GIF'],
    ['more than 10 MB', async () => Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]), 413, '10 MB'],
    ['more than 40 megapixels', () => drawing(8000, 5001).png().toBuffer(), 413, '40 megapixels'],
    ['an empty file', async () => '', 422, 'Image is required'],
  ])('rejects %s, and nothing changes', async (_what, file, status, message) => {
    const before = await addGallery(1);
    const uploads = await listUploads(shop.storage);
    const response = await add(before._id, await file());
    expect(response.status).toBe(status);
    expect(response.body.message).toContain(message);
    expect(await read(before._id)).toEqual(before);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('accepts only one file, in the field file', async () => {
    const before = await addGallery(1);
    const path = `/admin/product/${before._id}/images`;
    const uploads = await listUploads(shop.storage);
    const two = pictureForm(picture);
    two.append('file', new Blob([new Uint8Array(picture)]), 'second.jpg');
    expect(await shop.call('POST', path, { token: admin, form: two })).toMatchObject({ status: 400 });
    const elsewhere = new FormData();
    elsewhere.set('picture', new Blob([new Uint8Array(picture)]), 'picture.jpg');
    const missing = { status: 422, body: { fields: { file: 'Image is required' } } };
    expect(await shop.call('POST', path, { token: admin, form: elsewhere })).toMatchObject(missing);
    const file = { id: crypto.randomUUID(), extension: '.jpg' };
    expect(await shop.call('POST', path, { token: admin, body: { file } })).toMatchObject(missing);
    const headers = { 'Content-Type': 'multipart/form-data' };
    expect(await shop.call('POST', path, { token: admin, headers, body: 'x' })).toMatchObject({ status: 400 });
    expect(await read(before._id)).toEqual(before);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });
});
