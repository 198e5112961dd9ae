import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryFailed } from '../backend/core/events/failed-events.ts';
import { createMailer, type Mailer } from '../backend/core/mail/mailer.ts';
import { type Mailbox, startMailbox } from '../backend/local/mailbox/mailbox.ts';
import { freePort } from '../backend/local/ports.ts';
import { mailsTo } from '../testing/data/mails.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { ratingJob } from '../testing/shop/worker-shop.ts';
import { waitFor } from '../testing/wait.ts';
import type { EventJobs } from './jobs/job.ts';

const THREE_DAYS = 3 * 24 * 60 * 60 * 1000;
/** More attempts than any other queue makes. */
const MANY = 20;

describe.each(queueBackends)('while the mail server is down, with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);
  let folder: string;
  let mailbox: Mailbox;
  let mailer: Mailer;
  let attempts: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webshop-test-mailbox-'));
    mailbox = await startMailbox({ folder, port: 0 });
  });
  beforeEach(() => {
    mailer = createMailer('smtp://127.0.0.1:1', 'http://localhost');
    attempts = 0;
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const addressOf = (productId: string) => `${productId}@example.com`;
  const received = async (productId: string) => (await mailsTo(mailbox.url, addressOf(productId))).length;
  const bringBack = () => {
    mailer = createMailer(mailbox.smtpUrl, 'http://localhost');
  };

  function mailJob(): EventJobs {
    const { rating } = ratingJob(async (productId) => {
      attempts += 1;
      const text = 'Thanks for your rating';
      await mailer.send({
        to: addressOf(productId),
        subject: text,
        text,
        html: text,
        from: 'Shop',
        reference: productId,
      });
    });
    return { mail: { ...rating, queue: 'emails' } as EventJobs[string] };
  }

  test('a mail is retried until the mail server is back', async () => {
    const { shop } = current;
    await shop.start(mailJob());
    const [product = ''] = await shop.rate();
    await waitFor('many attempts', () => attempts > MANY);
    expect((await shop.event(product))?.failure).toBe(null);
    bringBack();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(await received(product)).toBe(1);
  });

  test('a mail is given up after three days, and a retry is repeated like a new mail until it is sent', async () => {
    const { shop } = current;
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - THREE_DAYS);
    await shop.start(mailJob());
    const [product = ''] = await shop.rate();
    await waitFor('a failed attempt', () => attempts > 0);
    clock.mockRestore();
    const failure = await waitFor('the failure', async () => (await shop.event(product))?.failure);
    expect(failure).toContain('ECONNREFUSED');

    const em = shop.database.em.fork();
    const [event] = await em.execute<{ id: string }[]>('select id from outbox_event');
    const retries = await Promise.all([1, 2].map(() => retryFailed(em.fork(), ['mail'], event?.id)));
    expect(retries.flat()).toHaveLength(1);
    const before = attempts;
    await waitFor('many attempts', () => attempts > before + MANY);
    expect((await shop.event(product))?.failure).toBe(null);
    bringBack();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(await received(product)).toBe(1);
  });
});
