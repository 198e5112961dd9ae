import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CARRIER_MAX, TRACKING_NUMBER_MAX } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { Field } from '../../../../components/forms/Field.tsx';
import { FieldPair } from '../../../../components/forms/Form.tsx';
import { carriers } from './carriers.ts';

type CarrierFieldsProps = {
  /** The result of `fieldsOf` for the form. */
  field: (name: 'carrier' | 'trackingNumber') => UseFormRegisterReturn & { error?: string };
};

/** Who carries a parcel, and its number there. */
export function CarrierFields({ field }: CarrierFieldsProps) {
  const id = useId();
  return (
    <>
      <FieldPair>
        <Field
          {...field('carrier')}
          label={m.adminOrders.carrier()}
          list={id}
          autoComplete="off"
          maxLength={CARRIER_MAX}
          required
        />
        <Field
          {...field('trackingNumber')}
          label={m.adminOrders.trackingNumberOptional()}
          maxLength={TRACKING_NUMBER_MAX}
        />
      </FieldPair>
      <datalist id={id}>
        {carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
