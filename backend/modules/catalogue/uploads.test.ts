import { once } from 'node:events';
import fs, { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { pngBomb } from '../../../testing/data/bombs.ts';
import { productForm, startPictureShop } from '../../../testing/data/catalogue.ts';
import { drawing, listUploads } from '../../../testing/data/pictures.ts';
import { waitFor } from '../../../testing/wait.ts';

// Looks at files on the disk, and fills it up.
const { shop, admin, product, jpeg, read, send } = await startPictureShop({ s3: null });

describe('uploading a picture', () => {
  test.each([
    ['jpeg', () => jpeg(), '.jpg'],
    ['png', () => drawing().png().toBuffer(), '.png'],
    ['webp', () => drawing().webp().toBuffer(), '.webp'],
    ['avif', () => drawing().avif().toBuffer(), '.webp'],
    ['gif', () => drawing().gif().toBuffer(), '.webp'],
  ])('recognizes %s by its bytes, not its file name', async (_format, encode, extension) => {
    const { status, body } = await send(await encode(), '../../evil.html');
    expect(status).toBe(200);
    expect((await read(body.productId)).image).toMatch(new RegExp(`^[0-9a-f-]{36}\\${extension}$`));
  });

  test.each<[string, Uint8Array | string]>([
    ['text', 'just text'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['TIFF', 'II*\0\b\0\0\0'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['one byte', '\xff'],
    ['only the signature of a JPEG', '\xff\xd8\xff'],
    ['only the signature of a PNG', '\x89PNG\r\n\x1a\n'],
    ['only the signature of a GIF', 'GIF89a'],
    ['only the signature of a WebP', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['only the signature of an AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1'],
    ['a script after the signature of a JPEG', '\xff\xd8\xff<?php system($_GET[0]); ?>'],
  ])('rejects %s and stores nothing', async (_what, bytes) => {
    const before = await listUploads(shop.storage);
    const response = await send(Buffer.from(bytes as string, 'latin1'), 'picture.jpg');
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupportedType' } });
    expect(response.body.message).toContain('JPEG, PNG, WebP, AVIF or GIF');
    expect(await listUploads(shop.storage)).toEqual(before);
    expect(await temporaryFiles()).toEqual([]);
  });

  test.each([
    ['all', 60, 0],
    ['the rest', 900, 1],
  ])('responds 503 if the disk is full for %s of a picture, and stores nothing', async (_what, width, room) => {
    const before = await listUploads(shop.storage);
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width, height: width, channels: 3, background: '#123', noise } });
    const bytes = await picture.png().toBuffer();
    const files = vi.spyOn(fs, 'createWriteStream').mockImplementation((path) => fullAfter(room, String(path)));
    try {
      const response = await send(bytes);
      expect(response).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.any(String) } });
      expect(response.headers.get('Retry-After')).not.toBe(null);
      expect(files).toHaveBeenCalledOnce();
    } finally {
      files.mockRestore();
    }
    expect(await listUploads(shop.storage)).toEqual(before);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('accepts up to 40 megapixels according to the header', async () => {
    const just = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const more = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    expect((await send(just)).status).toBe(200);
    const response = await send(more);
    expect(response).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
    expect(response.body.message).toContain('40 megapixels');
  });

  test.each([
    [20_000, 2000, 200],
    [20_001, 1, 413],
    [1, 20_001, 413],
    [1, 40_000_000, 413],
  ])('responds to a header that says %i × %i pixels with %i', async (width, height, status) => {
    const response = await send(pngBomb({ width, height, depth: 1 }));
    expect(response.status).toBe(status);
    if (status === 413) expect(response.body.message).toContain('20,000 pixels');
  });

  test('accepts up to 10 MB', async () => {
    const limit = 10 * 1024 * 1024;
    const padded = (size: number) => jpeg().then((bytes) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]));
    expect((await send(await padded(limit))).status).toBe(200);
    for (const size of [limit + 1, 1.2 * limit]) {
      const response = await send(await padded(size));
      expect(response).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
      expect(response.body.message).toContain('10 MB');
    }
    expect(await temporaryFiles()).toEqual([]);
  });

  test('rejects an endless picture while it streams in', async () => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/admin/product HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin}\r\nTransfer-Encoding: chunked\r\n` +
        'Content-Type: multipart/form-data; boundary=edge\r\n\r\n',
    );
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    socket.write(
      chunk('--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n'),
    );
    let response = '';
    socket.on('data', (data) => {
      response += data;
    });
    const megabyte = chunk('x'.repeat(1024 * 1024));
    for (let sent = 0; sent < 64 && response === '' && !socket.destroyed; sent++) {
      if (!socket.write(megabyte)) await waitFor('room or a response', () => !socket.writableNeedDrain || response);
    }
    await waitFor('the rejection', () => response);
    socket.destroy();
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    await waitFor('the file to be gone', async () => (await temporaryFiles()).length === 0);
  });

  test('leaves nothing of an interrupted upload', async () => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/admin/product HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin}\r\nContent-Length: 500000\r\n` +
        'Content-Type: multipart/form-data; boundary=edge\r\n\r\n' +
        '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n' +
        'x'.repeat(200_000),
    );
    await waitFor('the file to arrive', async () => (await temporaryFiles()).length > 0);
    socket.destroy();
    await waitFor('the file to be gone', async () => (await temporaryFiles()).length === 0);
  });

  test('accepts only eight pictures for a new product, one in an edit, and one product', async () => {
    const picture = new Blob([new Uint8Array(await jpeg())]);
    const crowd = (pictures: number) => (form: FormData) => {
      for (let index = 1; index < pictures; index++) form.append('file', picture, `${index}.jpg`);
    };
    const refused: [method: string, change: (form: FormData) => void, message: string][] = [
      ['POST', crowd(9), 'Send at most 8 pictures'],
      ['PUT', crowd(2), 'Send only one picture'],
      ['POST', (form) => form.append('product', '{}'), 'The field product can be sent only once'],
    ];
    for (const [method, change, message] of refused) {
      const form = productForm(product, await jpeg());
      change(form);
      const response = await shop.call(method, '/admin/product', { token: admin, form });
      expect(response).toMatchObject({ status: 400, body: { message } });
    }
    const crowded = productForm(product, await jpeg());
    for (let index = 0; index < 20; index++) crowded.append(`field${index}`, 'x');
    expect((await shop.call('POST', '/admin/product', { token: admin, form: crowded })).status).toBe(413);
    const large = productForm({ ...product, description: 'x'.repeat(200_000) }, await jpeg());
    expect((await shop.call('POST', '/admin/product', { token: admin, form: large })).status).toBe(413);
    await waitFor('the files to be gone', async () => (await temporaryFiles()).length === 0);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['no parts', 'multipart/form-data; boundary=edge', 'x'],
    [
      'no end',
      'multipart/form-data; boundary=edge',
      '--edge\r\nContent-Disposition: form-data; name="product"\r\n\r\n{}',
    ],
    ['an unknown encoding', 'multipart/form-data; boundary=edge', part('Content-Transfer-Encoding: rot13')],
  ])('rejects a form with %s', async (_what, type, body) => {
    const response = await shop.call('POST', '/admin/product', {
      token: admin,
      headers: { 'Content-Type': type },
      body,
    });
    expect(response).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(await temporaryFiles()).toEqual([]);
  });

  test('accepts a field with a transfer encoding', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' };
    const body = part('Content-Transfer-Encoding: 7bit');
    const response = await shop.call('POST', '/admin/product', { token: admin, headers, body });
    expect(response).toMatchObject({ status: 422, body: { fields: { title: 'Title is required' } } });
  });
});

function part(header: string): string {
  return `--edge\r\nContent-Disposition: form-data; name="product"\r\n${header}\r\n\r\n{}\r\n--edge--\r\n`;
}

async function temporaryFiles(): Promise<string[]> {
  const folder = join(shop.dataDir, 'temporary');
  return existsSync(folder) ? await readdir(folder) : [];
}

/** A file on a disk that fills up after `room` chunks. The first chunk contains a picture's header. */
function fullAfter(room: number, path: string): fs.WriteStream {
  let chunks = 0;
  writeFileSync(path, '');
  const file = new Writable({
    write(chunk, _encoding, done) {
      chunks += 1;
      if (chunks <= room) appendFileSync(path, chunk);
      const failure = chunks <= room ? null : Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      setImmediate(done, failure);
    },
  });
  return file as fs.WriteStream;
}
