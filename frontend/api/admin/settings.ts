import type { EditShippingMethodInput, ShippingMethodInput, TaxInput } from '#contract/orders/delivery.input.ts';
import type { ShippingMethodView, TaxView } from '#contract/orders/delivery.ts';
import type { DiscountInput, EditDiscountInput } from '#contract/orders/discounts.input.ts';
import type { DiscountView } from '#contract/orders/discounts.ts';
import type { LockedSetting } from '#contract/shop/locked-settings.ts';
import type { SettingsInput } from '#contract/shop/settings.input.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { showOnce } from '../../browser/toasts.ts';
import { shop } from '../../texts/shop.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { createSettings } from './settingsList.ts';
import { refreshWork } from './work.ts';

export const shippingMethods = createSettings<ShippingMethodView, ShippingMethodInput, EditShippingMethodInput>({
  path: '/admin/shipping-method',
  tasks: {
    add: m.shippingMethods.addTask,
    edit: m.shippingMethods.editTask,
    delete: m.shippingMethods.deleteTask,
  },
  unique: 'code',
  load: async (path, options) => (await call<'ShippingMethods'>('GET', path, options)).shippingMethods,
});

export const discounts = createSettings<DiscountView, DiscountInput, EditDiscountInput>({
  path: '/admin/discount',
  tasks: { add: m.adminDiscounts.addTask, edit: m.adminDiscounts.editTask, delete: m.adminDiscounts.deleteTask },
  unique: 'code',
  load: async (path, options) => (await call<'Discounts'>('GET', path, options)).discounts,
});

/** What is set, and what of it the server fixes. */
type Settings = { settings: SettingsView; locked: LockedSetting[] };

export const settings = createRemote<null, Settings>({
  load: async (_args, { signal }) => {
    const { settings, locked } = await call<'Settings'>('GET', '/admin/settings', { signal });
    return { settings, locked };
  },
});

/** Changes the given settings. @throws ApiError */
export async function saveSettings(input: SettingsInput): Promise<void> {
  const response = await call<'SettingsSaved'>('PUT', '/admin/settings', { body: input, task: m.settings.saveTask() });
  const { name, timeZone, returnDays, languages: spoken } = response.settings;
  settings.write(null, { settings: response.settings, locked: response.locked });
  showOnce('success', response.message);
  // For the screens and menus that open next.
  Object.assign(shop, { name, timeZone, returnDays });
  shop.languages = spoken.map((code) => ({ code, name: languages[code].name }));
  refreshWork();
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
