import { get } from 'react-hook-form';
import { type LockedSetting, lockingVariables } from '#contract/shop/locked-settings.ts';
import { m } from '#messages';
import { Field, TextArea } from '../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import type { PartProps, SettingsPath } from './settingsValues.ts';

type SettingFieldProps = PartProps & {
  name: SettingsPath;
  label: string;
  hint?: string;
  /** The attributes of the input. */
  input?: Omit<React.ComponentProps<'input'>, 'name' | 'form'>;
};

/** A text that can be changed unless a variable of the server fixes it. */
export function SettingField({ form, locked, name, label, hint, input }: SettingFieldProps) {
  const variable = variableOf(name, locked);
  if (variable !== null) return <FixedField label={label} value={get(form.getValues(), name)} variable={variable} />;
  return <Field {...input} {...fieldsOf(form)(name)} label={label} hint={hint} />;
}

/** The same for several lines. */
export function SettingArea({ form, name, label, hint, max }: SettingFieldProps & { max: number }) {
  const length = String(form.watch(name) ?? '').length;
  return (
    <TextArea
      {...fieldsOf(form)(name)}
      label={label}
      hint={hint}
      // Only for those who come close.
      limit={length > max * 0.8 ? { length, max } : undefined}
    />
  );
}

type SettingSelectProps = PartProps & {
  name: SettingsPath;
  label: string;
  hint?: string;
  /** The text of each value. */
  options: readonly (readonly [value: string, text: string])[];
};

/** The same for a choice. */
export function SettingSelect({ form, locked, name, label, hint, options }: SettingSelectProps) {
  const variable = variableOf(name, locked);
  const value: string = get(form.getValues(), name);
  if (variable !== null) {
    const text = options.find(([option]) => option === value)?.[1] ?? value;
    return <FixedField label={label} value={text} variable={variable} />;
  }
  return (
    <SelectField {...fieldsOf(form)(name)} label={label} hint={hint}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

function FixedField({ label, value, variable }: { label: string; value: string; variable: string }) {
  return <Field label={label} value={value} hint={m.shopSettings.fixed({ variable })} disabled />;
}

/** The variable that fixes a field of the form; null if none does. */
function variableOf(name: SettingsPath, locked: readonly LockedSetting[]): string | null {
  const [whole = name] = name.split('.');
  const fixed = locked.find((setting) => setting === name || (setting === whole && name !== 'address.country'));
  return fixed === undefined ? null : lockingVariables[fixed];
}
