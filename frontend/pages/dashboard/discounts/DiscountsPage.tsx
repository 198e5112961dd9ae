import type { DiscountView } from '#contract/discounts.ts';
import { formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { discounts } from '../../../api/admin/settings.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Day } from '../Moment.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { DiscountForm } from './DiscountForm.tsx';

/** The discount codes with their uses. */
export default function DiscountsPage() {
  return (
    <SettingsScreen
      noun={adminNouns.discount}
      lead="Shoppers enter a code at checkout. A use is taken with the order, and given back if it is canceled."
      view={discounts.useAll()}
      nameOf={({ code }) => code}
      details={(discount) => <Details discount={discount} />}
      kept="Orders that use it keep their price."
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
      <span>{percent === null ? `${formatPrice(amount ?? 0, 'EUR')} off` : `${percent}% off`}</span>
      {minimum !== null && <span>From {formatPrice(minimum, 'EUR')}</span>}
      {categoryIds.length > 0 && <span>Some categories</span>}
      {startsAt && (
        <span>
          Starts <Day date={startsAt} />
        </span>
      )}
      {endsAt && (
        <span>
          Ends <Day date={endsAt} />
        </span>
      )}
      <span>{`${formatNumber(uses)}${maxUses === null ? '' : ` of ${formatNumber(maxUses)}`} used`}</span>
    </>
  );
}

function stateOf({ isActive, startsAt, endsAt, maxUses, uses }: DiscountView): [BadgeTone, string] {
  const now = Date.now();
  if (!isActive) return ['quiet', 'Off'];
  if (endsAt !== null && Date.parse(endsAt) <= now) return ['quiet', 'Ended'];
  if (maxUses !== null && uses >= maxUses) return ['quiet', 'Used up'];
  if (startsAt !== null && Date.parse(startsAt) > now) return ['waiting', 'Scheduled'];
  return ['good', 'On'];
}
