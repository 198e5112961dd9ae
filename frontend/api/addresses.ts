import type { AddressView } from '#contract/users/address-book.ts';
import { m } from '#messages';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { sendStep } from './outOfDate.ts';
import { createRemote } from './remote.ts';

/** The user's addresses: the default one first, then the newest. Optional: the pages work if they can't be loaded. */
export const addresses = createRemote<null, AddressView[]>({
  load: async (_args, options) =>
    (await call<'Addresses'>('GET', '/user/address', { ...options, endsSession: false })).addresses,
  onFailure: errorMessage,
});

export type AddressValues = Omit<AddressView, '_id'>;

/** Saves a new address, or changes an old one. @returns a message for the user @throws ApiError */
export async function saveAddress(id: string | null, body: AddressValues): Promise<string> {
  const [method, path] = id === null ? (['POST', ''] as const) : (['PUT', `/${id}`] as const);
  const { message } = await sendStep(addresses, null, () =>
    call<'AddressSaved'>(method, `/user/address${path}`, { body, task: m.addresses.task() }),
  );
  await addresses.reload(null);
  return message;
}

/** @returns a message for the user @throws ApiError */
export async function deleteAddress(id: string): Promise<string> {
  const { message } = await sendStep(addresses, null, () =>
    call<'Done'>('DELETE', `/user/address/${id}`, { task: m.addresses.task() }),
  );
  await addresses.reload(null);
  return message;
}
