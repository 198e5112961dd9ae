import { describe, expect, test } from 'vitest';
import type { CheckoutDraft } from '../../stores/checkoutDraft.ts';
import { isComplete, paymentOf, quoteInputOf, resolver } from './checkoutForm.ts';

const address = { name: 'Ada', address: 'Main Street 1', city: 'Town', postCode: '1234', state: '', country: 'RS' };
const draft: CheckoutDraft = {
  shippingMethod: 'post',
  isMethodChosen: true,
  delivery: { ...address, phoneNumber: '1' },
  billing: {
    ...{ name: '', address: '', city: '', postCode: '', state: '', country: '' },
    ...{ isCompany: false, isOwn: false, company: '', vatId: '', checkedVatId: '' },
  },
  note: '',
  typedCode: '',
  discountCode: '',
};
const cart = { items: [], code: 'EUR' } as const;
const price = { items: [], currency: 'EUR', amount: 1, texts: [] } as const;

const quoted = (change: Partial<CheckoutDraft>) => quoteInputOf({ ...draft, ...change }, { ...cart, items: [] });
const paid = (change: Partial<CheckoutDraft>) => paymentOf({ ...draft, ...change }, { ...price, items: [], texts: [] });
const billed = (change: object) => ({ billing: { ...draft.billing, ...change } });
const missing = (change: object) => {
  const { errors } = resolver({ ...draft, ...billed(change) }) as { errors: { billing?: object } };
  return Object.keys(errors.billing ?? {});
};

describe('a quote', () => {
  test('has the post code only where it tells a territory', () => {
    expect(quoted({})).toMatchObject({ country: 'RS' });
    expect(quoted({})).not.toHaveProperty('postCode');
    const spain = { ...draft.delivery, country: 'ES' };
    expect(quoted({ delivery: { ...spain, postCode: '28001' } })).not.toHaveProperty('postCode');
    expect(quoted({ delivery: { ...spain, postCode: '35001' } })).toMatchObject({ postCode: '35001' });
  });

  test('has the billing once there is a VAT id to check, and no part of it is missing', () => {
    expect(quoted(billed({ isCompany: true, company: 'Engines', vatId: 'DE123456789' }))).not.toHaveProperty('billing');
    expect(quoted(billed({ isCompany: true, checkedVatId: 'DE123456789' }))).not.toHaveProperty('billing');
    const checked = quoted(
      billed({ isCompany: true, company: 'Engines', vatId: 'DE987654321', checkedVatId: 'DE123456789' }),
    );
    expect(checked.billing).toMatchObject({ company: 'Engines', city: 'Town', vatId: 'DE123456789' });
  });
});

describe('a payment', () => {
  test('has no billing by default, and no parts that the country does not have', () => {
    expect(paid({})).not.toHaveProperty('billing');
    expect(paid({}).delivery).toEqual({ ...draft.delivery, state: undefined });
    const delivery = { ...draft.delivery, country: 'QA' };
    expect(paid({ delivery }).delivery).toMatchObject({ postCode: '', country: 'QA' });
  });

  test('bills a company to the address of the delivery', () => {
    const { state: _, ...place } = address;
    const billing = { ...place, company: 'Engines', vatId: 'DE 123456789' };
    expect(paid(billed({ isCompany: true, company: 'Engines', vatId: ' DE 123456789 ' })).billing).toEqual(billing);
  });

  test('bills to another address, without a company that is switched off', () => {
    const own = { ...address, city: 'Albany', country: 'US', state: 'NY' };
    const { billing } = paid(billed({ isOwn: true, ...own, company: 'Engines', vatId: 'DE1' }));
    expect(billing).toEqual({ ...own, company: '', vatId: '' });
  });
});

describe('a billing', () => {
  test('needs the name of the company, and an address if it has its own', () => {
    expect(isComplete(draft)).toBe(true);
    expect(missing({ isCompany: true })).toEqual(['company']);
    expect(missing({ isCompany: true, company: 'Engines', vatId: 'DE1' })).toEqual(['vatId']);
    expect(missing({ isOwn: true })).toEqual(['name', 'address', 'city', 'postCode', 'country']);
    expect(missing({ isOwn: true, isCompany: true, company: 'Engines', ...address, name: '' })).toEqual([]);
  });

  test('has an address of its own if a company collects its order', () => {
    const change = { shippingMethod: 'pickup', ...billed({ isCompany: true, company: 'Engines' }) };
    expect(isComplete({ ...draft, ...change })).toBe(false);
    expect(isComplete({ ...draft, shippingMethod: 'pickup' })).toBe(true);
  });
});
