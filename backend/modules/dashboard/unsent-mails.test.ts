import { beforeAll, describe, expect, test } from 'vitest';
import { addPastOrder } from '../../../testing/data/past-orders.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { eventJobs } from '../../../workers/jobs/index.ts';
import { jobsSubscribedTo } from '../../../workers/jobs/job.ts';
import type { EventMap, EventName } from '../../core/events/events.ts';
import { emit, markFailed } from '../../core/events/outbox.ts';
import { newId } from '../../core/ids.ts';
import { mailJobs } from './unsent-mails.service.ts';

const shop = await startTestShop();
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});

const list = async (query = '') => (await shop.call('GET', `/admin/unsent-mail?${query}`, { token: admin.token })).body;
const retry = (id: string) => shop.call('POST', `/admin/unsent-mail/${id}/retry`, { token: admin.token });
const retryAll = () => shop.call('POST', '/admin/unsent-mail/retry', { token: admin.token });

async function failMail<Name extends EventName>(name: Name, payload: EventMap[Name]): Promise<string> {
  const [job = ''] = jobsSubscribedTo(eventJobs, name).filter((each) => mailJobs.some((mailJob) => mailJob === each));
  return failJob(name, payload, job);
}

/** Emits an event on which `job` gives up. @returns its id */
async function failJob<Name extends EventName>(name: Name, payload: EventMap[Name], job: string): Promise<string> {
  await shop.em().transactional(async (em) => emit(em, name, payload));
  const [event] = await shop.em().execute<{ id: string }[]>('select id from outbox_event order by id desc limit 1');
  await markFailed(shop.em(), event?.id ?? '', job, 'connect ECONNREFUSED: mail.example.com');
  return event?.id ?? '';
}

const placeOrder = (userId: string | null) => addPastOrder(shop.em(), { state: 'paid', userId });

async function failConfirmation() {
  const { userId, email } = await shop.newAccount();
  const order = await placeOrder(userId);
  return { id: await failMail('order.paid', { orderId: order.id }), email, number: order.number };
}

