import { describe, expect, test } from 'vitest';
import { drawing } from '../../../testing/data/pictures.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../testing/shop/statements.ts';
import { waitFor } from '../../../testing/wait.ts';
import { newId } from '../ids.ts';
import { removeOldKeyedCalls } from './keyed-calls.ts';

const shop = await startTestShop({ apis: 2 });
const admin = await shop.admin();
const { categoryId } = (await addCategory('all')).body;

type Sent = { by?: Pick<LoggedIn, 'token'>; path?: string; method?: string };

/** Sends a call with a key. */
function send(
  key: string,
  body: object | string,
  { by = admin, path = '/admin/category', method = 'POST' }: Sent = {},
) {
  return shop.call(method, path, { token: by.token, body, headers: { 'Idempotency-Key': key } });
}

function addCategory(name: string) {
  return shop.call('POST', '/admin/category', { token: admin.token, body: { categoryName: name } });
}

/** The input for something that may be added twice: an API key. */
const apiKey = () => ({ name: `Key ${newId()}`, scopes: ['orders:read'] });

const addKey = (key: string, body: object | string, by: Sent['by'] = admin) =>
  send(key, body, { path: '/admin/api-key', by });

/** How many keys have a name. */
async function countKeys({ name }: { name: string }): Promise<number> {
  const [row] = await shop.em().execute<[{ count: number }]>('select count(*) from api_key where name = ?', [name]);
  return row.count;
}

/** Lets no key be stored until `release` is called. */
async function holdKeys() {
  const em = shop.em();
  await em.begin();
  await em.execute('lock table api_key in exclusive mode');
  return {
    async untilWaiting(count: number) {
      await waitFor(`${count} waiting transactions`, async () => {
        const [row] = await shop.em().execute<[{ waiting: number }]>(
          `select count(*) as waiting from pg_locks join pg_database on oid = database
             where not granted and datname = current_database()`,
        );
        return row.waiting >= count;
      });
    },
    release: () => em.rollback(),
  };
}

