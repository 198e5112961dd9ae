import { expect, test } from 'vitest';
import { PaymentsFixture } from '../../../testing/data/payments.ts';
import type { LoggedIn } from '../../../testing/shop/shop.ts';
import { approvedComments, viewComments } from './comments.queries.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

async function comment(productId: string, content: string, { token }: Partial<LoggedIn> = {}): Promise<void> {
  await shop.call('POST', '/comment', { token, body: { productId, content } });
  await shop.em().execute('update comment set approved = true where product_id = ?', [productId]);
}

async function buyers(productId: string): Promise<string[]> {
  const { allComments } = (await shop.call('GET', `/comment/filter/${productId}`)).body;
  return allComments.flatMap(({ isBuyer, content }: { isBuyer: boolean; content: string }) => (isBuyer ? content : []));
}

test('comments of accounts that have paid for the product are those of buyers, also after a refund', async () => {
  const { shopper, laptop, cable } = fixture;
  const other = await shop.newAccount();
  for (const productId of [laptop, cable]) {
    await comment(productId, 'by the shopper', shopper);
    await comment(productId, 'the second', shopper);
    await comment(productId, 'by another', other);
    await comment(productId, 'by a guest');
  }
  const { orderId, clientSecret } = await fixture.placeOrder();
  expect(await buyers(laptop)).toEqual([]);
  await fixture.payWith(clientSecret);
  await fixture.untilState('paid');
  expect(await buyers(laptop)).toEqual(['the second', 'by the shopper']);
  expect(await buyers(cable)).toEqual([]);

  const { body } = await fixture.asAdmin('GET', `/comment?productId=${laptop}&sort=date&direction=asc`);
  expect(body.allComments.map(({ isBuyer }: { isBuyer: boolean }) => isBuyer)).toEqual([true, true, false, false]);
  const commentId = body.allComments[0]._id;
  const moderated = await fixture.asAdmin('PATCH', '/comment', { commentId, status: true });
  expect(moderated.body.comment).toMatchObject({ isBuyer: true });
  expect(JSON.stringify(body)).not.toContain(shopper.userId);

  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`);
  await fixture.untilState('refunded');
  expect(await buyers(laptop)).toEqual(['the second', 'by the shopper']);

  await shop.em().execute('delete from user_account where id = ?', [shopper.userId]);
  expect(await buyers(laptop)).toEqual([]);
});

test('each shopper is looked up once for all their comments on a product', async () => {
  const { shopper, cable: productId } = fixture;
  for (const content of ['first', 'second', 'third']) await comment(productId, content, shopper);
  await comment(productId, 'by a guest');
  const rows = await approvedComments(shop.em(), productId).execute();
  const asked: unknown[] = [];
  const views = await viewComments(
    shop.em(),
    async (_em, purchases) => {
      asked.push(...purchases);
      return purchases;
    },
    rows,
  );
  expect(asked).toEqual([{ userId: shopper.userId, productId }]);
  expect(views.map(({ isBuyer }) => isBuyer)).toEqual([false, true, true, true]);
});
