import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { productForm, startPictureShop } from '../../../testing/data/catalogue.ts';
import { drawing, filesIn, latestPicture, photo } from '../../../testing/data/pictures.ts';
import { UnprocessableError } from '../../core/errors.ts';
import { readAll, type Storage } from '../../core/storage/storage.ts';
import { deleteProduct } from '../catalogue/products/products.admin.service.ts';
import { removeAbandonedPictures } from './clean-up.service.ts';
import { removePictureFiles } from './picture-files.ts';
import { giveUpPicture, processPicture } from './processing.service.ts';
import { readUpload, removeUpload, uploadKey } from './uploads.ts';

const { shop, admin, jpeg, read, send } = await startPictureShop({ languages: ['en', 'de'] });

/** Adds a product with a picture awaiting processing. */
async function add(file: Uint8Array) {
  const { status, body } = await send(file);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const productId: string = body.productId;
  return { productId, upload: await latestPicture(shop.em(), productId) };
}

const run = ({ upload }: { upload: string }) => processPicture(shop.em(), shop.storage, 'product', upload);
const failureOf = async (productId: string) =>
  (await shop.call('GET', `/admin/product/${productId}`, { token: admin })).body.product.imageFailure;
const published = async (upload: string) =>
  (await filesIn(shop.storage, 'uploads')).filter((name) => name.startsWith(upload));
const openPublished = async (name: string) => (await readAll(shop.storage, `uploads/${name}`)) ?? Buffer.of();

/** Uploads a new picture of a product. */
async function replace(productId: string, bytes: Uint8Array) {
  const form = productForm({ id: productId }, bytes);
  expect((await shop.call('PUT', '/admin/product', { token: admin, form })).status).toBe(200);
  return { productId, upload: await latestPicture(shop.em(), productId) };
}

/** A storage that can't list a folder, which takes long in large ones. */
function withoutLists(storage: Storage): Storage {
  const list = () => {
    throw new Error('A folder was listed');
  };
  return Object.create(storage, { list: { value: list } });
}