describe('a call with an Idempotency-Key', () => {
  test('is done once, whichever API gets it again', async () => {
    const body = apiKey();
    const first = await addKey('again', body);
    expect(first.status).toBe(200);
    for (let count = 0; count < 4; count += 1) {
      const again = await addKey('again', body);
      expect([again.status, again.body]).toEqual([200, { ...first.body, secret: undefined }]);
    }
    expect(await countKeys(body)).toBe(1);
    expect((await addKey('other', body)).status).toBe(200);
    expect(await countKeys(body)).toBe(2);
  });

  test('is done once if many arrive at once: the others wait for the first', async () => {
    const body = apiKey();
    const held = await holdKeys();
    const calls = Array.from({ length: 6 }, () => addKey('at once', body));
    await held.untilWaiting(1);
    await held.release();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.apiKey._id)).size).toBe(1);
    expect(await countKeys(body)).toBe(1);
  });

  test('is refused with another body, of which each byte counts', async () => {
    const body = apiKey();
    await addKey('body', body);
    const refused = await addKey('body', `${JSON.stringify(body)} `);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This Idempotency-Key was used for another request' },
    });
    expect((await addKey('body', body)).status).toBe(200);
    expect(await countKeys(body)).toBe(1);
  });

  test('belongs to its caller, and to its path', async () => {
    const body = apiKey();
    await addKey('caller', body);
    await addKey('caller', body, await shop.staff('admin'));
    expect(await countKeys(body)).toBe(2);
    const category = { categoryName: `Of another path ${newId()}` };
    expect((await send('caller', category)).status).toBe(200);
    const added = await addKey('its own', { name: 'ERP', scopes: ['products:write'] });
    const byKey = await send('caller', category, { by: { token: added.body.secret } });
    expect(byKey.body.message).toBe('Category Name exists');
  });

  test('is done again after a failure', async () => {
    const name = `Taken ${newId()}`;
    const taken = await addCategory(name);
    expect((await send('failed', { categoryName: name })).status).toBe(409);
    await shop.call('DELETE', `/admin/category/${taken.body.categoryId}`, { token: admin.token });
    expect((await send('failed', { categoryName: name })).status).toBe(200);
    expect((await send('failed', { categoryName: '' })).status).toBe(409);
    expect((await send('never valid', { categoryName: '' })).status).toBe(422);
    expect((await send('never valid', { categoryName: `Valid ${newId()}` })).status).toBe(200);
  });

  test('is done again after a day, and then forgotten', async () => {
    const body = apiKey();
    await addKey('a day', body);
    const age = (hours: number) =>
      shop.em().execute(`update keyed_call set created_at = now() - ? * interval '1 hour'`, [hours]);
    await age(23.9);
    await addKey('a day', body);
    expect(await countKeys(body)).toBe(1);
    await age(24);
    await addKey('a day', body);
    expect(await countKeys(body)).toBe(2);
    await removeOldKeyedCalls(shop.em());
    expect(await shop.em().execute('select count(*) from keyed_call')).toEqual([{ count: 1 }]);
  });

  test('is done at each PUT and DELETE', async () => {
    const { body } = await addCategory(`Renamed ${newId()}`);
    const path = '/admin/category';
    const rename = (categoryName: string) =>
      send('put', { id: body.categoryId, categoryName }, { path, method: 'PUT' });
    expect((await rename(`One ${newId()}`)).status).toBe(200);
    expect((await rename(`Two ${newId()}`)).status).toBe(200);
    const remove = () => send('delete', {}, { path: `${path}/${body.categoryId}`, method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  test('has at most 255 characters, and is not asked of whom may not call', async () => {
    expect((await send('x'.repeat(256), { categoryName: 'Long' })).status).toBe(400);
    expect((await send('x', '{', { by: await shop.newAccount() })).status).toBe(403);
  });

  test('answers a repeat without a secret', async () => {
    const body = { name: 'ERP', scopes: ['orders:read'] };
    const path = '/admin/api-key';
    const first = await send('secret', body, { path });
    const { secret, ...rest } = first.body;
    expect(secret).toMatch(/^wsk_/);
    const again = await send('secret', body, { path });
    expect(again.body).toEqual(rest);
    expect(JSON.stringify(await shop.em().execute('select * from keyed_call'))).not.toContain(secret);
  });

  test('checks again who sends a repeat', async () => {
    const other = await shop.staff('admin');
    const body = apiKey();
    expect((await addKey('demoted', body, other)).status).toBe(200);
    await shop.em().execute(`update user_account set role = 'support' where id = ?`, [other.userId]);
    expect((await addKey('demoted', body, other)).status).toBe(403);
  });
});

describe('a form with an Idempotency-Key', () => {
  const countPictures = async (title: string): Promise<number> => {
    const sql = 'select count(*) from picture join product on product.id = owner_id where title = ?';
    const [row] = await shop.em().execute<[{ count: number }]>(sql, [title]);
    return row.count;
  };
  const form = (title: string, picture: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="product"\r\n\r\n${JSON.stringify({ title, description: 'Bright', price: 10, categoryId })}\r\n` +
          `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      picture,
      Buffer.from('\r\n--b--\r\n and an epilogue, which counts'),
    ]);
  const upload = async (key: string, body: Buffer) => {
    const response = await fetch(`${shop.url}/api/v1/admin/product`, {
      method: 'POST',
      headers: {
        Authorization: admin.token,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Idempotency-Key': key,
      },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: await response.json() };
  };

  test('is stored once, with its picture', async () => {
    const title = `Pictured ${newId()}`;
    const bytes = form(title, await drawing().png().toBuffer());
    const first = await upload('form', bytes);
    expect(first.status).toBe(200);
    expect(await upload('form', bytes)).toEqual(first);
    expect(await countPictures(title)).toBe(1);
  });

  test('is refused with other bytes', async () => {
    const title = `Pictured ${newId()}`;
    await upload('bytes', form(title, await drawing().png().toBuffer()));
    const other = form(title, await drawing(10, 10).png().toBuffer());
    expect((await upload('bytes', other)).status).toBe(409);
    expect(await countPictures(title)).toBe(1);
  });
});

describe('a call whose answer is lost', () => {
  const interrupted = {
    status: 409,
    body: {
      message:
        'The request with this Idempotency-Key was interrupted. Check what it has changed before you send it with another key.',
    },
  };

  test('is not done again: a repeat says so', async () => {
    const body = apiKey();
    const broken = await interceptStatements(shop.database, (sql) => {
      if (sql.startsWith('insert into "keyed_call"')) throw new Error('The connection is lost');
      return sql;
    });
    const first = await addKey('lost', body);
    broken.mockRestore();
    expect(first.status).toBe(200);
    expect(await addKey('lost', body)).toMatchObject(interrupted);
    expect(await countKeys(body)).toBe(1);
  });

  test('is done again if its transaction was rolled back', async () => {
    const body = apiKey();
    const broken = await interceptStatements(shop.database, (sql) => {
      if (sql === 'commit') throw new Error('The connection is lost');
      return sql;
    });
    const first = await addKey('rolled back', body);
    broken.mockRestore();
    expect(first.status).toBe(500);
    expect(await addKey('rolled back', body)).toMatchObject({ status: 200 });
    expect(await countKeys(body)).toBe(1);
  });
});

test('two at once are done once, even if the connection with their locks is lost', async () => {
  const body = apiKey();
  const held = await holdKeys();
  const calls = [addKey('no locks', body)];
  await held.untilWaiting(1);
  await shop.em().execute(
    `select pg_terminate_backend(pid) from pg_locks
     join pg_stat_activity using (pid) where locktype = 'advisory' and state = 'idle' and datname = current_database()`,
  );
  calls.push(addKey('no locks', body));
  await held.untilWaiting(2);
  await held.release();
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.apiKey).toEqual(answers[1]?.body.apiKey);
  expect(await countKeys(body)).toBe(1);
});
