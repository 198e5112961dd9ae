import type { ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { Icon } from '../../../../components/Icon.tsx';
import { Sentence } from '../../../../components/Sentence.tsx';
import { Preview, PreviewProblem, PreviewRow } from '../../preview/Preview.tsx';

type ShipListPreviewProps = {
  lines: readonly ListedShipmentView[];
  /** What they have done; null before. */
  message: string | null;
};

/** What each line of a list would do, or has done; those that are refused come first. */
export function ShipListPreview({ lines, message }: ShipListPreviewProps) {
  const rows = lines.toSorted((one, other) => Number(other.state === 'refused') - Number(one.state === 'refused'));
  return (
    <Preview
      key={message}
      summary={message ?? summary(lines)}
      headings={[m.adminOrders.order(), m.adminOrders.shipment()]}
      focused
    >
      {rows.map((line) => (
        <PreviewRow key={line.line} name={<OrderName {...line} />} detail={detailOf(line)}>
          <Shipment {...line} isDone={message !== null} />
        </PreviewRow>
      ))}
    </Preview>
  );
}

function OrderName({ number }: Pick<ListedShipmentView, 'number'>) {
  if (number === '') return m.adminOrders.noOrderNumber();
  return <Sentence of={m.adminOrders.numberedInList({ number })} parts={{ bdi: (text) => <bdi>{text}</bdi> }} />;
}

function Shipment({
  carrier,
  trackingNumber,
  trackingUrl,
  state,
  reason,
  isDone,
}: ListedShipmentView & { isDone: boolean }) {
  return (
    <>
      {reason !== null && <PreviewProblem>{reason}</PreviewProblem>}
      {state === 'shipped' && (
        <p className="row gap-1 accent">
          <Icon name="check" size={16} />
          {isDone ? m.adminOrders.shipped() : m.adminOrders.alreadyShipped()}
        </p>
      )}
      <p className="numbers">
        <bdi>{carrier}</bdi>{' '}
        <bdi>{trackingNumber || (state === 'refused' ? '' : m.adminOrders.noTrackingNumber())}</bdi>
      </p>
      {trackingUrl !== '' && (
        <p className="soft">
          <bdi>{trackingUrl}</bdi>
        </p>
      )}
    </>
  );
}

/** "Line 2 · ana · 3 items" */
function detailOf({ line, order, state }: ListedShipmentView): string {
  const parts = [m.adminOrders.line({ line })];
  if (order) parts.push(order.customer ?? m.adminOrders.deletedUser());
  if (order && state === 'ready') parts.push(m.adminOrders.units({ count: order.unitsLeft }));
  return parts.join(' · ');
}

function summary(lines: readonly ListedShipmentView[]): string {
  const ready = lines.filter(({ state }) => state === 'ready').length;
  if (ready === 0) return m.adminOrders.readyNone();
  return m.adminOrders.readyCount({ ready, count: lines.length });
}
