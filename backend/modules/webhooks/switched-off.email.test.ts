import { afterAll, expect, test } from 'vitest';
import { mailsTo, readMail } from '../../../testing/data/mails.ts';
import { answering, startReceiver } from '../../../testing/servers/receiver.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';

const shop = await startTestShop({ workers: true });
const receiver = await startReceiver();
afterAll(() => receiver.close());
const admin = await shop.admin();

/** Adds an endpoint of an admin's, whose account then changes by `change`, and sends it a test. */
async function send(author: { token: string; userId: string }, change?: string): Promise<string> {
  const body = { url: receiver.url, events: ['*'] };
  const { webhook } = (await shop.call('POST', '/admin/webhook', { token: author.token, body })).body;
  if (change) await shop.em().execute(`${change} where id = ?`, [author.userId]);
  await shop.call('POST', `/admin/webhook/${webhook._id}/test`, { token: admin.token });
  return webhook._id;
}

const read = (to: string) => readMail(shop.mailbox.url, to, /^We switched off a webhook/);

test('the author of an endpoint that is gone gets a mail', async () => {
  receiver.answer = answering(410);
  const author = await shop.staff('admin');
  const id = await send(author);
  const { text } = await read(author.email);
  expect(text).toContain(`${receiver.url} responded that it no longer exists (410).`);
  expect(text).toContain('Events that were waiting for it were dropped.');
  expect(text).toContain(`/dashboard/webhooks/${id}`);
});

test('so does the author of one that has failed for days', async () => {
  receiver.answer = answering(500);
  const author = await shop.staff('admin');
  const id = await send(author);
  const failing = async () => {
    const [row] = await shop.em().execute('select 1 from webhook where id = ? and failing_since is not null', [id]);
    return row !== undefined;
  };
  await waitFor('the failure', failing);
  await shop.em().execute(`update webhook set failing_since = now() - interval '5 days' where id = ?`, [id]);
  await shop.call('POST', `/admin/webhook/${id}/test`, { token: admin.token });
  const { text } = await read(author.email);
  expect(text).toContain(`Nothing has reached ${receiver.url} for 5 days.`);
  expect(text).toContain('will be sent once you switch it on again');
});

test.each([
  ['is deleted', 'delete from user_account'],
  ['is inactive', 'update user_account set active = false'],
  ['is a shopper again', `update user_account set role = 'user'`],
  ['has another role', `update user_account set role = 'catalogue'`],
  ['has an unverified email', 'update user_account set verified_at = null'],
])('those of an author who %s go to the owners', async (_, change) => {
  receiver.answer = answering(410);
  const owner = await shop.staff('owner');
  const [other, author] = [await shop.staff('admin'), await shop.staff('admin')];
  await send(author, change);
  await read(owner.email);
  for (const { email } of [other, author]) expect(await mailsTo(shop.mailbox.url, email)).toEqual([]);
});

test('without an author or an owner, all who manage webhooks get it', async () => {
  receiver.answer = answering(410);
  await shop.em().execute(`update user_account set role = 'user' where role = 'owner'`);
  const [other, author] = [await shop.staff('admin'), await shop.staff('admin')];
  await send(author, 'delete from user_account');
  await read(other.email);
});
