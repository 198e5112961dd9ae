import type fc from 'fast-check';
import { PASSWORD } from '../../testing/shop/api.ts';
import { codeOf } from '../../testing/shop/second-factors.ts';
import { type Known, Later } from './known.ts';
import { pick } from './values.ts';

/** A body that is right only together with what is stored, such as the price of a cart. */
type Recipe = (known: Known, index: number) => unknown;

const NEW_PASSWORD = { newPassword: PASSWORD, confirmPassword: PASSWORD };

const cart = (known: Known, index: number) => {
  const product = known.product(index);
  return { items: [{ productId: product?._id, count: 1 }], currency: 'EUR', amount: product?.price };
};

const shipments: Recipe = (known, index) => ({ list: `${known.value('number', index)},DHL,TRACK${index}` });

const address: Recipe = (_known, index) => {
  return { name: `Ada ${index}`, address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
};

/** A unit of the latest order. */
const unit = (known: Known) => ({ productId: known.value('productId', 0), count: 1 });

const page: Recipe = (known, index) => {
  const body = `# Scope\n\nSince ${known.value('publishedAt', index)}, [this](/contact) is clause ${index}.`;
  return { language: 'en', title: 'Terms', body };
};

const recipes: Record<string, Recipe> = {
  'POST /user/login': (known) => ({ email: known.value('own email', 0), password: PASSWORD }),
  'DELETE /user': () => ({ password: PASSWORD }),
  'PATCH /user/changePassword': () => ({ currentPassword: PASSWORD, ...NEW_PASSWORD }),
  'PATCH /user/resetPassword/{token}': () => NEW_PASSWORD,
  'POST /user/forgotPassword': (known) => ({ email: known.value('own email', 0) }),
  'POST /user/reauthenticate': () => ({ password: PASSWORD }),
  'PUT /user/factors/app': (known) => ({ code: codeOf(String(known.value('secret', 0))) }),
  'POST /user/login/secondFactor': (known, index) => ({
    challenge: known.value('login challenge', 0),
    recoveryCode: known.value('recoveryCodes', index),
  }),
  'POST /user/address': address,
  'PUT /user/address/{id}': address,
  'POST /payment': cart,
  'POST /payment/quote': cart,
  'POST /payment/return': (known, index) => ({ paymentIntent: known.value('paymentIntent', index) }),
  'PUT /admin/product/{id}/images': (known, index) => ({ ids: known.product(index)?.images?.map(({ _id }) => _id) }),
  'POST /admin/product/bulk': (known, index) => {
    const { _id, version, stockCount } = known.product(index) ?? {};
    return { products: [{ _id, version, stockCount }], change: { percent: 1 } };
  },
  'POST /admin/order/shipments': shipments,
  'POST /admin/order/shipments/preview': shipments,
  'PATCH /products/single': (known, index) => ({ productId: known.id('product', index), productRate: 5 }),
  'PUT /admin/attribute/{id}': (_known, index) => ({ name: `Attribute ${index}` }),
  'PUT /admin/discount/{id}': (_known, index) => ({ isActive: index % 2 === 0 }),
  'PUT /admin/product': (known, index) => ({ id: known.id('product', index), price: 12.5 }),
  'POST /admin/product': (known, index) => {
    return { title: 'Lamp', description: 'Bright', price: 12.5, categoryId: known.id('category', index) };
  },
  'POST /admin/product/variants': (known, index) => {
    const variants = [{ title: 'Lamp', price: 12.5, options: { Size: String(index) } }];
    return { description: 'Bright', categoryId: known.id('category', index), family: 'Lamp', variants };
  },
  'POST /admin/order/{id}/shipment': () => ({ carrier: 'DHL' }),
  'POST /admin/order/{id}/resend': (known) => ({ mailId: known.id('mail', 0) }),
  'POST /admin/order/{id}/refund': () => ({ amount: 0.01, reason: 'Damaged', restock: false }),
  'POST /withdrawal': (known, index) => {
    return { orderNumber: String(known.value('number', index)), name: 'Ada', email: known.value('own email', 0) };
  },
  'POST /orders/{id}/withdrawal': () => ({}),
  'POST /orders/{id}/returns': (known) => {
    return { lines: [unit(known)], reason: 'wrong', wants: 'refund', note: '' };
  },
  'POST /admin/return/{id}/receive': (known) => ({ lines: [{ ...unit(known), condition: 'asNew' }] }),
  'POST /admin/return/{id}/refund': () => ({ restock: true }),
  'POST /admin/return/{id}/replace': () => ({ carrier: 'DHL' }),
  'POST /admin/return/{id}/repair': () => ({ carrier: 'DHL' }),
  'POST /admin/withdrawal/{id}/match': (known, index) => ({ orderId: known.id('order', index) }),
  'POST /admin/order-view': (_known, index) => ({ name: `Paid ${index}`, query: 'state=paid' }),
  'PUT /admin/order-view/{id}': () => ({ query: 'state=paid' }),
  // Nothing listens there.
  'POST /admin/webhook': (_known, index) => ({ url: `http://127.0.0.1:1/${index}`, events: ['*'] }),
  'PUT /admin/webhook/{id}': (_known, index) => ({ isActive: index % 2 === 0 }),
  'PUT /admin/settings': (_known, index) => ({ phoneNumber: `+381 11 ${index}`, returnDays: 14 + index }),
  'PUT /admin/page/{kind}': page,
  'POST /admin/page/{kind}/preview': (_known, index) => ({ language: 'en', body: `Call {{phoneNumber}} (${index})` }),
  'POST /admin/page/{kind}/publish': page,
  'PUT /admin/tax': () => ({ shopRate: 20, rates: [] }),
  'POST /comment/{id}/report': (_known, index) => ({ reason: 'Rude', email: `fuzz${index}@example.com` }),
  'PATCH /admin/comment-report/{id}': (_known, index) => {
    return { decision: index % 2 === 0 ? 'kept' : 'removed', reason: 'It is an opinion' };
  },
  'POST /admin/discount': (_known, index) => ({ code: `FUZZ${index}`, percent: 10 }),
};

/** Bodies of a call that succeed if what they name is still there; null if its description says enough. */
export function recipeOf(operation: string): fc.Arbitrary<unknown> | null {
  const recipe = recipes[operation];
  return recipe === undefined ? null : pick.map((index) => new Later('recipe', (known) => recipe(known, index)));
}
