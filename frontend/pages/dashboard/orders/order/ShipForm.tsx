import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { TRACKING_URL_MAX } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { shipItems } from '../../../../api/admin/order.ts';
import { Button } from '../../../../components/Button.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { chosenUnits } from '../../../../components/order/chosenUnits.ts';
import { Section } from '../../Section.tsx';
import { CarrierFields } from './CarrierFields.tsx';
import { trackingLink } from './carriers.ts';
import { type Counts, UnitFields } from './UnitFields.tsx';
import type { UnitsLeft } from './unitsLeft.ts';

type ShipValues = { carrier: string; trackingNumber: string; trackingUrl: string; counts: Counts };

/** Adds a shipment of all units that are left, or of a part of them. */
export function ShipForm({ orderId, units }: { orderId: string; units: readonly UnitsLeft[] }) {
  const form = useForm<ShipValues>({
    defaultValues: { carrier: '', trackingNumber: '', trackingUrl: '', counts: units.map(({ left }) => left) },
  });
  const field = fieldsOf(form);

  // A link typed by hand stays.
  const filled = useRef('');
  const fillLink = () => {
    const { carrier, trackingNumber, trackingUrl } = form.getValues();
    if (trackingUrl !== '' && trackingUrl !== filled.current) return;
    filled.current = trackingLink(carrier, trackingNumber);
    form.setValue('trackingUrl', filled.current);
  };

  const submit = submitOf(form, async ({ counts, ...shipment }) => {
    await shipItems(orderId, { ...shipment, lines: chosenUnits(units, counts) });
  });

  return (
    <Section title={m.adminOrders.shipItems()}>
      <Form onSubmit={submit}>
        <UnitFields form={form} units={units} label={m.adminOrders.shipUnits} fullLabel={m.adminOrders.shipUnitsOf} />
        <CarrierFields field={(name) => field(name, { onChange: fillLink })} />
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
