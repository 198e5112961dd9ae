import { useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { CARRIER_MAX, TRACKING_NUMBER_MAX, TRACKING_URL_MAX } from '#contract/orders.ts';
import { m } from '#messages';
import { shipItems } from '../../../../api/admin/order.ts';
import { Button } from '../../../../components/Button.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { Section } from '../../Section.tsx';
import { carriers, trackingLink } from './carriers.ts';
import { type Counts, UnitFields } from './UnitFields.tsx';
import type { UnitsLeft } from './unitsLeft.ts';

type ShipValues = { carrier: string; trackingNumber: string; trackingUrl: string; counts: Counts };

/** Adds a shipment of all units that are left, or of a part of them. */
export function ShipForm({ orderId, units }: { orderId: string; units: readonly UnitsLeft[] }) {
  const form = useForm<ShipValues>({
    defaultValues: { carrier: '', trackingNumber: '', trackingUrl: '', counts: units.map(({ left }) => left) },
  });
  const field = fieldsOf(form);
  const carriersId = useId();

  // A link typed by hand stays.
  const filled = useRef('');
  const fillLink = () => {
    const { carrier, trackingNumber, trackingUrl } = form.getValues();
    if (trackingUrl !== '' && trackingUrl !== filled.current) return;
    filled.current = trackingLink(carrier, trackingNumber);
    form.setValue('trackingUrl', filled.current);
  };

  const submit = submitOf(form, async ({ counts, ...shipment }) => {
    const lines = units
      .map(({ productId }, index) => ({ productId, count: counts[index] ?? 0 }))
      .filter(({ count }) => count > 0);
    await shipItems(orderId, { ...shipment, lines });
  });

  return (
    <Section title={m.adminOrders.shipItems()}>
      <Form onSubmit={submit}>
        <UnitFields form={form} units={units} label={m.adminOrders.shipUnits} fullLabel={m.adminOrders.shipUnitsOf} />
        <FieldPair>
          <Field
            {...field('carrier', { onChange: fillLink })}
            label={m.adminOrders.carrier()}
            list={carriersId}
            autoComplete="off"
            maxLength={CARRIER_MAX}
            required
          />
          <datalist id={carriersId}>
            {carriers.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field
            {...field('trackingNumber', { onChange: fillLink })}
            label={m.adminOrders.trackingNumberOptional()}
            maxLength={TRACKING_NUMBER_MAX}
          />
        </FieldPair>
        <Field
          {...field('trackingUrl')}
          label={m.adminOrders.trackingLinkOptional()}
          type="url"
          maxLength={TRACKING_URL_MAX}
        />
        <div>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {m.adminOrders.markAsShipped()}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
