import { counted, formatNumber } from '#contract/numbers.ts';
import type { ListedShipmentView } from '#contract/shipment-lists.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { adminNouns } from '../../../../texts/adminNouns.ts';
import { nouns } from '../../../../texts/nouns.ts';
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
    <Preview key={message} summary={message ?? summary(lines)} headings={['Order', 'Shipment']} focused>
      {rows.map((line) => (
        <PreviewRow key={line.line} name={<OrderName {...line} />} detail={detailOf(line)}>
          <Shipment {...line} isDone={message !== null} />
        </PreviewRow>
      ))}
    </Preview>
  );
}

function OrderName({ number }: Pick<ListedShipmentView, 'number'>) {
  if (number === '') return 'No order number';
  return (
    <>
      Order <bdi>{number}</bdi>
    </>
  );
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
          {isDone ? 'Shipped' : 'Already shipped'}
        </p>
      )}
      <p className="numbers">
        <bdi>{carrier}</bdi> <bdi>{trackingNumber || (state === 'refused' ? '' : 'No tracking number')}</bdi>
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
  const parts = [`Line ${formatNumber(line)}`];
  if (order) parts.push(order.customer ?? 'Deleted user');
  if (order && state === 'ready') parts.push(counted(order.unitsLeft, nouns.item));
  return parts.join(' · ');
}

function summary(lines: readonly ListedShipmentView[]): string {
  const ready = lines.filter(({ state }) => state === 'ready').length;
  if (ready === 0) return 'No order will be marked as shipped';
  return `${formatNumber(ready)} of ${counted(lines.length, adminNouns.order)} will be marked as shipped`;
}
