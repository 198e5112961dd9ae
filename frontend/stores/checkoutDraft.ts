import type { Snapshot } from 'valtio';
import type { DeliveryView } from '#contract/orders/orders.ts';
import type { CheckoutDefaults } from '#contract/orders/payments.ts';
import type { AddressView } from '#contract/users/address-book.ts';
import type { UserView } from '#contract/users/users.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { readStored, readStoredJson, writeStored } from '../browser/storage.ts';

/** Whom an order is billed to, if not to where it goes. */
export type BillingDraft = {
  isCompany: boolean;
  /** Whether the address is another than the delivery's. */
  isOwn: boolean;
  company: string;
  /** As typed. */
  vatId: string;
  /** The VAT id that the price is asked for; '' is none. */
  checkedVatId: string;
} & Required<Omit<DeliveryView, 'phoneNumber'>>;

/** What a shopper chose and typed in step 2. It survives a reload, the cart, a decline and 3-D Secure. */
export type CheckoutDraft = {
  /** The code of a shipping method; '' until the shop has proposed one. */
  shippingMethod: string;
  /** Whether the shopper chose the shipping method. Otherwise the shop proposes the cheapest delivery. */
  isMethodChosen: boolean;
  delivery: DeliveryView;
  billing: BillingDraft;
  note: string;
  /** The discount code as typed. */
  typedCode: string;
  /** The discount code that is applied; '' is none. */
  discountCode: string;
};

type StoredDraft = { userId: string; draft: CheckoutDraft };

/** Stores a shopper's draft; logout drops it. A code that was refused should not be part of it. */
export function keepDraft(userId: string, draft: CheckoutDraft): void {
  writeStored('checkout', JSON.stringify({ userId, draft } satisfies StoredDraft));
  // It was part of the draft, unless the shopper removed it.
  writeStored('offeredCode', null);
}

/** Drops the draft of an order that is paid. */
export function forgetDraft(): void {
  writeStored('checkout', null);
  writeStored('offeredCode', null);
}

/** Stores a discount code for the next checkout, whoever logs in for it. */
export function offerCode(code: string): void {
  writeStored('offeredCode', code);
}

/** A draft with the code that was offered, if there is one. */
export function withOfferedCode(draft: CheckoutDraft): CheckoutDraft {
  const code = readStored('offeredCode');
  return code === null ? draft : { ...draft, typedCode: code, discountCode: code };
}

/** The draft that a shopper stored; null without one. */
export function storedDraft(userId: string): CheckoutDraft | null {
  const stored = readStoredJson('checkout') as Partial<StoredDraft> | null;
  if (stored?.userId !== userId) return null;
  const { delivery, billing, ...draft }: Partial<CheckoutDraft> = stored.draft ?? {};
  const shippingMethod = textOf(draft.shippingMethod);
  return {
    shippingMethod,
    isMethodChosen: shippingMethod !== '' && draft.isMethodChosen !== false,
    delivery: readDelivery(delivery),
    billing: readBilling(billing),
    note: textOf(draft.note),
    typedCode: textOf(draft.typedCode),
    discountCode: textOf(draft.discountCode),
  };
}

function readDelivery(delivery: Partial<Record<keyof DeliveryView, unknown>> = {}): Required<DeliveryView> {
  return {
    name: textOf(delivery.name),
    address: textOf(delivery.address),
    city: textOf(delivery.city),
    postCode: textOf(delivery.postCode),
    state: textOf(delivery.state),
    country: knownCountry(textOf(delivery.country)),
    phoneNumber: textOf(delivery.phoneNumber),
  };
}

function readBilling(billing: Partial<Record<keyof BillingDraft, unknown>> = {}): BillingDraft {
  const { phoneNumber: _, ...address } = readDelivery(billing);
  return {
    isCompany: billing.isCompany === true,
    isOwn: billing.isOwn === true,
    company: textOf(billing.company),
    vatId: textOf(billing.vatId),
    checkedVatId: textOf(billing.checkedVatId),
    ...address,
  };
}

/** Storage can hold anything. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function knownCountry(code: string): string {
  return countryCodes.includes(code) ? code : '';
}

/** Where an order goes that is sent to a saved address. */
export function deliveryTo({ company, name, ...address }: AddressView): DeliveryView {
  return readDelivery({ ...address, name: [name, company].filter(Boolean).join(', ') });
}

/** The company of a saved address, if it has one. */
function companyOf({ company, vatId }: AddressView): Partial<BillingDraft> {
  return { isCompany: company !== '' || vatId !== '', company, vatId, checkedVatId: vatId };
}

/** The billing of an order to a saved address. */
export function billingTo(address: AddressView, { isOwn }: Pick<BillingDraft, 'isOwn'>): BillingDraft {
  return readBilling({ ...address, ...companyOf(address), isOwn });
}

/** A draft with the delivery of the shopper's last order, their default address, or the address of their profile. */
export function prefilledDraft(
  user: Snapshot<UserView>,
  defaults: CheckoutDefaults | undefined,
  [address]: readonly AddressView[] = [],
): CheckoutDraft {
  const { last = null, country = null } = defaults ?? {};
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    shippingMethod: last?.shippingMethod ?? '',
    isMethodChosen: last !== null,
    delivery: last?.delivery
      ? readDelivery(last.delivery)
      : address
        ? deliveryTo(address)
        : readDelivery({ ...user, name, country }),
    billing: readBilling(address && companyOf(address)),
    note: '',
    typedCode: '',
    discountCode: '',
  };
}
