import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form';
import type { LockedSetting } from '#contract/locked-settings.ts';
import { type SettingsInput, settingsInput } from '#contract/settings.input.ts';
import type { SettingsView } from '#contract/settings.ts';

/** As they are typed. */
export type SettingsValues = Omit<SettingsView, 'returnDays'> & {
  /** Null while the field is empty. */
  returnDays: number | null;
};

export type SettingsForm = UseFormReturn<SettingsValues, unknown, SettingsInput>;
export type SettingsPath = FieldPath<SettingsValues>;

/** What each part of the form gets. */
export type PartProps = { form: SettingsForm; locked: readonly LockedSetting[] };

export const settingsResolver = yupResolver(settingsInput) as unknown as Resolver<
  SettingsValues,
  unknown,
  SettingsInput
>;

/** The settings that differ from the shown ones, as others may have changed the rest meanwhile. */
export function changedSettings(input: SettingsInput, shown: SettingsView): SettingsInput {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof SettingsView]);
  return Object.fromEntries(Object.entries(input).filter(isChanged));
}
