import { beforeEach, expect, test } from 'vitest';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { delivery, PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { LoggedIn } from '../../../../testing/shop/api.ts';

const fixture = await PaymentsFixture.use({ languages: ['en', 'de', 'sr'] });
const { shop } = fixture;

const speak = (languages: string[]) => fixture.asAdmin('PUT', '/admin/settings', { languages });
const mail = (subject: RegExp, to = fixture.shopper.email) => readMail(shop.mailbox.url, to, subject);
const prefer = (language: string, { token } = fixture.shopper) =>
  shop.call('PUT', '/user/editUser', { token, body: { language } });

beforeEach(() => speak(['en', 'de', 'sr']));

/** Pays an order of laptops that the shopper began in a language. @returns its id */
async function buy(language: string, count = 13, body: object = {}): Promise<string> {
  const items = [{ productId: fixture.laptop, count }];
  const response = await shop.call('POST', '/payment', {
    token: fixture.shopper.token,
    headers: { 'Accept-Language': language },
    body: { currency: 'EUR', items, amount: 100 * count, ...body },
  });
  expect(response.body.message).toBeUndefined();
  await fixture.payWith(response.body.clientSecret);
  await fixture.untilState('paid');
  return response.body.orderId;
}

test('mails about an order are in its language, whatever that of the account is', async () => {
  await prefer('sr');
  const orderId = await buy('de');
  const { html, text } = await mail(/^Bestellung \d+ ist bestätigt$/);
  expect(text).toContain(`Vielen Dank für Ihre Bestellung, ${fixture.shopper.username}.`);
  expect(text).toMatch(/^Gesamt +1\.300,00€$/m);
  expect(text).toContain(`${shop.url}/de/orders/${orderId}`);
  expect(text).toContain(`Zum Shop ${shop.url}/de`);
  expect(html).toContain('<html lang="de" dir="ltr"');

  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`);
  const refund = await mail(/^Ihre Erstattung für Bestellung/);
  expect(refund.text).toContain('wir haben Ihnen 1.300,00€');
});

test('a confirmation names days and countries in its language', async () => {
  const method = { code: 'post', name: 'Pošta', price: 0, minDays: 2, maxDays: 2 };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  await buy('sr', 1, { shippingMethod: 'post', delivery });
  const { text } = await mail(/^Porudžbina \d+ je potvrđena$/);
  expect(text).toMatch(/^Stiže \d+\. \p{L}+$/mu);
  expect(text).toContain('Isporuka, Pošta\nAda\nMain Street 1\n21000 Novi Sad\nSrbija');
});

test('mails of a return are in the language of its order, and the acknowledgement in that of the statement', async () => {
  await prefer('en');
  const orderId = await buy('de', 1);
  const done = (path: string, body?: object) => fixture.asAdmin('POST', `/admin/${path}`, body);
  await done(`order/${orderId}/collected`);
  const { token } = fixture.shopper;
  const { body } = await shop.call('POST', `/orders/${orderId}/withdrawal`, {
    ...{ token, body: {}, headers: { 'Accept-Language': 'sr' } },
  });
  await mail(/^Potvrda prijema vašeg odustanka W-/);
  await mail(/^So senden Sie Ihre Artikel zurück: Rücksendung/);
  const [{ _id, lines }] = body.order.returns;
  await done(`return/${_id}/receive`, { lines: [{ ...lines[0], condition: 'asNew' }] });
  await mail(/^Ihre Rücksendung .+ ist eingetroffen$/);
  await done(`return/${_id}/refund`, { restock: true });
  await mail(/^Ihre Erstattung für Bestellung/);
});

test('mails about an account are in its language', async () => {
  await prefer('de');
  await shop.call('POST', '/user/forgotPassword', { body: { email: fixture.shopper.email } });
  const { text } = await mail(/^Passwort zurücksetzen$/);
  expect(text).toContain(`Hallo ${fixture.shopper.username},`);
  expect(text).toContain(`${shop.url}/de/resetPassword/`);
});

test('mails to the staff are in the language of each', async () => {
  const [german, english] = [await shop.staff('catalogue'), await shop.staff('catalogue')];
  await prefer('de', german);
  await fixture.setStock(fixture.laptop, 6);
  await buy('sr', 5);
  const subjectTo = async ({ email }: LoggedIn) => (await mail(/Laptop/, email)).subject;
  expect([await subjectTo(german), await subjectTo(english)]).toEqual([
    'Geringer Bestand: Laptop',
    'Low stock: Laptop',
  ]);
});

test('a language that is switched off falls back to the default one', async () => {
  await prefer('de');
  const orderId = await buy('de', 1);
  await mail(/ist bestätigt$/);
  await speak(['en']);
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`);
  expect((await mail(/^Your refund/)).text).toContain(`${shop.url}/orders/${orderId}`);
  await shop.call('POST', '/user/forgotPassword', { body: { email: fixture.shopper.email } });
  expect(await mailsTo(shop.mailbox.url, fixture.shopper.email, /zurücksetzen/)).toEqual([]);
  await mail(/^Reset your password$/);
});
