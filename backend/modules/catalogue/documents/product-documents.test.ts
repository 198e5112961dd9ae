import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditTrail, startPictureShop } from '../../../../testing/data/catalogue.ts';
import { filesIn } from '../../../../testing/data/pictures.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { DOWNLOADS_FOLDER } from '../../../core/storage/storage.ts';
import { documentKey, removeAbandonedDocuments } from './document-files.ts';

// Looks at files on the disk.
const { shop, admin, jpeg, send, read } = await startPictureShop({ s3: null });
const { username } = await shop.admin();
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const manual = { kind: 'manual', title: 'User manual', language: 'de' };
const MEGABYTE = 1024 * 1024;

function documentForm(fields: object = manual, file: Uint8Array | string | null = PDF): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file !== null) form.set('file', new Blob([file as BlobPart]), '../../evil.html');
  return form;
}

const add = (productId: string, fields?: object, file?: Uint8Array | string | null) =>
  shop.call('POST', `/admin/product/${productId}/documents`, { token: admin, form: documentForm(fields, file) });
const remove = (productId: string, documentId: string) =>
  shop.call('DELETE', `/admin/product/${productId}/documents/${documentId}`, { token: admin });
const addProduct = async (): Promise<string> => (await send(await jpeg())).body.productId;
const storedFiles = () => filesIn(shop.storage, DOWNLOADS_FOLDER);

async function unfinished(): Promise<string[]> {
  const folder = join(shop.dataDir, 'temporary');
  return existsSync(folder) ? await readdir(folder) : [];
}

describe('adding a document', () => {
  test('shows it to shoppers and admins, with an entry in the audit trail', async () => {
    const productId = await addProduct();
    const { status, body } = await add(productId);
    expect([status, body.message]).toEqual([200, 'Document added']);
    const [document] = body.product.documents;
    expect(document).toEqual({ _id: expect.any(String), ...manual, url: expect.any(String), bytes: PDF.length });
    expect(body.product.version).toBe(2);
    expect((await read(productId)).documents).toEqual([document]);
    const sheet = await add(productId, { kind: 'energySheet', title: ' Sheet ', language: 'fr' });
    expect(sheet.body.product.documents).toMatchObject([manual, { kind: 'energySheet', title: 'Sheet' }]);
    expect((await auditTrail(shop.em(), productId)).slice(1)).toMatchObject([
      { action: 'product.edited', actor: username, changes: { documents: { from: '', to: 'User manual (de)' } } },
      { changes: { documents: { to: 'User manual (de), Sheet (fr)' } } },
    ]);
  });

  test('serves it as a download that runs nothing', async () => {
    const productId = await addProduct();
    const [{ url }] = (await add(productId)).body.product.documents;
    const response = await fetch(shop.url + url);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'max-age=31536000, immutable',
    });
    expect((await fetch(`${shop.url}${url}`, { method: 'HEAD' })).headers.get('Content-Disposition')).toBe(
      'attachment',
    );
    expect((await fetch(`${shop.url}/${documentKey(newId())}`)).status).toBe(404);
  });

  test.each<[string, Uint8Array | string]>([
    ['text', 'just text'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a page before a PDF', `<script>alert(1)</script>\n${PDF}`],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['one byte', '%'],
  ])('rejects %s and stores nothing', async (_what, file) => {
    const productId = await addProduct();
    const before = await storedFiles();
    const response = await add(productId, manual, file);
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupportedType' } });
    expect(response.body.message).toBe('The document must be a PDF');
    expect(await storedFiles()).toEqual(before);
    expect((await read(productId)).documents).toEqual([]);
  });

  test.each<[object, Uint8Array | null, string]>([
    [manual, null, 'file'],
    [manual, new Uint8Array(), 'file'],
    [{ ...manual, kind: 'poster' }, PDF, 'kind'],
    [{ ...manual, title: ' ' }, PDF, 'title'],
    [{ ...manual, title: 'x'.repeat(101) }, PDF, 'title'],
    [{ ...manual, language: 'Klingon' }, PDF, 'language'],
    [{ kind: 'manual', title: 'Manual' }, PDF, 'language'],
  ])('rejects %j, and stores nothing', async (fields, file, wrong) => {
    const productId = await addProduct();
    const before = await storedFiles();
    const { status, body } = await add(productId, fields, file);
    expect([status, Object.keys(body.fields)]).toEqual([422, [wrong]]);
    expect(await storedFiles()).toEqual(before);
  });

  test('accepts up to 10 MB', async () => {
    const productId = await addProduct();
    const padded = (size: number) => Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]);
    expect((await add(productId, manual, padded(10 * MEGABYTE))).status).toBe(200);
    const before = await storedFiles();
    const response = await add(productId, manual, padded(10 * MEGABYTE + 1));
    expect(response).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
    expect(response.body.message).toBe('A document can have up to 10 MB');
    expect(await storedFiles()).toEqual(before);
  });

  test('accepts ten, also of twelve that arrive at once', async () => {
    const productId = await addProduct();
    const responses = await Promise.all(Array.from({ length: 12 }, () => add(productId)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.message)).toEqual(
      Array(2).fill('This product already has 10 documents. Delete one first.'),
    );
    const { documents } = await read(productId);
    const files = await storedFiles();
    expect(documents).toHaveLength(10);
    for (const { _id } of documents) expect(files).toContain(`${_id}.pdf`);
  });

  test('leaves nothing of an upload that dies', async () => {
    const productId = await addProduct();
    const before = await storedFiles();
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const parts = Object.entries(manual).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    socket.write(
      `POST /api/v1/admin/product/${productId}/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n${parts.join('')}` +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
    );
    socket.write(PDF);
    await waitFor('the upload to begin', async () => (await unfinished()).length > 0);
    socket.destroy();
    await waitFor('the upload to be removed', async () => (await unfinished()).length === 0);
    expect(await storedFiles()).toEqual(before);
    expect((await read(productId)).documents).toEqual([]);
  });

  test('is for those who edit the catalogue', async () => {
    const productId = await addProduct();
    const form = documentForm();
    const path = `/admin/product/${productId}/documents`;
    expect((await shop.call('POST', path, { form })).status).toBe(401);
    const { token } = await shop.newAccount();
    expect((await shop.call('POST', path, { token, form: documentForm() })).status).toBe(403);
    expect((await add(newId())).status).toBe(404);
    const json = await shop.call('POST', path, { token: admin, body: manual });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupportedType' } });
  });
});

