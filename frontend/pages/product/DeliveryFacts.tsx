import { useSnapshot } from 'valtio';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { arrivalText } from '#contract/orders/delivery.ts';
import { m } from '#messages';
import { useShipping } from '../../api/shipping.ts';
import { Icon } from '../../components/Icon.tsx';
import { deliveryText, pickupOffer } from '../../components/product/deliveryTexts.ts';
import { currency } from '../../stores/currency.ts';
import { shop } from '../../texts/shop.ts';
import styles from './ProductDetail.module.css';

/** What delivery costs and when it arrives, and whether the order can be collected. */
export function DeliveryFacts({ price }: Pick<ProductView, 'price'>) {
  const { code } = useSnapshot(currency);
  const offers = useShipping() ?? [];
  const delivery = deliveryText(offers, price, code, shop.timeZone);
  const pickup = pickupOffer(offers);
  return (
    <ul className={`stack gap-2 text-compact ${styles.delivery}`} aria-label={m.product.delivery()}>
      {delivery && <Way name={delivery.cost} arrival={delivery.arrival} />}
      {pickup && <Way name={pickup.name} arrival={arrivalText(pickup, new Date(), shop.timeZone, new Date())} />}
    </ul>
  );
}

/** Always two lines. */
function Way({ name, arrival }: { name: string; arrival: string }) {
  return (
    <li className="with-icon">
      <Icon name="check" size={16} />
      <div>
        <p dir="auto">{name}</p>
        <p className="soft">{arrival}</p>
      </div>
    </li>
  );
}
