import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ShipmentListInput, shipmentListInput } from '#contract/orders/orders.input.ts';
import type { OrderColumn } from '#contract/orders/orders.ts';
import type { ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { previewShipments, shipListed } from '../../../../api/admin/shipmentLists.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { Button } from '../../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Form } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { ShipListFields } from './ShipListFields.tsx';
import { ShipListPreview } from './ShipListPreview.tsx';

type ShipListFormProps = {
  /** The list to begin with. */
  list: string;
  request: TableRequest<OrderColumn>;
  /** Called once orders are shipped. */
  onShipped: () => void;
  onClose: () => void;
};

/** Marks many orders as shipped, with the tracking numbers of a list. Closed while the list is null. */
export function ShipListDialog({ list, ...props }: Omit<ShipListFormProps, 'list'> & { list: string | null }) {
  return (
    <Dialog open={list !== null} shape="wide" title={m.adminOrders.shipListTitle()} onClose={props.onClose}>
      {list !== null && <ShipListForm {...props} list={list} />}
    </Dialog>
  );
}

/** The lines as the server has read them, with its message once it has shipped them. */
type Step = { lines: readonly ListedShipmentView[]; message: string | null };

/** Takes a list, then shows what it would do, and then what it has done, unless all is shipped. */
function ShipListForm({ list, request, onShipped, onClose }: ShipListFormProps) {
  const form = useForm<ShipmentListInput>({
    resolver: yupResolver(shipmentListInput),
    defaultValues: { list, carrier: '' },
  });
  const [step, setStep] = useState<Step | null>(null);
  const ready = step?.lines.filter(({ state }) => state === 'ready').length ?? 0;
  const { isSubmitting: busy, errors } = form.formState;

  const preview = async (input: ShipmentListInput) => setStep({ lines: await previewShipments(input), message: null });
  const ship = async (input: ShipmentListInput) => {
    const shipped = await shipListed(request, input);
    onShipped();
    if (shipped.lines.every(({ state }) => state === 'shipped')) onClose();
    else setStep(shipped);
  };
  const submit = submitOf(form, (input) => (step === null ? preview(input) : ship(input)));
  const goBack = () => {
    setStep(null);
    form.clearErrors('root');
  };

  return (
    <Form onSubmit={submit}>
      {step === null ? <ShipListFields form={form} /> : <ShipListPreview {...step} />}
      <DialogActions>
        <InlineError>{errors.root?.message}</InlineError>
        {step === null ? (
          <>
            <Button onClick={onClose}>{m.common.cancel()}</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {m.adminOrders.preview()}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={goBack}>{m.common.back()}</Button>
            {step.message !== null && (
              <Button variant="primary" onClick={onClose}>
                {m.common.done()}
              </Button>
            )}
            {step.message === null && ready > 0 && (
              <Button type="submit" variant="primary" busy={busy}>
                {m.adminOrders.markCountAsShipped({ count: ready })}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Form>
  );
}
