import { useState } from 'react';
import type { WithdrawalInput } from '#contract/orders/withdrawals.input.ts';
import type { WithdrawalReceipt } from '#contract/orders/withdrawals.ts';
import { Receipt } from './Receipt.tsx';
import { WithdrawalForm } from './WithdrawalForm.tsx';

type Sent = { statement: WithdrawalInput; receipt: WithdrawalReceipt };

/** The function to withdraw from a contract, for everybody: Directive 2011/83/EU, Art. 11a. */
export default function WithdrawalPage() {
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent !== null) return <Receipt {...sent} />;
  return <WithdrawalForm onSent={(statement, receipt) => setSent({ statement, receipt })} />;
}
