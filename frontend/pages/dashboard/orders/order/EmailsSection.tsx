import { useState } from 'react';
import { Link } from 'wouter';
import { mailNames } from '#contract/mails.ts';
import type { AdminOrderDetailView, OrderMailResendView, OrderMailView } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { succeeds } from '../../../../api/admin/failure.ts';
import { isBeingSent, resendMail } from '../../../../api/admin/order.ts';
import { randomKey } from '../../../../browser/randomKey.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { DateAndTime } from '../../Moment.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';

/** The emails that the customer was sent, to send again. */
export function EmailsSection({ order: { _id, mails, shopper } }: { order: AdminOrderDetailView }) {
  if (mails.length === 0) return null;
  return (
    <Section title="Emails">
      <ul className="divided">
        {mails.map((mail) => (
          <Mail key={mail._id} orderId={_id} mail={mail} canResend={shopper !== null} />
        ))}
      </ul>
      {shopper === null && (
        <p className="soft breaks text-note">The customer's account is deleted, so these emails can't be sent again.</p>
      )}
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
          Sent <DateAndTime date={date} />
        </p>
        {resends.map((each) => (
          <Resend key={each.date} resend={each} canResend={canResend} />
        ))}
      </div>
      {canResend && can('orders.resend') && (
        <ActionButton size="small" busy={resends.some(isBeingSent)} action={resend}>
          Send again<span className="visually-hidden"> ({[mailNames[kind](), detail].filter(Boolean).join(', ')})</span>
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
        Sent again by <bdi>{adminName}</bdi>, <DateAndTime date={date} />
      </p>
    );
  }
  // The customer was deleted before it was sent.
  if (!canResend) return <p className="soft breaks text-note">Not sent again</p>;
  if (isBeingSent(resend)) return <p className="soft breaks text-note">Sending again…</p>;
  return (
    <p className="soft breaks text-note">
      Not sent again yet. If it fails, it's in{' '}
      <span>{canRetry ? <Link href={pagePatterns.unsentMails}>Unsent emails</Link> : 'Unsent emails'}</span>.
    </p>
  );
}
