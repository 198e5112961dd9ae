import { type LockedSetting, lockingVariables } from '#contract/shop/locked-settings.ts';
import type { FixedSettings, SettingsView, ShopAddress } from '#contract/shop/settings.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { defaultSettings, readStoredSettings } from './settings.queries.ts';

/** Reads the settings in every process. */
export type ShopSettings = {
  /** The settings as they are: those that variables of the server fix, and the stored ones. */
  read(em: EntityManager): Promise<SettingsView>;
  /** The settings as last read, for when the database is down. */
  last(): SettingsView;
  /** What variables of the server fix. */
  locked: readonly LockedSetting[];
};

/** @param fixed what variables of the server fix */
export function openSettings(fixed: FixedSettings): ShopSettings {
  const complete = (stored: SettingsView): SettingsView => {
    return { ...stored, ...fixed, address: { ...stored.address, ...fixed.address } };
  };
  let last = complete(defaultSettings);
  return {
    async read(em) {
      last = complete(await readStoredSettings(em));
      return last;
    },
    last: () => last,
    locked: (Object.keys(lockingVariables) as LockedSetting[]).filter((name) => isFixed(fixed, name)),
  };
}

function isFixed({ address, ...others }: FixedSettings, name: LockedSetting): boolean {
  if (name === 'address') return address?.street !== undefined;
  if (name === 'address.country') return address?.country !== undefined;
  return others[name] !== undefined;
}

/** The value of a setting that can be fixed. */
export function lockableValue(settings: SettingsView, name: LockedSetting): string {
  const { street, postCode, city, country } = settings.address;
  if (name === 'address') return JSON.stringify([street, postCode, city]);
  return name === 'address.country' ? country : settings[name];
}

/**
 * The address of SHOP_ADDRESS: the street, and behind its last line break or comma the post code and the city. A part
 * with a digit, and capitals behind it, is the post code: "21000 Novi Sad", "1012 AB Amsterdam".
 */
export function parseAddress(text: string): Omit<ShopAddress, 'country'> {
  const [, street = text, place = ''] = /^(.*)[\n,]([^\n,]+)$/s.exec(text.trim()) ?? [];
  const [, postCode = '', city = place] =
    /^\s*([\w-]*\d[\w-]*(?: (?:[\w-]*\d[\w-]*|[A-Z]{2}))*) +(.+)$/.exec(place) ?? [];
  return { street: street.trim().replace(/\s*\n\s*/g, ', '), postCode, city: city.trim() };
}
