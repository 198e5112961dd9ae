import { describe, expect, test } from 'vitest';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { idsOf, startGalleryShop } from '../../../../testing/data/galleries.ts';
import { brokenPng } from '../../../../testing/data/pictures.ts';

const gallery = await startGalleryShop();
const { shop, send, read, readAsShopper, add, order, process, addGallery, addShownGallery, replaceMain } = gallery;
const { filesOf, positions } = gallery;
const broken = await brokenPng();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('ordering the pictures', () => {
  test('makes the first of them the main picture', async () => {
    const before = await addShownGallery(3);
    const [a, b, c] = before.images;
    const { status, body } = await order(before._id, [c?._id, a?._id.toUpperCase(), b?._id]);
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Pictures reordered']);
    expect(body.product).toEqual({
      ...before,
      version: before.version + 1,
      image: c?.image,
      images: [c, a, b],
    });
    expect(await read(before._id)).toEqual(body.product);
    const shown = await readAsShopper(before._id);
    expect([shown.image, shown.images.map(({ image }: { image: string }) => image)]).toEqual([
      c?.image,
      [c?.image, a?.image, b?.image],
    ]);
    const names = (images: (typeof a)[]) => images.map((image) => image?.image).join(', ');
    expect((await auditTrail(shop.em(), before._id)).at(-1)?.changes).toEqual({
      images: { from: names([a, b, c]), to: names([c, a, b]) },
    });
  });

  test('changes the list of all products', async () => {
    const before = await addGallery(2);
    const list = () => shop.call('GET', '/products');
    const first = await list();
    await order(before._id, idsOf(before).reverse());
    const second = await list();
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
    const listed = second.body.products.find(({ _id }: { _id: string }) => _id === before._id);
    expect(await readAsShopper(before._id)).toMatchObject(listed);
    expect(listed.image).toBe(before.images[1]?.image);
  });

  test('writes nothing if the order is the same', async () => {
    const before = await addGallery(3);
    const trail = await auditTrail(shop.em(), before._id);
    const { status, body } = await order(before._id, idsOf(before));
    expect([status, body.product]).toEqual([200, before]);
    expect(await auditTrail(shop.em(), before._id)).toEqual(trail);
  });

  test.each<[string, (ids: string[]) => unknown]>([
    ['one is missing', ([a, b]) => [a, b]],
    ['one is unknown', ([a, b]) => [a, b, UNKNOWN]],
    ['one is sent twice', ([a, b]) => [a, b, b]],
    ['one is sent twice besides all', ([a, b, c]) => [a, b, c, c]],
    ['one is no id', ([a, b]) => [a, b, '1; drop table picture']],
    ['one is no text', ([a, b]) => [a, b, { toString: 1 }]],
    ['there are none', () => []],
    ['the list is missing', () => undefined],
    ['the list is null', () => null],
    ['the list is text', ([a]) => a],
    ['there are too many', ([a]) => Array.from({ length: 2000 }, () => a)],
  ])('is refused if %s, and nothing changes', async (_what, wrong) => {
    const before = await addGallery(3);
    const response = await order(before._id, wrong(idsOf(before)));
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid', message: expect.any(String) } });
    expect(Object.keys(response.body.fields)[0]).toMatch(/^ids/);
    expect(await read(before._id)).toEqual(before);
  });

  test("doesn't accept the pictures of another product", async () => {
    const [mine, other] = [await addGallery(2), await addGallery(2)];
    expect((await order(mine._id, idsOf(other))).status).toBe(422);
    expect(await read(other._id)).toEqual(other);
    expect(await order(UNKNOWN, idsOf(mine))).toMatchObject({ status: 404, body: { message: 'Product not found' } });
  });

  test('serializes changes that arrive at once', async () => {
    const before = await addGallery(5);
    const ids = idsOf(before);
    const orders = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)], ids.toReversed(), ids.toSorted()];
    const responses = await Promise.all([...orders.map((wanted) => order(before._id, wanted)), add(before._id)]);
    for (const { status } of responses) expect([200, 422]).toContain(status);
    const after = await read(before._id);
    expect(idsOf(after).slice(0, 5).sort()).toEqual(ids.toSorted());
    expect(await positions(before._id)).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await auditTrail(shop.em(), before._id)).length).toBe(after.version);
  });

  test('keeps the places of pictures that are still being processed', async () => {
    const before = await addGallery(3);
    const [a = '', b = '', c = ''] = idsOf(before);
    const results = await Promise.all([process(c), order(before._id, [c, a, b]), process(a)]);
    expect(results[1].status).toBe(200);
    await process(b);
    const after = await read(before._id);
    expect(idsOf(after)).toEqual([c, a, b]);
    expect(after.images.map(({ imageState }) => imageState)).toEqual(['ready', 'ready', 'ready']);
  });

  test('moves a pending replacement with its picture', async () => {
    const before = await addShownGallery(3);
    const [a = '', b = '', c = ''] = idsOf(before);
    const replacement = await replaceMain(before._id);
    const { body } = await order(before._id, [b, c, a]);
    expect(idsOf(body.product)).toEqual([b, c, a]);
    expect(body.product.images.map(({ imageState }: { imageState: string }) => imageState)).toEqual([
      'ready',
      'ready',
      'processing',
    ]);
    // The next replacement belongs to the new main picture.
    const second = await replaceMain(before._id);
    await process(replacement);
    await process(second);
    expect(idsOf(await read(before._id))).toEqual([second, c, replacement]);
    expect(await filesOf(a, b)).toEqual([]);
    // A replaced picture is no longer one of the product's.
    expect((await order(before._id, [a, b, c])).status).toBe(422);
  });
});

