import { type AuditSubject, auditSubjects } from '#contract/audit.ts';
import { auditTable } from '../../../api/admin/auditTrail.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { auditTableColumns } from './auditColumns.tsx';

const subjectNames: Record<AuditSubject, string> = {
  product: 'Products',
  category: 'Categories',
  attribute: 'Attributes',
  user: 'Users',
  comment: 'Comments',
  order: 'Orders',
  shippingMethod: 'Shipping methods',
  tax: 'VAT',
  discount: 'Discounts',
  catalogue: 'Imports',
  mail: 'Emails',
};
const subjects = auditSubjects.map((subject) => ({ value: subject, name: subjectNames[subject] }));

/** Lists all admin actions with their changes. */
export default function AuditTrailPage() {
  const view = useTable(auditTable);
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.entry}
        columns={auditTableColumns}
        empty="No activity yet"
        filters={<TableFilter view={view} name="subject" label="Type" all="All activity" options={subjects} />}
      />
    </>
  );
}
