import type { EditShippingMethodInput, ShippingMethodInput, TaxInput } from '#contract/delivery.input.ts';
import type { ShippingMethodView, TaxView } from '#contract/delivery.ts';
import type { DiscountInput, EditDiscountInput } from '#contract/discounts.input.ts';
import type { DiscountView } from '#contract/discounts.ts';
import type { SettingsInput } from '#contract/settings.input.ts';
import type { SettingsView } from '#contract/settings.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { showOnce } from '../../browser/toasts.ts';
import { shop } from '../../texts/shop.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, succeeds } from './failure.ts';

type ListOptions<View> = {
  path: string;
  /** What adding, editing and deleting are called in messages. */
  tasks: Record<'add' | 'edit' | 'delete', () => string>;
  load: (path: string, options: { signal: AbortSignal }) => Promise<View[]>;
};

/** A short list of the shop's settings, all on one page. Each change reloads it. */
function createSettings<View extends { _id: string }, Input extends object, Edit extends object>({
  path,
  tasks,
  load,
}: ListOptions<View>) {
  const all = createRemote<null, View[]>({
    load: (_args, { signal }) => load(path, { signal }),
  });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', task: string, id = '', body?: object) => {
    const { message } = await call<'Done'>(method, path + id, { body, task });
    showOnce('success', message);
    await all.reload(null);
  };
  return {
    useAll: () => useRemote(all, null),
    /** @throws ApiError */
    add: (input: Input): Promise<void> => send('POST', tasks.add(), '', input).catch(conflictAt('code')),
    /** @throws ApiError */
    edit: ({ _id }: View, input: Edit): Promise<void> =>
      send('PUT', tasks.edit(), `/${_id}`, input).catch(conflictAt('code')),
    remove: ({ _id }: View): Promise<boolean> => succeeds(send('DELETE', tasks.delete(), `/${_id}`)),
  };
}

export const shippingMethods = createSettings<ShippingMethodView, ShippingMethodInput, EditShippingMethodInput>({
  path: '/admin/shipping-method',
  tasks: {
    add: m.shippingMethods.addTask,
    edit: m.shippingMethods.editTask,
    delete: m.shippingMethods.deleteTask,
  },
  load: async (path, options) => (await call<'ShippingMethods'>('GET', path, options)).shippingMethods,
});

export const discounts = createSettings<DiscountView, DiscountInput, EditDiscountInput>({
  path: '/admin/discount',
  tasks: { add: m.adminDiscounts.addTask, edit: m.adminDiscounts.editTask, delete: m.adminDiscounts.deleteTask },
  load: async (path, options) => (await call<'Discounts'>('GET', path, options)).discounts,
});

export const settings = createRemote<null, SettingsView>({
  load: async (_args, { signal }) => (await call<'Settings'>('GET', '/admin/settings', { signal })).settings,
});

/** Changes the given settings. @throws ApiError */
export async function saveSettings(input: SettingsInput): Promise<void> {
  const response = await call<'SettingsSaved'>('PUT', '/admin/settings', { body: input, task: m.settings.saveTask() });
  settings.write(null, response.settings);
  showOnce('success', response.message);
  // For the screens and menus that open next.
  shop.languages = response.settings.languages.map((code) => ({ code, name: languages[code].name }));
}

export const tax = createRemote<null, TaxView>({
  load: async (_args, { signal }) => (await call<'Tax'>('GET', '/admin/tax', { signal })).tax,
});

/** Replaces all VAT rates. @throws ApiError */
export async function saveTax(input: TaxInput): Promise<void> {
  const response = await call<'TaxSaved'>('PUT', '/admin/tax', { body: input, task: m.tax.saveTask() });
  tax.write(null, response.tax);
  showOnce('success', response.message);
}
