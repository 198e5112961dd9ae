import { orderArrival, PICKUP } from '#contract/orders/delivery.ts';
import type { OrderDetailView, ShipmentView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { contact } from '../../texts/contact.ts';
import { longDate } from '../../texts/dates.ts';
import { shop } from '../../texts/shop.ts';
import { Address } from './Address.tsx';
import styles from './Delivery.module.css';

/** How an order reaches its shopper: when, by which method, its address and its parcels. */
export function Delivery({ order }: { order: OrderDetailView }) {
  const { shippingMethod, shippingName, delivery, shipments, lines } = order;
  const arrival = orderArrival(order, shop.timeZone, new Date());
  const titles = new Map(lines.map(({ productId, title }) => [productId, title]));
  return (
    <div className="stack gap-3">
      {arrival && <p className="medium">{arrival}</p>}
      <p>{shippingName}</p>
      {delivery && <Address delivery={delivery} />}
      {shippingMethod === PICKUP && contact.address && (
        <address className={`soft breaks ${styles.address}`} dir="auto">
          {contact.address}
        </address>
      )}
      {shipments.map((shipment) => (
        <Parcel key={shipment.date} shipment={shipment} titles={titles} />
      ))}
    </div>
  );
}

function Parcel({ shipment, titles }: { shipment: ShipmentView; titles: ReadonlyMap<string, string> }) {
  const { carrier, trackingNumber, trackingUrl, date, lines } = shipment;
  return (
    <section className={`stack gap-1 ${styles.parcel}`} aria-label={m.ownOrder.parcelOf({ date: longDate(date) })}>
      <p className="medium">
        <span>{`${carrier},`}</span> <time dateTime={date}>{longDate(date)}</time>
      </p>
      <ul className="soft text-note breaks">
        {lines.map(({ productId, count }) => (
          <li key={productId}>
            <span>{`${count} ×`}</span> <bdi>{titles.get(productId)}</bdi>
          </li>
        ))}
      </ul>
      {trackingNumber && (
        <p className="soft text-note breaks">{m.ownOrder.trackingNumber({ number: trackingNumber })}</p>
      )}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          {m.ownOrder.trackParcel()}
        </a>
      )}
    </section>
  );
}
