import type { DeliveryView } from '#contract/orders/orders.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import styles from './Delivery.module.css';

/** Where an order goes, with the phone number. */
export function Address({ delivery }: { delivery: DeliveryView }) {
  return <AddressText lines={[...addressLines(delivery), delivery.phoneNumber].filter(Boolean)} />;
}

/** An address by its lines. */
export function AddressText({ lines }: { lines: readonly string[] }) {
  return (
    <address className={`soft breaks ${styles.address}`} dir="auto">
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </address>
  );
}
