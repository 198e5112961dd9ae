import type { AuditColumn, AuditEntryView, AuditSubject } from '#contract/audit.ts';
import { m } from '#messages';
import { auditTable } from '../../../api/admin/auditTrail.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import { textsOf } from '../orders/orderStateNames.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { AuditedAction } from './AuditedAction.tsx';
import { Changes } from './Changes.tsx';
import { realChanges } from './changeText.ts';

const subjectNames: Record<AuditSubject, () => string> = {
  product: m.audit.subjectProducts,
  category: m.audit.subjectCategories,
  attribute: m.audit.subjectAttributes,
  user: m.audit.subjectUsers,
  comment: m.audit.subjectComments,
  order: m.audit.subjectOrders,
  shippingMethod: m.audit.subjectShippingMethods,
  settings: m.audit.subjectSettings,
  tax: m.audit.subjectTax,
  discount: m.audit.subjectDiscounts,
  catalogue: m.audit.subjectImports,
  mail: m.audit.subjectMails,
};

// Rows have no numbers, because new entries appear at the top.
const columns: readonly TableColumn<AuditEntryView, AuditColumn>[] = [
  { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
  {
    title: 'By',
    minWidth: '7rem',
    cell: ({ actor }) => (
      <span className="clamp breaks" title={actor}>
        {actor}
      </span>
    ),
  },
  { title: 'Action', role: 'name', minWidth: 'min(14rem, 26cqi)', cell: (entry) => <AuditedAction entry={entry} /> },
  { title: 'Changes', minWidth: 'min(18rem, 36cqi)', cell: (entry) => <ChangesCell entry={entry} /> },
];

/** Lists all admin actions with their changes. */
export default function AuditTrailPage() {
  const view = useTable(auditTable);
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.entry}
        columns={columns}
        empty="No activity yet"
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

function ChangesCell({ entry: { changes, subjectName } }: { entry: AuditEntryView }) {
  const real = realChanges(changes);
  if (Object.keys(real).length === 0) return <None of="changes" />;
  return (
    <Expandable of={`of the changes to ${subjectName}`}>
      <Changes changes={real} />
    </Expandable>
  );
}
