import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form';
import type { LockedSetting } from '#contract/shop/locked-settings.ts';
import { type SettingsInput, settingsInput } from '#contract/shop/settings.input.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { changedValues } from '../../../stores/changedValues.ts';

/** As they are typed. */
export type SettingsValues = Omit<SettingsView, 'returnDays'> & {
  /** Null while the field is empty. */
  returnDays: number | null;
};

export type SettingsForm = UseFormReturn<SettingsValues, unknown, SettingsInput>;
export type SettingsPath = FieldPath<SettingsValues>;

/** What each part of the form gets. */
export type PartProps = { form: SettingsForm; locked: readonly LockedSetting[] };

const resolveAll = yupResolver(settingsInput) as unknown as Resolver<Partial<SettingsValues>, unknown, SettingsInput>;

/** Checks what differs from the shown settings: the server may set others to what the form wouldn't take. */
export function settingsResolverFor(shown: SettingsView): Resolver<SettingsValues, unknown, SettingsInput> {
  return (values, context, options) => resolveAll(changedValues(shown, values), context, options as never);
}
