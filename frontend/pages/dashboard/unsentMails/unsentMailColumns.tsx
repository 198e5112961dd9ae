import { Link } from 'wouter';
import { mailNames, type UnsentMailColumn, type UnsentMailView } from '#contract/mails.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { retryMail } from '../../../api/admin/unsentMails.ts';
import { Button } from '../../../components/Button.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import type { TableColumn } from '../table/columns.ts';
import styles from './UnsentMailsPage.module.css';

/** The columns of the unsent emails. */
export function unsentMailColumns(
  request: TableRequest<UnsentMailColumn>,
): TableColumn<UnsentMailView, UnsentMailColumn>[] {
  return [
    {
      title: 'Email',
      role: 'name',
      minWidth: '9rem',
      cell: ({ mail, orderNumber }) => (
        <>
          {mailNames[mail]}
          {orderNumber !== null && <OrderLink number={orderNumber} />}
        </>
      ),
    },
    {
      title: 'To',
      minWidth: 'min(12rem, 22cqi)',
      cell: ({ to }) => (to === null ? <None of="recipient" /> : <span className="breaks">{to}</span>),
    },
    { title: 'Since', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
    {
      title: 'Reason',
      minWidth: 'min(12rem, 24cqi)',
      cell: ({ reason }) => <span className="breaks">{reason}</span>,
    },
    {
      title: 'Retry',
      role: 'action',
      cell: (mail) => (
        <Button size="small" variant="quiet" onClick={() => retryMail(request, mail)}>
          Retry<span className="visually-hidden"> {spokenName(mail)}</span>
        </Button>
      ),
    },
  ];
}

function OrderLink({ number }: { number: number }) {
  return (
    <Link href={`${pagePatterns.orders}?search=${number}`} className={styles.order}>
      Order {number}
    </Link>
  );
}

function spokenName({ mail, to }: UnsentMailView): string {
  return `${mailNames[mail].toLowerCase()}${to === null ? '' : ` to ${to}`}`;
}
