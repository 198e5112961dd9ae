import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { importForm } from '../testing/data/imports.ts';
import { drawing } from '../testing/data/pictures.ts';
import { type LoggedIn, startTestShop } from '../testing/shop/shop.ts';
import { interceptStatements } from '../testing/shop/statements.ts';
import { waitFor } from '../testing/wait.ts';
import { folders } from './core/storage/storage.ts';

const shop = await startTestShop();
const productId = await addProduct(shop.em(), shop.storage);
let caller: LoggedIn;

beforeEach(async () => {
  caller = await shop.staff('admin');
});

const setAccount = (column: string, value: unknown) =>
  shop.em().execute(`update user_account set ${column} = ? where id = ?`, [value, caller.userId]);

const pictureForm = async (field: string, data: object) => {
  const form = new FormData();
  form.set(field, JSON.stringify(data));
  form.set('file', new Blob([new Uint8Array(await drawing().jpeg().toBuffer())]), 'picture.jpg');
  return form;
};
const json = (body: object) => new Blob([JSON.stringify(body)], { type: 'application/json' });

type Body = () => Promise<FormData | Blob> | FormData | Blob;

const adminCalls: [method: string, path: string, body: Body][] = [
  ['POST', '/admin/category', () => json({ categoryName: 'Late' })],
  ['PUT', '/admin/product', () => json({ id: productId, title: 'Late' })],
  ['PUT', '/admin/product', () => pictureForm('product', { id: productId, title: 'Late' })],
  ['POST', '/admin/import', () => importForm('title,description,price,category\nLate,Late,1,Late\n')],
];
const otherCalls: typeof adminCalls = [
  ['PUT', '/user/editUser', () => pictureForm('data', { firstName: 'Late' })],
  ['POST', '/comment', () => json({ productId, content: 'Late' })],
];

describe('while the body of a request arrives,', () => {
  test.each([...adminCalls, ...otherCalls])('the session ends: %s %s is refused', async (...call) => {
    const endSession = () => shop.call('POST', '/user/logout', { token: caller.token });
    expect(await refusalOf(call, endSession)).toEqual([401, 'Your session has ended. Please log in again.']);
  });

  test.each(adminCalls)('the user becomes inactive: %s %s is refused', async (...call) => {
    expect(await refusalOf(call, () => setAccount('active', false))).toEqual([401, expect.any(String)]);
  });

  test.each(adminCalls)('the role is taken: %s %s is refused', async (...call) => {
    expect(await refusalOf(call, () => setAccount('role', 'user'))).toEqual([403, 'Only admins may do this']);
  });

  test.each(adminCalls)('the role changes to one without the capability: %s %s is refused', async (...call) => {
    expect(await refusalOf(call, () => setAccount('role', 'support'))).toEqual([403, "Your role doesn't allow this."]);
  });

  test.each(adminCalls)('the role changes to another with the capability: %s %s succeeds', async (...call) => {
    expect(await send(call, () => setAccount('role', 'catalogue'))).toMatchObject({ status: 200 });
  });
});

test('a body that arrives with its headers needs no second check', async () => {
  let checks = 0;
  const watched = await interceptStatements(shop.database, (sql) => {
    if (sql.includes('from "session"')) checks += 1;
    return sql;
  });
  const headers = { Authorization: caller.token, 'Content-Type': 'application/json' };
  const sent = request(`${shop.url}/api/v1/admin/category`, { method: 'POST', headers });
  // Node sends headers and text together.
  const [answer] = await once(sent.end('{"categoryName":"Prompt"}'), 'response');
  watched.mockRestore();
  expect([answer.resume().statusCode, checks]).toEqual([200, 1]);
});

type Answer = { status: number; body: { message: string } };

/** Sends a call slowly, and expects that it changes nothing. @returns the status and the message */
async function refusalOf(call: (typeof adminCalls)[number], meanwhile: () => Promise<unknown>) {
  const before = await stored();
  const { status, body } = await send(call, meanwhile);
  expect(await stored()).toEqual(before);
  return [status, body.message];
}

/** Sends a call whose body arrives in two parts. `meanwhile` runs between them, once the caller has been identified. */
async function send(call: (typeof adminCalls)[number], meanwhile: () => Promise<unknown>): Promise<Answer> {
  const [method, path, body] = call;
  const whole = new Response(await body());
  const bytes = Buffer.from(await whole.clone().arrayBuffer());
  let identified = false;
  const watched = await interceptStatements(shop.database, (sql) => {
    identified ||= sql.includes('from "session"');
    return sql;
  });
  const headers = { Authorization: caller.token, 'Content-Type': whole.headers.get('Content-Type') ?? '' };
  const sent = request(`${shop.url}/api/v1${path}`, { method, headers });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(bytes.subarray(0, bytes.length / 2));
  await waitFor('the first check of the caller', () => identified);
  watched.mockRestore();
  await meanwhile();
  sent.end(bytes.subarray(bytes.length / 2));
  const [{ statusCode = 0 }, text] = await response.then(async ([answer]) => [answer, await textOf(answer)] as const);
  return { status: statusCode, body: JSON.parse(text) };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  return (await answer.setEncoding('utf8').toArray()).join('');
}

async function stored(): Promise<unknown> {
  const tables = ['product', 'category', 'picture', 'comment', 'catalogue_import', 'outbox_event', 'audit_entry'];
  return {
    rows: await Promise.all(tables.map((table) => shop.em().execute(`select * from ${table} order by id`))),
    names: await shop.em().execute('select first_name from user_account order by id'),
    files: [
      await Readable.from(shop.storage.list(folders.uploads, 0)).toArray(),
      await shop.storage.listFolders(folders.imports, 0),
    ],
  };
}
