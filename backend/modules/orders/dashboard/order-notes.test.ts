import { expect, test } from 'vitest';
import { ADMIN_NOTE_MAX } from '#contract/orders/orders.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();

async function place() {
  const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
  const second = await fixture.shop.newAccount();
  await fixture.shop.em().execute("update user_account set role = 'admin' where id = ?", [second.userId]);
  const admins = [await fixture.shop.admin(), second] as const;
  const path = `/admin/order/${body.orderId}/note`;
  const add = (text: unknown, { token } = admins[0]) => fixture.shop.call('POST', path, { token, body: { text } });
  const remove = (noteId: string, { token } = admins[0]) => fixture.shop.call('DELETE', `${path}/${noteId}`, { token });
  return { orderId: body.orderId as string, admins, add, remove };
}

test('admins leave each other notes, which no shopper sees', async () => {
  const { orderId, admins, add } = await place();
  await add('  Call before delivery ');
  const { body } = await add('Called', admins[1]);
  expect(body).toMatchObject({
    message: 'Note added',
    order: { notes: [{ text: 'Call before delivery', authorId: admins[0].userId }, { text: 'Called' }] },
  });
  const { token } = fixture.shopper;
  for (const path of [`/orders/${orderId}`, '/user/export']) {
    expect(JSON.stringify((await fixture.shop.call('GET', path, { token })).body)).not.toContain('Call before');
  }
});

test('an admin deletes only their own notes, once', async () => {
  const { admins, add, remove } = await place();
  const [note] = (await add('Mine')).body.order.notes;
  expect((await remove(note._id, admins[1])).status).toBe(404);
  expect(await remove(note._id)).toMatchObject({ status: 200, body: { order: { notes: [] } } });
  expect((await remove(note._id)).status).toBe(404);
  expect((await remove('malformed')).status).toBe(404);
});

test.each([undefined, '', '  ', 5, 'x'.repeat(ADMIN_NOTE_MAX + 1)])('refuses the note %j', async (text) => {
  const { add } = await place();
  const { status, body } = await add(text);
  expect([status, Object.keys(body.fields)]).toEqual([422, ['text']]);
});

test('needs an order and an admin', async () => {
  const { orderId, admins } = await place();
  const add = (id: string, token: string) =>
    fixture.shop.call('POST', `/admin/order/${id}/note`, { token, body: { text: 'Hello' } });
  expect((await add(newId(), admins[0].token)).status).toBe(404);
  expect((await add(orderId, fixture.shopper.token)).status).toBe(403);
});
