import type Router from '@koa/router';
import { addressInput, editAddressInput } from '#contract/users/address-book.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, type ShopState } from '../../../core/http/http.ts';
import { addAddress, deleteAddress, editAddress, listAddresses } from './addresses.service.ts';

const api = describeCalls('Account', {
  list: { summary: 'List your addresses', access: 'user', response: 'Addresses' },
  add: {
    summary: 'Save an address',
    access: 'user',
    body: addressInput,
    response: 'AddressSaved',
    errors: ['conflict'],
  },
  edit: { summary: 'Edit an address', access: 'user', body: editAddressInput, response: 'AddressSaved' },
  delete: { summary: 'Delete an address', access: 'user', response: 'Done' },
});

/** A user's own addresses. */
export function addressesRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/user/address', api.list, async (ctx) => {
    const { em, caller } = ctx.state;
    ctx.body = { status: 'success', addresses: await listAddresses(em, caller.userId) };
  });

  router.post('/user/address', api.add, async (ctx) => {
    const { em, caller, input } = ctx.state;
    const address = await addAddress(em, caller.userId, input);
    ctx.body = { status: 'success', message: m.addresses.added(), address };
  });

  router.put('/user/address/:id', api.edit, async (ctx) => {
    const { em, caller, input } = ctx.state;
    const id = pathId(ctx.params.id, m.addresses.notFound());
    const address = await editAddress(em, caller.userId, id, input);
    ctx.body = { status: 'success', message: m.addresses.updated(), address };
  });

  router.delete('/user/address/:id', api.delete, async (ctx) => {
    const { em, caller } = ctx.state;
    await deleteAddress(em, caller.userId, pathId(ctx.params.id, m.addresses.notFound()));
    ctx.body = { status: 'success', message: m.addresses.deleted() };
  });

  return router;
}
