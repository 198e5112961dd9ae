import { useState } from 'react';
import { retryAllMails, unsentMailsTable } from '../../../api/admin/unsentMails.ts';
import { Button } from '../../../components/Button.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';
import { unsentMailColumns } from './unsentMailColumns.tsx';

/** Lists the emails that the shop gave up on, to retry them. */
export default function UnsentMailsPage() {
  const view = useTable(unsentMailsTable);
  const [isRetrying, setIsRetrying] = useState(false);
  const retryAll = async () => {
    setIsRetrying(true);
    await retryAllMails(view.request);
    setIsRetrying(false);
  };
  return (
    <>
      <ScreenHead
        actions={
          (view.total > 0 || isRetrying) && (
            <Button size="small" variant="primary" busy={isRetrying} onClick={retryAll}>
              Retry all
            </Button>
          )
        }
      />
      <DataTable
        view={view}
        noun={adminNouns.email}
        columns={unsentMailColumns(view.request)}
        empty="All emails have been sent"
      />
    </>
  );
}
