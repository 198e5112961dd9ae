import { unsentMailsTable } from '../../../api/admin/unsentMails.ts';
import { nouns } from '../../../nouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';
import { unsentMailColumns } from './unsentMailColumns.tsx';

/** Lists the emails that the shop gave up on, to send them again. */
export default function UnsentMailsPage() {
  const view = useTable(unsentMailsTable);
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={nouns.email}
        columns={unsentMailColumns(view.request)}
        empty="All emails have been sent"
      />
    </>
  );
}
