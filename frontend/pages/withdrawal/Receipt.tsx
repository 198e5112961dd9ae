import { useEffect } from 'react';
import { REFUND_DUE_DAYS } from '#contract/orders/returns.ts';
import type { WithdrawalInput } from '#contract/orders/withdrawals.input.ts';
import { declarationOf, type WithdrawalReceipt } from '#contract/orders/withdrawals.ts';
import { formatMoment } from '#contract/values/dates.ts';
import { m } from '#messages';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { shop } from '../../texts/shop.ts';
import { Facts } from './Facts.tsx';
import styles from './Receipt.module.css';

type ReceiptProps = { statement: WithdrawalInput; receipt: WithdrawalReceipt };

/** What was received, when, and what happens next. */
export function Receipt({ statement, receipt: { reference, receivedAt } }: ReceiptProps) {
  useEffect(() => {
    // Returns a promise in newer browsers, which React would take for a clean-up.
    window.scrollTo(0, 0);
  }, []);
  return (
    <FormPanel
      wide
      title={<PageTitle title={m.withdrawals.received()} />}
      lead={<span role="status">{m.withdrawals.onItsWay({ email: statement.email })}</span>}
    >
      <div className={`stack gap-5 ${styles.receipt}`}>
        <Facts
          facts={[
            [m.withdrawals.reference(), reference],
            [m.withdrawals.receivedAt(), formatMoment(receivedAt, shop.timeZone)],
            [m.withdrawals.statement(), declarationOf(statement)],
          ]}
        />
        <section className="stack gap-3">
          <h2 className="text-lead">{m.withdrawals.next()}</h2>
          <ol className={`stack gap-2 ${styles.steps}`}>
            <li>{m.withdrawals.nextCheck()}</li>
            <li>{m.withdrawals.nextSend({ days: REFUND_DUE_DAYS })}</li>
            <li>{m.withdrawals.nextRefund({ days: REFUND_DUE_DAYS })}</li>
          </ol>
        </section>
        <div className="cluster">
          <ContinueShopping />
        </div>
      </div>
    </FormPanel>
  );
}
