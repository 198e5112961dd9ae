import { useState } from 'react';
import { Link } from 'wouter';
import { mailNames } from '#contract/mails.ts';
import type { AdminOrderDetailView, OrderMailResendView, OrderMailView } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { isBeingSent, resendMail } from '../../../../api/admin/order.ts';
import { randomKey } from '../../../../browser/randomKey.ts';
import { Button } from '../../../../components/Button.tsx';
import { Allowed } from '../../Allowed.tsx';
import { useAction } from '../../actions.ts';
import { DateAndTime } from '../../Moment.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';
import { Section } from './Section.tsx';

/** The emails that the customer was sent, to send again. */
export function EmailsSection({ order: { _id, mails, shopper } }: { order: AdminOrderDetailView }) {
  if (mails.length === 0) return null;
  return (
    <Section title="Emails">
      <ul className={styles.entries}>
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
  const { isBusy, run } = useAction();
  const can = useCan();
  // The same until it succeeds, so that a repeated attempt sends once.
  const [key, setKey] = useState(randomKey);
  const resend = async () => {
    const message = await resendMail(orderId, _id, key);
    setKey(randomKey());
    return message;
  };
  return (
    <li className={styles.mail}>
      <div>
        <p>{mailNames[kind]}</p>
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
        <Button size="small" busy={isBusy || resends.some(isBeingSent)} onClick={() => run(resend)}>
          Send again<span className="visually-hidden"> ({[mailNames[kind], detail].filter(Boolean).join(', ')})</span>
        </Button>
      )}
    </li>
  );
}

function Resend({ resend, canResend }: { resend: OrderMailResendView; canResend: boolean }) {
  const { date, adminName, isSent } = resend;
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
      <Allowed to="mails.retry" otherwise="Unsent emails">
        <Link href={pagePatterns.unsentMails}>Unsent emails</Link>
      </Allowed>
      .
    </p>
  );
}
