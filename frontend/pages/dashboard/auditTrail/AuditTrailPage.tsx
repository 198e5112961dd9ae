import type { AuditColumn, AuditEntryView, AuditSubject } from '#contract/users/audit.ts';
import { m } from '#messages';
import { auditTable } from '../../../api/admin/auditTrail.ts';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import { textsOf } from '../orders/orderStateNames.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { AuditedAction } from './AuditedAction.tsx';
import { Changes } from './Changes.tsx';
import { realChanges } from './changeText.ts';
import { subjectText } from './subjectText.ts';

const subjectNames: Record<AuditSubject, () => string> = {
  product: m.audit.subjectProducts,
  category: m.audit.subjectCategories,
  company: m.audit.subjectCompanies,
  attribute: m.audit.subjectAttributes,
  term: m.audit.subjectTerms,
  feed: m.audit.subjectFeeds,
  user: m.audit.subjectUsers,
  comment: m.audit.subjectComments,
  order: m.audit.subjectOrders,
  withdrawal: m.audit.subjectWithdrawals,
  shippingMethod: m.audit.subjectShippingMethods,
  settings: m.audit.subjectSettings,
  page: m.audit.subjectPages,
  duty: m.audit.subjectDuties,
  tax: m.audit.subjectTax,
  discount: m.audit.subjectDiscounts,
  apiKey: m.audit.subjectApiKeys,
  catalogue: m.audit.subjectImports,
  webhook: m.audit.subjectWebhooks,
  mail: m.audit.subjectMails,
};

const texts: TableTexts = {
  title: m.audit.title,
  search: m.audit.search,
  counted: m.audit.counted,
  empty: m.audit.empty,
  noMatch: m.audit.noMatch,
};

// Rows have no numbers, because new entries appear at the top.
const columns: readonly TableColumn<AuditEntryView, AuditColumn>[] = [
  { title: m.common.date, sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
  {
    title: m.audit.by,
    minWidth: '7rem',
    cell: ({ actor, key }) => (
      <>
        <span className="clamp breaks" title={actor}>
          {actor}
        </span>
        {key && <span className="soft clamp breaks text-small">{m.audit.byKey({ name: key })}</span>}
      </>
    ),
  },
  {
    title: m.audit.action,
    role: 'name',
    minWidth: 'min(14rem, 26cqi)',
    cell: (entry) => <AuditedAction entry={entry} />,
  },
  { title: m.audit.changes, minWidth: 'min(18rem, 36cqi)', cell: (entry) => <ChangesCell entry={entry} /> },
];

/** Lists all admin actions with their changes. */
export default function AuditTrailPage() {
  const view = useTable(auditTable);
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        texts={texts}
        columns={columns}
        filters={
          <TableFilter
            view={view}
            name="subject"
            label={m.audit.type()}
            all={m.audit.allActivity()}
            options={textsOf(subjectNames)}
          />
        }
      />
    </>
  );
}

function ChangesCell({ entry }: { entry: AuditEntryView }) {
  const real = realChanges(entry.changes);
  if (Object.keys(real).length === 0) return <None>{m.audit.noChanges()}</None>;
  return (
    <Expandable of={m.audit.changesTo({ subject: subjectText(entry) })}>
      <Changes changes={real} />
    </Expandable>
  );
}
