import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminOrderDetailView, OrderMailResendView, OrderMailView } from '#contract/orders/orders.ts';
import { mailNames } from '#contract/shop/mails.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { succeeds } from '../../../../api/admin/failure.ts';
import { isBeingSent, resendMail } from '../../../../api/admin/order.ts';
import { randomKey } from '../../../../browser/randomKey.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { hidden, Sentence } from '../../../../components/Sentence.tsx';
import { DateAndTime } from '../../Moment.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';

/** The emails that the customer was sent, to send again. */
export function EmailsSection({ order: { _id, mails, shopper } }: { order: AdminOrderDetailView }) {
  if (mails.length === 0) return null;
  return (
    <Section title={m.adminOrders.emails()}>
      <ul className="divided">
        {mails.map((mail) => (
          <Mail key={mail._id} orderId={_id} mail={mail} canResend={shopper !== null} />
        ))}
      </ul>
      {shopper === null && <p className="soft breaks text-note">{m.adminOrders.emailsOfDeleted()}</p>}
    </Section>
  );
}

type MailProps = { orderId: string; mail: OrderMailView; canResend: boolean };

function Mail({ orderId, mail: { _id, kind, detail, date, resends }, canResend }: MailProps) {
  const can = useCan();
  // The same until it succeeds, so that a repeated attempt sends once.
  const [key, setKey] = useState(randomKey);
  const resend = async () => {
    if (await succeeds(resendMail(orderId, _id, key))) setKey(randomKey());
  };
  return (
    <li className={`row start spread breaks ${styles.mail}`}>
      <div>
        <p>{mailNames[kind]()}</p>
        {detail && (
          <p className="soft breaks text-note" dir="auto">
            {detail}
          </p>
        )}
        <p className="soft breaks text-note">
          <Sentence of={m.adminOrders.sent()} parts={{ date: () => <DateAndTime date={date} /> }} />
        </p>
        {resends.map((each) => (
          <Resend key={each.date} resend={each} canResend={canResend} />
        ))}
      </div>
      {canResend && can('orders.resend') && (
        <ActionButton size="small" busy={resends.some(isBeingSent)} action={resend}>
          <Sentence
            of={m.adminOrders.resend({ name: [mailNames[kind](), detail].filter(Boolean).join(', ') })}
            parts={{ hidden }}
          />
        </ActionButton>
      )}
    </li>
  );
}

function Resend({ resend, canResend }: { resend: OrderMailResendView; canResend: boolean }) {
  const { date, adminName, isSent } = resend;
  const canRetry = useCan()('mails.retry');
  if (isSent) {
    return (
      <p className="soft breaks text-note">
        <Sentence
          of={m.adminOrders.resent({ name: adminName })}
          parts={{ bdi: (text) => <bdi>{text}</bdi>, date: () => <DateAndTime date={date} /> }}
        />
      </p>
    );
  }
  // The customer was deleted before it was sent.
  if (!canResend) return <p className="soft breaks text-note">{m.adminOrders.notSentAgain()}</p>;
  if (isBeingSent(resend)) return <p className="soft breaks text-note">{m.adminOrders.sendingAgain()}</p>;
  return (
    <p className="soft breaks text-note">
      <Sentence
        of={m.adminOrders.notSentAgainYet()}
        parts={{ link: (text) => (canRetry ? <Link href={pagePatterns.unsentMails}>{text}</Link> : text) }}
      />
    </p>
  );
}
