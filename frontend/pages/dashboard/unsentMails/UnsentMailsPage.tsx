import { Link } from 'wouter';
import { mailNames, staffMailKinds, type UnsentMailColumn, type UnsentMailView } from '#contract/shop/mails.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { retryAllMails, retryMail, unsentMailsTable } from '../../../api/admin/unsentMails.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';

const texts: TableTexts = {
  title: m.unsentMails.title,
  search: m.unsentMails.search,
  counted: m.unsentMails.counted,
  empty: m.unsentMails.empty,
  isGoal: true,
  noMatch: m.unsentMails.noMatch,
};

/** Lists the emails that the shop gave up on, to retry them. */
export default function UnsentMailsPage() {
  const view = useTable(unsentMailsTable);
  const columns: TableColumn<UnsentMailView, UnsentMailColumn>[] = [
    {
      title: m.unsentMails.email,
      role: 'name',
      minWidth: '9rem',
      cell: ({ mail, orderNumber }) => (
        <>
          {mailNames[mail]()}
          {orderNumber !== null && (
            <p className="text-small">
              <Link href={`${pagePatterns.orders}?search=${orderNumber}`}>
                {m.adminOrders.numbered({ number: String(orderNumber) })}
              </Link>
            </p>
          )}
        </>
      ),
    },
    {
      title: m.unsentMails.to,
      minWidth: 'min(12rem, 22cqi)',
      cell: (mail) => {
        const to = recipient(mail);
        return to === null ? <None>{m.unsentMails.noRecipient()}</None> : <span className="breaks">{to}</span>;
      },
    },
    {
      title: m.unsentMails.since,
      sort: 'date',
      firstDirection: 'desc',
      cell: ({ date }) => <DateAndTime date={date} />,
    },
    {
      title: m.unsentMails.reason,
      minWidth: 'min(12rem, 24cqi)',
      cell: ({ reason }) => <span className="breaks">{reason}</span>,
    },
    {
      title: m.unsentMails.retry,
      role: 'action',
      cell: (mail) => (
        <Button size="small" variant="quiet" onClick={() => retryMail(view.request, mail)}>
          <Sentence of={retryLabel(mail)} parts={{ hidden }} />
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
              {m.unsentMails.retryAll()}
            </ActionButton>
          )
        }
      />
      <DataTable view={view} texts={texts} columns={columns} />
    </>
  );
}

function recipient({ mail, to }: UnsentMailView): string | null {
  return staffMailKinds.some((kind) => kind === mail) ? m.unsentMails.team() : to;
}

function retryLabel(unsent: UnsentMailView): string {
  const mail = mailNames[unsent.mail]();
  const to = recipient(unsent);
  return to === null ? m.unsentMails.retryMail({ mail }) : m.unsentMails.retryMailTo({ mail, to });
}
