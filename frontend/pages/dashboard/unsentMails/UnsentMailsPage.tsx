import { Link } from 'wouter';
import { mailNames, type UnsentMailColumn, type UnsentMailView } from '#contract/mails.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { retryAllMails, retryMail, unsentMailsTable } from '../../../api/admin/unsentMails.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';

/** Lists the emails that the shop gave up on, to retry them. */
export default function UnsentMailsPage() {
  const view = useTable(unsentMailsTable);
  const columns: TableColumn<UnsentMailView, UnsentMailColumn>[] = [
    {
      title: 'Email',
      role: 'name',
      minWidth: '9rem',
      cell: ({ mail, orderNumber }) => (
        <>
          {mailNames[mail]()}
          {orderNumber !== null && (
            <p className="text-small">
              <Link href={`${pagePatterns.orders}?search=${orderNumber}`}>Order {orderNumber}</Link>
            </p>
          )}
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
        <Button size="small" variant="quiet" onClick={() => retryMail(view.request, mail)}>
          Retry<span className="visually-hidden"> {spokenName(mail)}</span>
        </Button>
      ),
    },
  ];
  return (
    <>
      <ScreenHead
        actions={
          view.total > 0 && (
            <ActionButton size="small" variant="primary" action={() => retryAllMails(view.request)}>
              Retry all
            </ActionButton>
          )
        }
      />
      <DataTable view={view} noun={adminNouns.email} columns={columns} empty="All emails have been sent" />
    </>
  );
}

function spokenName({ mail, to }: UnsentMailView): string {
  return `${mailNames[mail]().toLowerCase()}${to === null ? '' : ` to ${to}`}`;
}
