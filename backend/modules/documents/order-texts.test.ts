import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { readMail } from '../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../testing/data/payments.ts';
import { waitFor } from '../../../testing/wait.ts';

const fixture = await PaymentsFixture.use({ languages: ['en', 'de', 'sr'] });
const { shop } = fixture;

const publish = async (kind: string, title: string, body: string, language = 'en') => {
  const draft = { language, title, body };
  expect((await fixture.asAdmin('POST', `/admin/page/${kind}/publish`, draft)).body.fields).toBeUndefined();
};

/** Pays for a laptop. @returns the response of POST /payment */
async function buy(language = 'en', body: object = {}) {
  const response = await order(language, body);
  expect(response.body.message).toBeUndefined();
  await fixture.payWith(response.body.clientSecret);
  await fixture.untilState('paid');
  return response.body;
}

const order = (language = 'en', body: object = {}) =>
  shop.call('POST', '/payment', {
    token: fixture.shopper.token,
    headers: { 'Accept-Language': language },
    body: { currency: 'EUR', items: [{ productId: fixture.laptop, count: 1 }], amount: 100, ...body },
  });

const confirmation = (subject = /is confirmed$/) => readMail(shop.mailbox.url, fixture.shopper.email, subject);

async function readPdf(bytes: Uint8Array | undefined): Promise<string> {
  const { text } = await extractText(await getDocumentProxy((bytes ?? new Uint8Array()).slice()), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const textsOf = async (orderId: string) =>
  (await shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order.texts;

test('an order from before anything was published has no texts, and its confirmation its invoice alone', async () => {
  const { orderId, texts } = await buy();
  expect(texts).toEqual([]);
  expect(await textsOf(orderId)).toEqual([]);
  expect([...(await confirmation()).files.keys()]).toEqual([expect.stringMatching(/^invoice-/)]);
});

test('a confirmation has terms and withdrawal attached as they were when the order was opened', async () => {
  const markdown = [
    '# Scope\n\nFor **all** orders by [mail](mailto:a@b.test), see [privacy](/pages/privacy).',
    '3. three\n4. four\n   - deep',
    '| Way | Days |\n|---|---|\n| Post | 3 |',
    '> Quoted\n\n---\n\n    code',
  ];
  await publish('terms', 'Terms: all', markdown.join('\n\n'));
  await publish('privacy', 'Privacy', 'Private');
  await publish('withdrawal', 'Withdrawal', 'Within {{returnDays}} days');
  const { orderId, texts } = await buy();
  expect(texts).toEqual(['terms', 'privacy', 'withdrawal'].map((kind) => ({ kind, language: 'en', version: 1 })));
  await publish('terms', 'Terms: all', 'Other terms');

  expect(await textsOf(orderId)).toEqual(texts);
  const { text, files } = await confirmation();
  expect(text).toContain('Attached are the terms of your order and how to withdraw.');
  expect([...files.keys()]).toEqual([expect.stringMatching(/^invoice-/), 'Terms- all.pdf', 'Withdrawal.pdf']);
  const terms = await readPdf(files.get('Terms- all.pdf'));
  expect(terms).toContain('Terms: all Scope For all orders by mail (a@b.test), see privacy');
  expect(terms).toContain(`(${shop.url}/pages/privacy)`);
  for (const part of ['3. three', '4. four', '• deep', 'Way Days', 'Post 3', 'Quoted', 'code', 'Version 1 of ']) {
    expect(terms).toContain(part);
  }
  const withdrawal = await readPdf(files.get('Withdrawal.pdf'));
  expect(withdrawal).toContain('Within 14 days');
  expect(withdrawal).toContain('Model withdrawal form (complete and return this form only if');
});

test('a text that has the form itself is left as it is', async () => {
  await publish('withdrawal', 'Widerruf', '## Muster-Widerrufsformular\n\nEigenes – Ђорђе', 'de');
  const { texts } = await buy('de');
  expect(texts.at(-1)).toEqual({ kind: 'withdrawal', language: 'de', version: 1 });
  const { files } = await confirmation(/ist bestätigt$/);
  const pdf = await readPdf(files.get('Widerruf.pdf'));
  expect(pdf).toContain('Eigenes – Ђорђе');
  expect(pdf.match(/Muster-Widerrufsformular/g)).toHaveLength(1);
});

test('an order has the versions that were shown, or is not opened', async () => {
  const { texts } = (await shop.call('POST', '/payment/quote', { body: quoteOf(fixture.laptop) })).body;
  await publish('terms', 'Terms: all', 'Changed while the order opens');
  const refused = await order('en', { texts });
  expect(refused.body).toMatchObject({ code: 'textsChanged', message: expect.stringContaining('just changed') });
  expect(refused.status).toBe(409);
  const current = refused.body.texts;
  expect(current).not.toEqual(texts);
  const { orderId, texts: kept } = await buy('en', { texts: current });
  expect(kept).toEqual(current);
  expect(await textsOf(orderId)).toEqual(current);
});

test('an order that waits while a text is published is not opened under the one before', async () => {
  const { texts } = (await shop.call('POST', '/payment/quote', { body: quoteOf(fixture.laptop) })).body;
  const { opening } = await shop.em().transactional(async (em) => {
    await em.execute('select from user_account where id = ? for update', [fixture.shopper.userId]);
    const opening = order('en', { texts, note: 'Meanwhile' });
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitFor('the order to wait', async () => (await shop.em().execute(waits)).length > 0);
    await publish('terms', 'Terms: all', 'Published while the order waits');
    return { opening };
  });
  const refused = await opening;
  expect(refused).toMatchObject({ status: 409, body: { code: 'textsChanged' } });
  expect(refused.body.texts[0].version).toBe(texts[0].version + 1);
});

test('the confirmation has the versions of its order, whatever is published before it is paid', async () => {
  await publish('withdrawal', 'Withdrawal', 'The version of the order');
  const { clientSecret } = (await order('en', { note: 'Slow payer' })).body;
  await publish('withdrawal', 'Withdrawal', 'A later version');
  await fixture.payWith(clientSecret);
  await fixture.untilState('paid');
  const { files } = await confirmation();
  expect(await readPdf(files.get('Withdrawal.pdf'))).toContain('The version of the order');
});

test('the same cart under other terms is another order', async () => {
  const first = (await order()).body;
  await publish('privacy', 'Privacy', 'Other');
  const second = (await order()).body;
  expect(second.orderId).not.toBe(first.orderId);
  expect((await order()).body.orderId).toBe(second.orderId);
});

function quoteOf(productId: string) {
  return { currency: 'EUR', items: [{ productId, count: 1 }] };
}
