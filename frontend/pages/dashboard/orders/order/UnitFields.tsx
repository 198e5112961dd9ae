import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../../components/forms/Field.tsx';
import styles from './OrderPage.module.css';
import type { UnitsLeft } from './unshippedLines.ts';

/** Units of each line, in the order of the lines. */
export type Counts = number[];

type UnitFieldsProps<Values extends { counts: Counts }> = {
  form: UseFormReturn<Values>;
  lines: readonly UnitsLeft[];
  /** What happens to the units. */
  verb: string;
};

/** A number of units for each line. */
export function UnitFields<Values extends { counts: Counts }>({ form, lines, verb }: UnitFieldsProps<Values>) {
  const { register, formState } = form as unknown as UseFormReturn<{ counts: Counts }>;
  return (
    <ul className={styles.units}>
      {lines.map(({ productId, title, left }, index) => (
        <li key={productId} className={styles.unit}>
          <bdi>{title}</bdi>
          <Field
            {...register(`counts.${index}`, {
              valueAsNumber: true,
              validate: (count) =>
                (Number.isInteger(count) && count >= 0 && count <= left) || `Enter a number from 0 to ${left}`,
            })}
            className={styles.count}
            label={`${verb} (${left} left)`}
            aria-label={`${verb} ${title} (${left} left)`}
            type="number"
            min={0}
            max={left}
            error={formState.errors.counts?.[index]?.message}
          />
        </li>
      ))}
    </ul>
  );
}

/** The lines of a request: those with at least one unit. */
export function countsOf(lines: readonly UnitsLeft[], counts: Counts): { productId: string; count: number }[] {
  return lines
    .map(({ productId }, index) => ({ productId, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0);
}
