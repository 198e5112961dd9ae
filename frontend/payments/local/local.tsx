import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PaymentConfig } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { Field } from '../../components/forms/Field.tsx';
import type { FieldsProps, Provider, Refusal } from '../port.ts';

/** The provider of `make up` in its own words. It takes no real cards, so plain fields of the page are enough. */
export async function openLocal({ apiUrl, returnUrl }: PaymentConfig): Promise<Provider> {
  return { fields: (props) => <Fields {...props} apiUrl={apiUrl ?? ''} returnUrl={returnUrl} /> };
}

/** The fields, with the digits that they need. */
const fields = [
  { name: 'number', autoComplete: 'cc-number', digits: 15, text: m.testPayments.cardNumber },
  { name: 'expiry', autoComplete: 'cc-exp', digits: 4, text: m.testPayments.expiry },
  { name: 'cvc', autoComplete: 'cc-csc', digits: 3, text: m.testPayments.securityCode },
] as const;

type Typed = Record<(typeof fields)[number]['name'], string>;

const problems: Record<keyof Typed, () => string> = {
  number: m.testPayments.incompleteNumber,
  expiry: m.testPayments.incompleteExpiry,
  cvc: m.testPayments.incompleteCode,
};

/** By the provider's codes. */
const refusals: Partial<Record<string, () => string>> = {
  incorrect_number: m.testPayments.incorrectNumber,
  invalid_expiry_month: m.testPayments.invalidMonth,
  invalid_expiry_year: m.testPayments.invalidYear,
  invalid_cvc: m.testPayments.invalidCode,
  card_declined: m.testPayments.declined,
  insufficient_funds: m.testPayments.insufficientFunds,
  expired_card: m.testPayments.expired,
  test_mode_live_card: m.testPayments.notATestCard,
};

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The answer to an attempt to pay: where the shopper goes, or why not. */
type Answer =
  | { redirect: string }
  | { refusal: { message: string; codes: string[]; isDeclined: boolean; state: string } };

function Fields({ onReady, apiUrl, returnUrl }: FieldsProps & { apiUrl: string; returnUrl: string }) {
  const [typed, setTyped] = useState<Typed>({ number: '', expiry: '', cvc: '' });
  const [isChecked, setIsChecked] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const missing = fields.filter(({ name, digits }) => digitsOf(typed[name]).length < digits);

  const pay = useEffectEvent(async (prepare: () => Promise<string | null>): Promise<Refusal | null> => {
    setIsChecked(true);
    const [first] = missing;
    if (first) {
      frame.current?.querySelector<HTMLInputElement>(`[name=${first.name}]`)?.focus();
      return { message: problems[first.name](), isDeclined: false, ended: null, cause: null };
    }
    const clientSecret = await prepare();
    if (clientSecret === null) return null;
    const expiry = digitsOf(typed.expiry);
    const card = {
      number: digitsOf(typed.number),
      expMonth: expiry.slice(0, 2),
      expYear: expiry.slice(2),
      cvc: typed.cvc,
    };
    const [id = ''] = clientSecret.split('_secret_');
    const answer = await confirm(`${apiUrl}/payments/${id}/confirm`, { ...card, clientSecret, returnUrl });
    if ('refusal' in answer) return refusalOf(id, answer);
    location.assign(answer.redirect);
    // The page is left.
    return new Promise(() => {});
  });

  const announce = useEffectEvent(() => onReady({ pay: (prepare) => pay(prepare) }));
  useEffect(() => announce(), []);

  return (
    <div ref={frame} className="stack">
      <p className="soft text-note">{m.testPayments.notice()}</p>
      {fields.map(({ name, autoComplete, text }) => (
        <Field
          key={name}
          name={name}
          label={text()}
          placeholder={name === 'expiry' ? m.testPayments.expiryFormat() : undefined}
          inputMode="numeric"
          autoComplete={autoComplete}
          value={typed[name]}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          {...(isChecked && missing.some((field) => field.name === name) && { error: problems[name]() })}
        />
      ))}
    </div>
  );
}

async function confirm(address: string, body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(m.testPayments.unreachable());
  return response.json();
}

function refusalOf(id: string, { refusal }: Extract<Answer, { refusal: unknown }>): Refusal {
  const { codes, isDeclined, state } = refusal;
  const [known] = codes.flatMap((code) => refusals[code] ?? []);
  const ended = state === 'paid' || state === 'canceled' ? ({ id, state } as const) : null;
  return { message: known?.() ?? refusal.message, isDeclined, ended, cause: refusal };
}
