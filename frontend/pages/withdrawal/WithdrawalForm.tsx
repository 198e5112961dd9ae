import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { Link, useSearch } from 'wouter';
import { type WithdrawalInput, withdrawalInput } from '#contract/orders/withdrawals.input.ts';
import { WITHDRAWAL_ITEMS_MAX, WITHDRAWN_ORDER, type WithdrawalReceipt } from '#contract/orders/withdrawals.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { sendWithdrawal } from '../../api/withdrawals.ts';
import { EmailField } from '../../components/forms/accountFields.tsx';
import { Field, TextArea } from '../../components/forms/Field.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { showFormFailure } from '../../components/forms/submit.ts';
import { Sentence } from '../../components/Sentence.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { session } from '../../stores/session.ts';
import { shop } from '../../texts/shop.ts';
import { Statement } from './Statement.tsx';

const resolver = yupResolver(withdrawalInput);

type WithdrawalFormProps = { onSent: (statement: WithdrawalInput, receipt: WithdrawalReceipt) => void };

/** A statement in two steps: what is withdrawn and by whom, and its confirmation. */
export function WithdrawalForm({ onSent }: WithdrawalFormProps) {
  const { user } = useSnapshot(session);
  const orderNumber = new URLSearchParams(useSearch()).get(WITHDRAWN_ORDER) ?? '';
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  const form = useForm({
    resolver,
    mode: 'onTouched',
    values: { orderNumber, name, email: user?.email ?? '', items: '', note: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const [statement, setStatement] = useState<WithdrawalInput | null>(null);

  const send = async (statement: WithdrawalInput) => {
    try {
      onSent(statement, await sendWithdrawal(statement));
    } catch (error) {
      // Its fields must be there to show what is wrong with them.
      flushSync(() => setStatement(null));
      showFormFailure(form, error);
    }
  };

  if (statement !== null) {
    return <Statement statement={statement} onConfirm={() => send(statement)} onChange={() => setStatement(null)} />;
  }
  const field = fieldsOf(form);
  return (
    <FormPanel
      wide
      title={<PageTitle title={m.withdrawals.title()} />}
      lead={m.withdrawals.lead({ days: shop.returnDays })}
    >
      <Form onSubmit={form.handleSubmit(setStatement)}>
        <Field
          {...field('orderNumber')}
          label={m.withdrawals.orderNumber()}
          hint={m.withdrawals.orderNumberHint()}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <Field {...field('name')} label={m.withdrawals.name()} autoComplete="name" required />
        <EmailField {...field('email')} label={m.withdrawals.email()} hint={m.withdrawals.emailHint()} />
        <TextArea
          {...field('items')}
          label={m.withdrawals.itemsOptional()}
          hint={m.withdrawals.itemsHint()}
          rows={2}
          maxLength={WITHDRAWAL_ITEMS_MAX}
        />
        <TextArea {...field('note')} label={m.withdrawals.noteOptional()} rows={2} />
        <SubmitButton form={form}>{m.withdrawals.review()}</SubmitButton>
        <p className="soft text-note">
          {m.withdrawals.notSentYet()} <Law />
        </p>
      </Form>
    </FormPanel>
  );
}

/** Where the shop instructs on the right of withdrawal, once it does. */
function Law() {
  if (!shop.pages.some(({ kind }) => kind === 'withdrawal')) return null;
  const link = (text: string) => <Link href={pageAddress('legalPage', { kind: 'withdrawal' })}>{text}</Link>;
  return <Sentence of={m.withdrawals.readMore()} parts={{ link }} />;
}
