import { expectAccessible } from '../accessible.ts';
import { CARDS, fillCard, goToPayment, heading, payButton, toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { readOrder } from './checkout.ts';

test('an order has the versions of the terms that are linked beside its button', async ({ page, shop }) => {
  const publish = (body: string) =>
    shop.callAsAdmin('POST', '/admin/page/terms/publish', { language: 'en', title: 'Terms', body });
  const { page: first } = await publish(`Terms of ${crypto.randomUUID()}`);
  const { token } = await goToPayment(page, shop);
  const link = page.getByRole('main').getByRole('link', { name: 'Terms and conditions' });
  await expect(link).toHaveAttribute('href', `/pages/terms?version=${first.version}&language=en`);
  await expectAccessible(page, 'the payment with its terms');

  const { page: second } = await publish(`Terms of ${crypto.randomUUID()}`);
  await fillCard(page, CARDS.success);
  await page.getByLabel('Order note (optional)').fill('Ring twice');
  await payButton(page).click();
  await expect(toast(page, /terms have just changed/)).toBeVisible();
  await expect(link).toHaveAttribute('href', `/pages/terms?version=${second.version}&language=en`);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  const { _id, texts } = await readOrder(shop, token);
  expect(texts).toContainEqual({ kind: 'terms', language: 'en', version: second.version });

  await page.goto(`/orders/${_id}`);
  await expect(page.getByText('Applies to this order:')).toBeVisible();
});
