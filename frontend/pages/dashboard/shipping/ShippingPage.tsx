import { PICKUP, type ShippingMethodView } from '#contract/orders/delivery.ts';
import { formatPrice } from '#contract/values/money.ts';
import { placeName } from '#contract/values/territories.ts';
import { m } from '#messages';
import { shippingMethods } from '../../../api/admin/settings.ts';
import { Badge } from '../../../components/Badge.tsx';
import { daysText } from '../../../components/order/daysText.ts';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { ShippingForm } from './ShippingForm.tsx';

/** More countries than this are counted instead of named. */
const NAMED_COUNTRIES = 3;

const texts: SettingsTexts = {
  lead: m.shippingMethods.lead,
  empty: m.shippingMethods.empty,
  add: m.shippingMethods.add,
  edit: m.shippingMethods.edit,
  deleteTitle: m.shippingMethods.deleteTitle,
  deleteText: m.shippingMethods.deleteText,
};

/** The ways to deliver an order. */
export default function ShippingPage() {
  return (
    <SettingsScreen
      texts={texts}
      view={shippingMethods.useAll()}
      nameOf={({ name }) => name}
      details={(method) => <Details method={method} />}
      canDelete={({ code }) => code !== PICKUP}
      onDelete={shippingMethods.remove}
      form={(method, onClose) => <ShippingForm method={method} onClose={onClose} />}
    />
  );
}

function Details({ method }: { method: ShippingMethodView }) {
  const { price, freeFrom, minDays, maxDays, countries, isActive } = method;
  return (
    <>
      <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? m.common.on() : m.common.off()}</Badge>
      <span>{price > 0 ? formatPrice(price, 'EUR') : m.shippingMethods.free()}</span>
      {freeFrom !== null && price > 0 && (
        <span>{m.shippingMethods.freeFrom({ price: formatPrice(freeFrom, 'EUR') })}</span>
      )}
      <span>{daysText(minDays, maxDays)}</span>
      <span>{countriesText(countries)}</span>
    </>
  );
}

function countriesText(countries: readonly string[]): string {
  if (countries.length === 0) return m.shippingMethods.everywhere();
  if (countries.length > NAMED_COUNTRIES) return m.shippingMethods.countedCountries({ count: countries.length });
  return countries.map(placeName).join(', ');
}