describe('processing a picture', () => {
  test('publishes the picture and its derivatives, and removes the upload', async () => {
    const work = await add(await drawing(1500, 900).jpeg().toBuffer());
    expect(await published(work.upload)).toEqual([]);
    await run(work);
    const shown = await read(work.productId);
    expect(shown).toMatchObject({ image: `${work.upload}.jpg`, imageState: 'ready', imageWidths: [320, 640, 1280] });
    expect(await published(work.upload)).toEqual(
      [`${work.upload}-1280.webp`, `${work.upload}-320.webp`, `${work.upload}-640.webp`, `${work.upload}.jpg`].sort(),
    );
    for (const width of shown.imageWidths) {
      const header = await sharp(await openPublished(`${work.upload}-${width}.webp`)).metadata();
      expect(header).toMatchObject({ format: 'webp', width, height: Math.round(width * 0.6) });
    }
    expect(await sharp(await openPublished(shown.image)).metadata()).toMatchObject({ format: 'jpeg', width: 1500 });
    expect(await readUpload(shop.storage, work.upload)).toBeNull();
    expect((await fetch(`${shop.url}/uploads/${shown.image}`)).status).toBe(200);
  });

  test.each([
    [200, 150, [200]],
    [320, 10, [320]],
    [700, 2000, [320, 640]],
    [1, 1, [1]],
    [4000, 100, [320, 640, 1280]],
  ])('never enlarges a picture of %i × %i pixels', async (width, height, widths) => {
    const work = await add(await drawing(width, height).png().toBuffer());
    await run(work);
    expect((await read(work.productId)).imageWidths).toEqual(widths);
    const header = await sharp(await openPublished(`${work.upload}.png`)).metadata();
    expect(header.width).toBe(Math.min(width, 2560));
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'turns a picture of EXIF orientation %i upright and drops its metadata',
    async (orientation) => {
      const secret = 'Taken at home';
      const work = await add(
        await drawing(400, 200)
          .jpeg()
          .withExif({ IFD0: { ImageDescription: secret }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
          .withMetadata({ orientation, icc: 'p3' })
          .toBuffer(),
      );
      await run(work);
      const names = await published(work.upload);
      const files = await Promise.all(names.map(openPublished));
      for (const file of files) {
        const { width, height, ...header } = await sharp(file).metadata();
        const { exif, icc, xmp, iptc, orientation: left } = header;
        expect({ exif, icc, xmp, iptc, left }).toEqual({});
        expect(width > height).toBe(orientation < 5);
        expect(file.includes(secret)).toBe(false);
      }
      const { data, info } = await sharp(files.at(-1)).raw().toBuffer({ resolveWithObject: true });
      const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
      const [right, bottom] = [info.width - 20, info.height - 20];
      const corners = [isRed(20, 20), isRed(right, 20), isRed(20, bottom), isRed(right, bottom)];
      const sides = { left: [true, false, true, false], right: [false, true, false, true] };
      const ends = { top: [true, true, false, false], bottom: [false, false, true, true] };
      expect(corners).toEqual({ ...sides, ...ends }[redSides[orientation] ?? '']);
    },
  );

  test.each<[string, number, () => Promise<Buffer>]>([
    ['JPEG without its end marker', 2, () => photo().jpeg().toBuffer()],
    ['JPEG with half of its end marker', 1, () => photo().jpeg().toBuffer()],
    ['progressive JPEG without its end marker', 2, () => photo().jpeg({ progressive: true }).toBuffer()],
    ['PNG without its end chunk', 12, () => photo().png().toBuffer()],
    ['GIF without its trailer', 1, () => photo().gif().toBuffer()],
  ])('shows a %s whole, as browsers do', async (_what, missing, bytes) => {
    const whole = await bytes();
    const work = await add(whole.subarray(0, -missing));
    await run(work);
    expect(await read(work.productId)).toMatchObject({ imageState: 'ready' });
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    const complete = await add(whole);
    await run(complete);
    const [shown, expected] = await Promise.all(
      [work, complete].map(async ({ productId }) => pixels(await openPublished((await read(productId)).image))),
    );
    expect(shown?.equals(expected ?? Buffer.of())).toBe(true);
  });

  test('draws unusual pictures as browsers show them: CMYK, 16 bits, transparency, animation', async () => {
    const frames = await Promise.all(['#f00', '#0f0'].map((background) => square(background, 4).png().toBuffer()));
    const uploads = [
      await square('#f00').toColourspace('cmyk').jpeg().toBuffer(),
      await square('#f00').toColourspace('rgb16').png().toBuffer(),
      await square('#ff000080', 4).png().toBuffer(),
      await sharp(frames, { join: { animated: true } })
        .gif({ delay: [100, 100] })
        .toBuffer(),
    ];
    for (const [index, bytes] of uploads.entries()) {
      const work = await add(bytes);
      await run(work);
      const name = (await read(work.productId)).image;
      const file = await openPublished(name);
      const header = await sharp(file).metadata();
      expect(header).toMatchObject({ space: 'srgb', depth: 'uchar', width: 64, height: 64 });
      expect(header.pages ?? 1).toBe(1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(file).ensureAlpha().raw().toBuffer();
      expect(red).toBeGreaterThan(200);
      expect(Math.max(green, blue)).toBeLessThan(60);
      expect(alpha < 255).toBe(index === 2);
    }
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['truncated JPEG', async () => (await photo().jpeg().toBuffer()).subarray(0, 20_000)],
    ['JPEG without its last pixels', async () => (await photo().jpeg().toBuffer()).subarray(0, -200)],
    [
      'progressive JPEG without its last pixels',
      async () => (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, -50),
    ],
    ['truncated PNG', async () => (await photo().png().toBuffer()).subarray(0, 20_000)],
    ['truncated GIF', async () => (await photo().gif().toBuffer()).subarray(0, 20_000)],
    ['damaged PNG', async () => (await photo().png().toBuffer()).fill(0, 5000, 6000)],
  ])('records why a %s failed and removes its upload, however often it runs', async (_what, bytes) => {
    const work = await add(await bytes());
    for (let time = 0; time < 2; time++) {
      expect(await run(work)).toEqual({ picture: 'failed', reason: expect.stringMatching(/^The picture is broken/) });
    }
    expect(await read(work.productId)).toMatchObject({ imageState: 'failed', imageWidths: [] });
    expect(await failureOf(work.productId)).toBe('The picture is broken');
    expect(await published(work.upload)).toEqual([]);
    expect(await readUpload(shop.storage, work.upload)).toBeNull();
  });

  test('is idempotent when repeated, run concurrently, or rerun after a crash before the upload was removed', async () => {
    const bytes = await jpeg();
    const work = await add(bytes);
    await Promise.all([run(work), run(work), run(work)]);
    const first = await read(work.productId);
    expect(first.imageState).toBe('ready');
    await shop.storage.put(uploadKey(work.upload), bytes);
    await run(work);
    await run(work);
    expect(await read(work.productId)).toEqual(first);
    expect(await published(work.upload)).toHaveLength(1 + first.imageWidths.length);
    expect(await readUpload(shop.storage, work.upload)).toBeNull();
  });

  test('overwrites the files of a run that crashed before updating the database', async () => {
    const work = await add(await jpeg());
    await shop.storage.put(`uploads/${work.upload}.jpg`, Buffer.from('half'));
    await run(work);
    expect((await sharp(await openPublished(`${work.upload}.jpg`)).metadata()).width).toBe(800);
    expect((await read(work.productId)).imageState).toBe('ready');
  });

  test('shows the old picture until the new one is ready, then removes its files', async () => {
    const old = await add(await jpeg());
    await run(old);
    const before = await read(old.productId);
    const next = await replace(old.productId, await drawing(500, 500).png().toBuffer());
    expect((await fetch(`${shop.url}/uploads/${before.image}`)).status).toBe(200);
    await run(next);
    expect(await read(old.productId)).toMatchObject({
      image: `${next.upload}.png`,
      imageState: 'ready',
      imageWidths: [320],
    });
    expect(await published(old.upload)).toEqual([]);
    // The old event is delivered again.
    await run(old);
    expect(await published(next.upload)).toHaveLength(2);
  });

  test('keeps showing the old picture if the new one is broken', async () => {
    const old = await add(await jpeg());
    await run(old);
    const before = await read(old.productId);
    const next = await replace(old.productId, (await photo().jpeg().toBuffer()).subarray(0, 20_000));
    expect(await run(next)).toMatchObject({ picture: 'failed' });
    const images = [{ ...before.images[0], imageState: 'failed' }];
    expect(await read(old.productId)).toEqual({ ...before, imageState: 'failed', images });
    expect(await failureOf(old.productId)).toBe('The picture is broken');
    expect(await published(old.upload)).toHaveLength(3);
  });

  test('leaves no files of an upload replaced by a newer one, in either order', async () => {
    const old = await add(await jpeg());
    const next = await replace(old.productId, await jpeg());
    await Promise.all([run(next), run(old)]);
    expect(await read(old.productId)).toMatchObject({ image: `${next.upload}.jpg`, imageState: 'ready' });
    expect(await published(old.upload)).toEqual([]);
    expect(await readUpload(shop.storage, old.upload)).toBeNull();
  });

  test('leaves no files of a deleted product', async () => {
    const work = await add(await jpeg());
    await deleteProduct(shop.em(), shop.storage, { userId: crypto.randomUUID(), username: 'admin' }, work.productId);
    await shop.storage.put(uploadKey(work.upload), await jpeg());
    await shop.storage.put(`uploads/${work.upload}.jpg`, await jpeg());
    await run(work);
    expect(await published(work.upload)).toEqual([]);
    expect(await readUpload(shop.storage, work.upload)).toBeNull();
  });

  test('records that its job failed permanently, and that a retry succeeded', async () => {
    const work = await add(await jpeg());
    await giveUpPicture(shop.em(), work.upload);
    const { body } = await shop.call('GET', `/admin/product/${work.productId}`, { token: admin });
    expect(body.product).toMatchObject({
      imageState: 'failed',
      imageFailure: 'A server error stopped its processing. Upload it again, or retry its job in the queue dashboard.',
    });
    const german = { token: admin, headers: { 'Accept-Language': 'de' } };
    const { body: translated } = await shop.call('GET', `/admin/product/${work.productId}`, german);
    expect(translated.product.imageFailure).toMatch(/^Ein Serverfehler hat die Verarbeitung gestoppt\./);
    expect(translated.product.images).toMatchObject([{ imageFailure: translated.product.imageFailure }]);
    await run(work);
    expect((await read(work.productId)).imageState).toBe('ready');
    await giveUpPicture(shop.em(), work.upload);
    expect((await read(work.productId)).imageState).toBe('ready');
  });

  test('keeps a reason recorded earlier', async () => {
    const work = await add((await photo().jpeg().toBuffer()).subarray(0, 20_000));
    await run(work);
    await giveUpPicture(shop.em(), work.upload);
    expect(await failureOf(work.productId)).toBe('The picture is broken');
  });

  test('replaces a server error as the reason if a retry finds the picture broken', async () => {
    const work = await add((await photo().jpeg().toBuffer()).subarray(0, 20_000));
    await giveUpPicture(shop.em(), work.upload);
    await run(work);
    expect(await failureOf(work.productId)).toBe('The picture is broken');
  });

  test('fails if the upload is lost', async () => {
    const work = await add(await jpeg());
    await removeUpload(shop.storage, work.upload);
    await expect(run(work)).rejects.toBeInstanceOf(UnprocessableError);
    expect((await read(work.productId)).imageState).toBe('failed');
    expect(await failureOf(work.productId)).toBe('The uploaded file is missing. Upload the picture again.');
  });
});

test('removing a picture that was never published lists no folder', async () => {
  const storage = withoutLists(shop.storage);
  const { upload } = await add(await jpeg());
  await removePictureFiles(storage, [{ id: upload, ownerKind: 'product', extension: '.jpg', widths: [] }]);
  expect(await readUpload(shop.storage, upload)).toBeNull();
  const gone = crypto.randomUUID();
  expect(await processPicture(shop.em(), storage, 'product', gone)).toEqual({ picture: 'removed' });
});

test('the run of a removed picture removes what a killed run has published', async () => {
  const gone = crypto.randomUUID();
  for (const name of [`${gone}.png`, `${gone}-200.webp`]) await shop.storage.put(`uploads/${name}`, await jpeg());
  expect(await processPicture(shop.em(), shop.storage, 'product', gone)).toEqual({ picture: 'removed' });
  expect(await published(gone)).toEqual([]);
});

test('the clean-up removes only old files without a picture', async () => {
  const ready = await add(await jpeg());
  await run(ready);
  const waiting = await add(await jpeg());
  const [upload, picture] = [crypto.randomUUID(), crypto.randomUUID()];
  await shop.storage.put(uploadKey(upload), await jpeg());
  for (const name of [`${picture}.jpg`, `${picture}-320.webp`]) await shop.storage.put(`uploads/${name}`, await jpeg());
  await removeAbandonedPictures(shop.em(), shop.storage, 60 * 60 * 1000);
  expect(await published(picture)).toHaveLength(2);
  expect(await readUpload(shop.storage, upload)).not.toBeNull();
  await removeAbandonedPictures(shop.em(), shop.storage, 0);
  expect(await published(picture)).toEqual([]);
  expect(await readUpload(shop.storage, upload)).toBeNull();
  expect(await published(ready.upload)).toHaveLength(3);
  expect(await readUpload(shop.storage, waiting.upload)).not.toBeNull();
});

/** Which side the red left half is on in an upright picture, by orientation (EXIF 2.32, tag 0x0112). */
const redSides: Record<number, string> = {
  1: 'left',
  2: 'right',
  3: 'right',
  4: 'left',
  5: 'top',
  6: 'top',
  7: 'bottom',
  8: 'bottom',
};

function square(background: string, channels: 3 | 4 = 3) {
  return sharp({ create: { width: 64, height: 64, channels, background } });
}