describe('a picture that failed', () => {
  const shownIds = async (id: string) => idsOf(await readAsShopper(id));
  const listedIds = async (id: string) => {
    const { products } = (await shop.call('GET', '/products')).body;
    return idsOf(products.find(({ _id }: { _id: string }) => _id === id));
  };

  test('is shown to admins with the reason, but not to shoppers', async () => {
    const { _id } = await addShownGallery(1);
    await add(_id, broken);
    await add(_id);
    const [a = '', b = '', c = ''] = idsOf(await read(_id));
    // A picture in preparation is shown as such.
    expect(await shownIds(_id)).toEqual([a, b, c]);
    await process(b);
    const { images } = await read(_id);
    expect(images[1]).toMatchObject({ _id: b, imageState: 'failed', imageFailure: 'The picture is broken' });
    expect(images[2]).toMatchObject({ _id: c, imageState: 'processing', imageFailure: null });
    expect(await shownIds(_id)).toEqual([a, c]);
    expect(await listedIds(_id)).toEqual([a, c]);
    expect((await readAsShopper(_id)).images[0]).not.toHaveProperty('imageFailure');
  });

  test('is shown to shoppers as failed if it is the main picture', async () => {
    const { productId } = (await send(broken)).body;
    await add(productId);
    const [a = '', b = ''] = idsOf(await read(productId));
    await process(a);
    const shown = await readAsShopper(productId);
    expect(shown).toMatchObject({ imageState: 'failed', images: [{ image: shown.image, imageState: 'failed' }, {}] });
    expect(await listedIds(productId)).toEqual([a, b]);
    await order(productId, [b, a]);
    expect(await shownIds(productId)).toEqual([b]);
  });

  test('hides nothing that an earlier upload still shows', async () => {
    const before = await addShownGallery(2);
    const [a = '', b = ''] = idsOf(before);
    const failed = await replaceMain(before._id, broken);
    await process(failed);
    const { body } = await order(before._id, [b, a]);
    expect(body.product.images[1]).toMatchObject({
      _id: a,
      imageState: 'failed',
      imageFailure: 'The picture is broken',
    });
    expect(await shownIds(before._id)).toEqual([b, a]);
  });
});
