import { useEffect, useState } from 'react';
import type { WithdrawalInput } from '#contract/orders/withdrawals.input.ts';
import { declarationOf } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { Form } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { Facts } from './Facts.tsx';

type StatementProps = { statement: WithdrawalInput; onConfirm: () => Promise<void>; onChange: () => void };

/** The second step: the statement as it is going to be made. */
export function Statement({ statement, onConfirm, onChange }: StatementProps) {
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    // Returns a promise in newer browsers, which React would take for a clean-up.
    window.scrollTo(0, 0);
  }, []);
  const confirm = async () => {
    setIsSending(true);
    await onConfirm();
  };
  return (
    <FormPanel wide title={<PageTitle title={m.withdrawals.confirmTitle()} />} lead={m.withdrawals.confirmLead()}>
      <Form onSubmit={confirm}>
        <Facts
          facts={[
            [m.withdrawals.statement(), declarationOf(statement)],
            [m.withdrawals.name(), statement.name],
            [m.withdrawals.email(), statement.email],
            [m.withdrawals.note(), statement.note],
          ]}
        />
        <div className="stack gap-2">
          <Button type="submit" variant="primary" size="large" wide busy={isSending}>
            {m.withdrawals.confirm()}
          </Button>
          <Button variant="quiet" wide disabled={isSending} onClick={onChange}>
            {m.withdrawals.change()}
          </Button>
        </div>
        <p className="soft text-note">{m.withdrawals.acknowledged({ email: statement.email })}</p>
      </Form>
    </FormPanel>
  );
}
