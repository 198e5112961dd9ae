import { m } from '#messages';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { IconButton } from '../../../components/IconButton.tsx';

type ChoicesFieldProps = {
  label: string;
  hint: string;
  /** The name of each value. */
  options: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string;
};

/** Any number of choices: a select adds one, and each has a button that removes it. */
export function ChoicesField({ label, hint, options, chosen, onChange, error }: ChoicesFieldProps) {
  return (
    <div className="stack gap-2">
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value=""
        onChange={({ target }) => target.value && onChange([...chosen, target.value])}
      >
        <option value="">{m.shippingMethods.addChoice()}</option>
        {Object.entries(options)
          .filter(([value]) => !chosen.includes(value))
          .map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </SelectField>
      {chosen.length > 0 && (
        <ul className="cluster gap-2">
          {chosen.map((value) => (
            <li key={value} className="choice row gap-1 text-note">
              {options[value] ?? value}
              <IconButton
                icon="close"
                iconSize={14}
                label={m.shippingMethods.remove({ name: options[value] ?? value })}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
