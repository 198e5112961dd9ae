import { expect, test } from 'vitest';
import { notingMailer } from '../../../../testing/data/mails.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { paragraph } from '../../../core/mail/letters/letter.ts';
import { mailStaff } from './mail-recipients.ts';

const shop = await startTestShop();

test('a mail to staff reaches the others if the server refuses the first of them', async () => {
  const [first, second, third] = [await shop.staff('orders'), await shop.staff('orders'), await shop.staff('orders')];
  const { mailer, emailed } = notingMailer(first.email);
  const compose = () => ({ reference: 'disputed', title: 'Payment disputed', blocks: [paragraph('Look at it.')] });
  const sending = mailStaff({ em: shop.em(), mailer }, 'dispute', 'orders.refund', compose);
  await expect(sending).rejects.toThrow(`550 ${first.email} is unknown`);
  expect(emailed).toEqual(expect.arrayContaining([second.email, third.email]));
});
