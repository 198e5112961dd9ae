import type { DiscountView } from '#contract/orders/discounts.ts';
import { formatPrice } from '#contract/values/money.ts';
import { formatDecimal } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { discounts } from '../../../api/admin/settings.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { Day } from '../Moment.tsx';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { DiscountForm } from './DiscountForm.tsx';

const texts: SettingsTexts = {
  lead: m.adminDiscounts.lead,
  empty: m.adminDiscounts.empty,
  add: m.adminDiscounts.add,
  edit: m.adminDiscounts.edit,
  deleteTitle: m.adminDiscounts.deleteTitle,
  deleteText: m.adminDiscounts.deleteText,
};

/** The discount codes with their uses. */
export default function DiscountsPage() {
  return (
    <SettingsScreen
      texts={texts}
      view={discounts.useAll()}
      nameOf={({ code }) => code}
      details={(discount) => <Details discount={discount} />}
      onDelete={discounts.remove}
      form={(discount, onClose) => <DiscountForm discount={discount} onClose={onClose} />}
    />
  );
}

function Details({ discount }: { discount: DiscountView }) {
  const { percent, amount, minimum, startsAt, endsAt, categoryIds, maxUses, uses } = discount;
  const [tone, state] = stateOf(discount);
  return (
    <>
      <Badge tone={tone}>{state}</Badge>
      <span>
        {percent === null
          ? m.adminDiscounts.off({ discount: formatPrice(amount ?? 0, 'EUR') })
          : m.adminDiscounts.percentOff({ percent: formatDecimal(percent) })}
      </span>
      {minimum !== null && <span>{m.adminDiscounts.from({ price: formatPrice(minimum, 'EUR') })}</span>}
      {categoryIds.length > 0 && <span>{m.adminDiscounts.someCategories()}</span>}
      {startsAt && (
        <span>
          <Sentence of={m.adminDiscounts.startsOn()} parts={{ date: () => <Day date={startsAt} /> }} />
        </span>
      )}
      {endsAt && (
        <span>
          <Sentence of={m.adminDiscounts.endsOn()} parts={{ date: () => <Day date={endsAt} /> }} />
        </span>
      )}
      <span>{maxUses === null ? m.adminDiscounts.used({ uses }) : m.adminDiscounts.usedOf({ uses, maxUses })}</span>
    </>
  );
}

function stateOf({ isActive, startsAt, endsAt, maxUses, uses }: DiscountView): [BadgeTone, string] {
  const now = Date.now();
  if (!isActive) return ['quiet', m.common.off()];
  if (endsAt !== null && Date.parse(endsAt) <= now) return ['quiet', m.adminDiscounts.ended()];
  if (maxUses !== null && uses >= maxUses) return ['quiet', m.adminDiscounts.usedUp()];
  if (startsAt !== null && Date.parse(startsAt) > now) return ['waiting', m.adminDiscounts.scheduled()];
  return ['good', m.common.on()];
}
