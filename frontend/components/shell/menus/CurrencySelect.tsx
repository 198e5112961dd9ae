import { useSnapshot } from 'valtio';
import { type CurrencyCode, currencies, currencyCodes } from '#contract/values/money.ts';
import { m } from '#messages';
import { currency, setCurrency } from '../../../stores/currency.ts';
import { Select } from '../../forms/Select.tsx';

/** Chooses the currency of all prices in the shop. */
export function CurrencySelect({ className }: { className?: string }) {
  const { code } = useSnapshot(currency);
  return (
    <Select
      quiet
      className={className}
      aria-label={m.shell.currency()}
      value={code}
      onChange={({ target }) => setCurrency(target.value as CurrencyCode)}
    >
      {currencyCodes.map((option) => (
        <option key={option} value={option}>
          {`${option} ${currencies[option].symbol}`}
        </option>
      ))}
    </Select>
  );
}
