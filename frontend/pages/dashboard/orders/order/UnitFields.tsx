import type { UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { Field } from '../../../../components/forms/Field.tsx';
import { numberFieldsOf } from '../../../../components/forms/Form.tsx';
import styles from './OrderPage.module.css';
import type { UnitsLeft } from './unitsLeft.ts';

/** A number of units for each of `units`, in their order. */
export type Counts = number[];

type UnitFieldsProps<Values extends { counts: Counts }> = {
  form: UseFormReturn<Values>;
  units: readonly UnitsLeft[];
  /** Says what happens to the units, and how many are left. */
  label: (values: { left: number }) => string;
  /** The same with their title, for screen readers. */
  fullLabel: (values: { title: string; left: number }) => string;
};

/** Asks how many of the units. */
export function UnitFields<Values extends { counts: Counts }>(props: UnitFieldsProps<Values>) {
  const { form, units, label, fullLabel } = props;
  const number = numberFieldsOf(form as unknown as UseFormReturn<{ counts: Counts }>);
  return (
    <ul className="stack gap-3">
      {units.map(({ productId, title, note, left }, index) => (
        <li key={`${productId} ${note}`} className={`row spread breaks ${styles.unit}`}>
          <span>
            <bdi>{title}</bdi>
            {note && <span className="soft breaks text-note">{` (${note})`}</span>}
          </span>
          <Field
            {...number(`counts.${index}`, {
              integer: true,
              validate: (count) =>
                (Number.isInteger(count) && Number(count) >= 0 && Number(count) <= left) ||
                m.adminOrders.unitsRange({ left }),
            })}
            className={styles.count}
            label={label({ left })}
            aria-label={fullLabel({ title: note ? `${title}, ${note}` : title, left })}
          />
        </li>
      ))}
    </ul>
  );
}