describe('unsent mails', () => {
  test('cover every mail that the workers send', () => {
    const jobs = Object.entries(eventJobs).flatMap(([name, { queue }]) => (queue === 'emails' ? [name] : []));
    expect([...mailJobs].sort()).toEqual(jobs.sort());
  });

  test('about an account are listed with the email of its user, and found by it', async () => {
    const { userId, email } = await shop.newAccount();
    await failMail('user.verificationRequested', { userId, requestId: newId() });
    await failMail('user.passwordChanged', { userId, noticeId: newId() });
    const { mails } = await list(`search=${email}`);
    expect(mails).toMatchObject([
      { mail: 'passwordChange', to: email, orderNumber: null },
      { mail: 'emailVerification', to: email, orderNumber: null },
    ]);
    await shop.em().execute('update outbox_event set failure = null');
  });

  test('are listed with recipient, order, date and reason, newest first', async () => {
    const confirmation = await failConfirmation();
    const orphan = await placeOrder(null);
    const refund = await failMail('order.refunded', { orderId: orphan.id });
    const { email, userId } = await shop.newAccount();
    await shop.call('POST', '/user/forgotPassword', { body: { email } });
    const [request] = await shop
      .em()
      .execute<{ id: string }[]>('select id from password_reset_request where email = ?', [email]);
    const reset = await failMail('user.passwordResetRequested', { requestId: request?.id ?? '' });
    const factors = await failMail('user.secondFactorsChanged', { userId, change: 'appAdded', noticeId: newId() });

    const { status, mails, total } = await list();
    expect([status, total]).toEqual(['success', 4]);
    const reason = 'connect ECONNREFUSED: mail.example.com';
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(mails).toEqual([
      { _id: factors, mail: 'secondFactors', orderNumber: null, to: email, date, reason },
      { _id: reset, mail: 'passwordReset', orderNumber: null, to: email, date, reason },
      { _id: refund, mail: 'refund', orderNumber: orphan.number, to: null, date, reason },
      {
        _id: confirmation.id,
        mail: 'orderConfirmation',
        orderNumber: confirmation.number,
        to: confirmation.email,
        date,
        reason,
      },
    ]);
    const idsOf = ({ mails }: { mails: { _id: string }[] }) => mails.map(({ _id }) => _id);
    expect(idsOf(await list('direction=asc&pageSize=1'))).toEqual([confirmation.id]);
    expect(idsOf(await list(`search=${confirmation.email}`))).toEqual([confirmation.id]);
    expect(idsOf(await list(`search=${email}`))).toEqual([factors, reset]);
    expect(idsOf(await list('search=nobody'))).toEqual([]);
    const { unsentMails } = (await shop.call('GET', '/admin/statistics', { token: admin.token })).body;
    expect(unsentMails).toBe(4);
  });

  test('about goods and money of a deleted account are listed with the email of its purchase, and found by it', async () => {
    const { id } = await placeOrder(null);
    const email = `${newId()}@example.com`;
    await shop.em().execute('update shop_order set email = ? where id = ?', [email, id]);
    const shipment = await failMail('order.shipped', { orderId: id, shipmentId: newId() });
    const refund = await failMail('order.refunded', { orderId: id });
    const { mails } = await list(`search=${email}`);
    expect(mails).toMatchObject([
      { _id: refund, to: email },
      { _id: shipment, to: null },
    ]);
    expect((await list('search=nobody@example.com')).mails).toEqual([]);
  });

  test('to staff name no recipient, although they are about an order of a shopper', async () => {
    const { userId } = await shop.newAccount();
    const { id: orderId, number } = await placeOrder(userId);
    const dispute = await failMail('order.disputed', { orderId });
    const { mails } = await list(`search=${number}`);
    expect(mails).toMatchObject([{ _id: dispute, mail: 'dispute', orderNumber: number, to: null }]);
  });

  test('are not those whose event another job has given up on', async () => {
    const { userId } = await shop.newAccount();
    const { id: orderId, number } = await placeOrder(userId);
    const event = await failJob('order.paid', { orderId }, 'earlyWithdrawals');
    expect((await list(`search=${number}`)).mails).toEqual([]);
    expect((await retry(event)).status).toBe(404);
  });

  test('are retried once, even by two admins concurrently, with an audit entry', async () => {
    const { id, number } = await failConfirmation();
    const responses = await Promise.all([retry(id), retry(id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await list()).mails.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    const [event] = await shop
      .em()
      .execute<{ failure: string | null }[]>('select failure from outbox_event where id = ?', [id]);
    expect(event?.failure).toBe(null);
    const { entries } = (await shop.call('GET', '/admin/audit?subject=mail', { token: admin.token })).body;
    expect(entries).toMatchObject([
      { action: 'mail.retried', subjectId: id, subjectName: `Order confirmation, order ${number}` },
    ]);
  });

  test('are all retried at once, with one audit entry', async () => {
    const ids = [(await failConfirmation()).id, (await failConfirmation()).id];
    const { total } = await list();
    const response = await retryAll();
    expect(response).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(response.body.message).toBe(`We're sending ${total} emails again. Any that fail return to this list.`);
    expect((await list()).total).toBe(0);
    const events = await shop
      .em()
      .execute<{ failure: string | null }[]>('select failure from outbox_event where id in (?, ?)', ids);
    expect(events).toEqual([{ failure: null }, { failure: null }]);
    const { entries } = (await shop.call('GET', '/admin/audit?subject=mail', { token: admin.token })).body;
    expect(entries[0]).toMatchObject({ action: 'mail.retried', subjectId: null, subjectName: `${total} emails` });
    expect(await retryAll()).toMatchObject({ status: 404, body: { code: 'notFound' } });
  });

  test('are retried by admins only', async () => {
    const { token } = await shop.newAccount();
    const response = await shop.call('POST', '/admin/unsent-mail/retry', { token });
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test.each([newId(), 'malformed'])("can't be retried by the unknown id %s", async (id) => {
    expect(await retry(id)).toMatchObject({ status: 404, body: { code: 'notFound' } });
  });

  test('leave other failed events alone', async () => {
    await shop.em().transactional(async (em) => emit(em, 'product.rated', { productId: newId() }));
    const [event] = await shop.em().execute<{ id: string }[]>('select id from outbox_event order by id desc limit 1');
    await markFailed(shop.em(), event?.id ?? '', 'rating', 'broken');
    expect((await list()).mails.map(({ _id }: { _id: string }) => _id)).not.toContain(event?.id);
    expect((await retry(event?.id ?? '')).status).toBe(404);
    expect((await retryAll()).status).toBe(404);
  });
});
