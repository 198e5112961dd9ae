import { countryName } from '#contract/addresses.ts';
import { PICKUP, type ShippingMethodView } from '#contract/delivery.ts';
import { formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { shippingMethods } from '../../../api/admin/settings.ts';
import { Badge } from '../../../components/Badge.tsx';
import { daysText } from '../../../components/order/daysText.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { ShippingForm } from './ShippingForm.tsx';

/** More countries than this are counted instead of named. */
const NAMED_COUNTRIES = 3;

/** The ways to deliver an order. */
export default function ShippingPage() {
  return (
    <SettingsScreen
      noun={adminNouns.shippingMethod}
      lead="Shoppers choose from the methods that serve their country. Orders keep the price they were placed with."
      view={shippingMethods.useAll()}
      nameOf={({ name }) => name}
      details={(method) => <Details method={method} />}
      canDelete={({ code }) => code !== PICKUP}
      kept="Past orders aren't affected."
      onDelete={shippingMethods.remove}
      form={(method, onClose) => <ShippingForm method={method} onClose={onClose} />}
    />
  );
}

function Details({ method }: { method: ShippingMethodView }) {
  const { price, freeFrom, minDays, maxDays, countries, isActive } = method;
  return (
    <>
      <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'On' : 'Off'}</Badge>
      <span>{price > 0 ? formatPrice(price, 'EUR') : 'Free'}</span>
      {freeFrom !== null && price > 0 && <span>Free from {formatPrice(freeFrom, 'EUR')}</span>}
      <span>{daysText(minDays, maxDays)}</span>
      <span>{countriesText(countries)}</span>
    </>
  );
}

function countriesText(countries: readonly string[]): string {
  if (countries.length === 0) return 'Everywhere';
  if (countries.length > NAMED_COUNTRIES) return `${formatNumber(countries.length)} countries`;
  return countries.map(countryName).join(', ');
}
