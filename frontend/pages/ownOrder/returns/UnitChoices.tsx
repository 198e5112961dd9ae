import type { UseFormReturn } from 'react-hook-form';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Select } from '../../../components/forms/Select.tsx';
import styles from './UnitChoices.module.css';

/** A line of which some units can be chosen. */
export type Choice = { productId: string; title: string; left: number };

type UnitChoicesProps<Values extends { counts: number[] }> = {
  form: UseFormReturn<Values>;
  choices: readonly Choice[];
};

/** Asks how many units of each line. */
export function UnitChoices<Values extends { counts: number[] }>({ form, choices }: UnitChoicesProps<Values>) {
  const { register } = form as unknown as UseFormReturn<{ counts: number[] }>;
  return (
    <ul className="stack gap-3">
      {choices.map(({ productId, title, left }, index) => (
        <li key={productId} className="row spread breaks">
          <bdi>{title}</bdi>
          <Select
            {...register(`counts.${index}`, { valueAsNumber: true })}
            className={styles.count}
            aria-label={m.returns.unitsOf({ title, left })}
          >
            {Array.from({ length: left + 1 }, (_, count) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: it is the value
              <option key={count} value={count}>
                {count === 0 ? m.returns.keepUnits() : m.returns.someOf({ count: formatNumber(count), left })}
              </option>
            ))}
          </Select>
        </li>
      ))}
    </ul>
  );
}
