import type { AddressInput } from '#contract/users/address-book.input.ts';
import { ADDRESSES_MAX, type AddressView } from '#contract/users/address-book.ts';
import { addressProblems, statePart } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { givenFields } from '../../../core/http/validation.ts';
import { newId } from '../../../core/ids.ts';
import { lockUser } from '../accounts/users.queries.ts';
import { db } from '../accounts/users.tables.ts';

const addressNotFound = () => new AppError('notFound', m.addresses.notFound());

/** A user's own addresses: the default one first, then the newest. */
export async function listAddresses(em: EntityManager, ownerId: string): Promise<AddressView[]> {
  const rows = await db(em)
    .selectFrom('userAddress')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('isDefault', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id: _id, ownerId: _, state, ...address }) => {
    return { _id, ...address, ...statePart({ state, country: address.country }) };
  });
}

/** Saves an address. The first is the default one. @throws AppError invalid; conflict if there are too many */
export async function addAddress(em: EntityManager, ownerId: string, input: AddressInput): Promise<AddressView> {
  const id = newId();
  const address = completed(input);
  return inOwnAddresses(em, ownerId, async (em, own) => {
    if (own.length >= ADDRESSES_MAX) throw new AppError('conflict', m.addresses.tooMany({ max: ADDRESSES_MAX }));
    await db(em)
      .insertInto('userAddress')
      .values({ ...address, id, ownerId, isDefault: own.length === 0 })
      .execute();
    if (input.isDefault) await makeDefault(em, ownerId, id);
    return id;
  });
}

/** Edits one's own address; absent fields keep their values. @throws AppError notFound, invalid */
export async function editAddress(
  em: EntityManager,
  ownerId: string,
  id: string,
  { isDefault, ...input }: Partial<AddressInput>,
): Promise<AddressView> {
  return inOwnAddresses(em, ownerId, async (em, own) => {
    const before = own.find(({ _id }) => _id === id);
    if (before === undefined) throw addressNotFound();
    const address = completed({ ...before, ...givenFields(input) });
    await db(em).updateTable('userAddress').set(address).where('id', '=', id).execute();
    if (isDefault) await makeDefault(em, ownerId, id);
    return id;
  });
}

/** Deletes one's own address. If it was the default one, the newest is it then. @throws AppError notFound */
export async function deleteAddress(em: EntityManager, ownerId: string, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const own = await lockAddresses(em, ownerId);
    const address = own.find(({ _id }) => _id === id);
    if (address === undefined) throw addressNotFound();
    await db(em).deleteFrom('userAddress').where('id', '=', id).execute();
    const [next] = own.filter(({ _id }) => _id !== id);
    if (address.isDefault && next !== undefined) await makeDefault(em, ownerId, next._id);
  });
}

/** Changes a user's addresses, one request after the other. @returns the address whose id `change` returns */
async function inOwnAddresses(
  em: EntityManager,
  ownerId: string,
  change: (em: EntityManager, own: AddressView[]) => Promise<string>,
): Promise<AddressView> {
  return em.transactional(async (em) => {
    const id = await change(em, await lockAddresses(em, ownerId));
    const changed = (await listAddresses(em, ownerId)).find(({ _id }) => _id === id);
    if (changed === undefined) throw addressNotFound();
    return changed;
  });
}

/** Keeps two requests at once from exceeding the limit, or from ending with two defaults. */
async function lockAddresses(em: EntityManager, ownerId: string): Promise<AddressView[]> {
  if ((await lockUser(em, ownerId)) === null) throw sessionEnded();
  return listAddresses(em, ownerId);
}

async function makeDefault(em: EntityManager, ownerId: string, id: string): Promise<void> {
  const own = () => db(em).updateTable('userAddress').where('ownerId', '=', ownerId);
  await own().set({ isDefault: false }).where('isDefault', '=', true).execute();
  await own().set({ isDefault: true }).where('id', '=', id).execute();
}

/** @throws AppError invalid if something is missing */
function completed(input: Omit<AddressInput, 'isDefault'>) {
  const { company = '', name = '', address = '', city = '', postCode = '', country = '' } = input;
  const { state, vatId = '', phoneNumber = '' } = input;
  const place = { company, name, address, city, postCode, country };
  const problems = addressProblems({ ...place, state });
  if (Object.keys(problems).length > 0) throw invalid({ ...problems });
  return { ...place, state: statePart({ state, country }).state ?? '', vatId, phoneNumber };
}
