import { useSnapshot } from 'valtio';
import { useShipping } from '../../api/shipping.ts';
import { deliveryText, pickupOffer } from '../../components/product/deliveryTexts.ts';
import { currency } from '../../stores/currency.ts';
import { shop } from '../../texts/shop.ts';

/** What delivery costs, in a line. */
export default function ShopFacts() {
  const { code } = useSnapshot(currency);
  const offers = useShipping() ?? [];
  const facts = [deliveryText(offers, 0, code, shop.timeZone)?.cost, pickupOffer(offers)?.name];
  return <p className="ellipsis">{facts.filter(Boolean).join(' · ')}</p>;
}