describe('deleting', () => {
  test('a document removes its file', async () => {
    const productId = await addProduct();
    const [document] = (await add(productId)).body.product.documents;
    const { status, body } = await remove(productId, document._id);
    expect([status, body.message, body.product.documents]).toEqual([200, 'Document deleted', []]);
    expect((await fetch(shop.url + document.url)).status).toBe(404);
    expect((await remove(productId, document._id)).status).toBe(404);
    expect((await auditTrail(shop.em(), productId)).at(-1)?.changes).toEqual({
      documents: { from: 'User manual (de)', to: '' },
    });
  });

  test("doesn't delete a document of another product", async () => {
    const [productId, other] = [await addProduct(), await addProduct()];
    const [document] = (await add(other)).body.product.documents;
    expect((await remove(productId, document._id)).status).toBe(404);
    expect((await read(other)).documents).toEqual([document]);
  });

  test('a product removes its documents with their files', async () => {
    const productId = await addProduct();
    const [document] = (await add(productId)).body.product.documents;
    await shop.call('DELETE', `/admin/product/${productId}`, { token: admin });
    expect(await storedFiles()).not.toContain(`${document._id}.pdf`);
    expect(await shop.em().execute('select id from product_document where id = ?', [document._id])).toEqual([]);
  });
});

test('the clean-up removes files without a document', async () => {
  const productId = await addProduct();
  const [document] = (await add(productId)).body.product.documents;
  const lost = newId();
  await shop.storage.put(documentKey(lost), PDF);
  await removeAbandonedDocuments(shop.em(), shop.storage, 24 * 60 * 60 * 1000);
  expect(await storedFiles()).toContain(`${lost}.pdf`);
  await removeAbandonedDocuments(shop.em(), shop.storage, 0);
  const files = await storedFiles();
  expect(files).not.toContain(`${lost}.pdf`);
  expect(files).toContain(`${document._id}.pdf`);
});
