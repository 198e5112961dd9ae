import type { Snapshot } from 'valtio';
import { countryCodes } from '#contract/countries.ts';
import { PICKUP } from '#contract/delivery.ts';
import type { DeliveryView, OrderDetailView } from '#contract/orders.ts';
import type { UserView } from '#contract/users.ts';
import { getLastPaidOrder } from '../api/orders.ts';
import { readStoredJson, writeStored } from '../browser/storage.ts';

/** What a shopper chose and typed in step 2. It survives a reload, the cart, a decline and 3-D Secure. */
export type CheckoutDraft = {
  /** The code of a shipping method. */
  shippingMethod: string;
  delivery: DeliveryView;
  note: string;
  /** The discount code as typed. */
  typedCode: string;
  /** The discount code that is applied; '' is none. */
  discountCode: string;
};

type StoredDraft = { userId: string; draft: CheckoutDraft };

/** Stores a shopper's draft; logout drops it. */
export function keepDraft(userId: string, draft: CheckoutDraft): void {
  writeStored('checkout', JSON.stringify({ userId, draft } satisfies StoredDraft));
}

/** Drops the draft of an order that is paid. */
export function forgetDraft(): void {
  writeStored('checkout', null);
}

/** The shopper's stored draft, or one with the address of their last order or profile. */
export async function startDraft(user: Snapshot<UserView>): Promise<CheckoutDraft> {
  return storedDraft(user._id) ?? prefilledDraft(user, await getLastPaidOrder().catch(() => null));
}

function storedDraft(userId: string): CheckoutDraft | null {
  const stored = readStoredJson('checkout') as Partial<StoredDraft> | null;
  if (stored?.userId !== userId) return null;
  const { delivery, ...draft }: Partial<CheckoutDraft> = stored.draft ?? {};
  return {
    shippingMethod: textOf(draft.shippingMethod) || PICKUP,
    delivery: {
      name: textOf(delivery?.name),
      address: textOf(delivery?.address),
      city: textOf(delivery?.city),
      postCode: textOf(delivery?.postCode),
      country: knownCountry(textOf(delivery?.country)),
      phoneNumber: textOf(delivery?.phoneNumber),
    },
    note: textOf(draft.note),
    typedCode: textOf(draft.typedCode),
    discountCode: textOf(draft.discountCode),
  };
}

/** Storage can hold anything. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function knownCountry(code: string): string {
  return countryCodes.includes(code) ? code : '';
}

function prefilledDraft(
  { firstName, lastName, address, city, postCode, phoneNumber }: Snapshot<UserView>,
  last: Pick<OrderDetailView, 'shippingMethod' | 'delivery'> | null,
): CheckoutDraft {
  return {
    shippingMethod: last?.shippingMethod ?? PICKUP,
    delivery: last?.delivery ?? {
      name: `${firstName} ${lastName}`.trim(),
      address,
      city,
      postCode,
      country: knownCountry(new Intl.Locale(navigator.language).region ?? ''),
      phoneNumber,
    },
    note: '',
    typedCode: '',
    discountCode: '',
  };
}
