import { useState } from 'react';
import { type AdminUserView, roles, userStatuses } from '#contract/users.ts';
import { checkDeletable, usersTable } from '../../../api/admin/users.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { useOwnRole } from '../useCan.ts';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { userTableColumns } from './userColumns.tsx';
import { roleNames, statusName } from './userNames.ts';

const statuses = userStatuses.map((status) => ({ value: status, name: statusName(status === 'active') }));

/** Lists the registered users, to edit and delete them. */
export default function UsersPage() {
  const view = useTable(usersTable);
  const ownRole = useOwnRole();
  const [toDelete, setToDelete] = useState<AdminUserView | null>(null);
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.user}
        columns={userTableColumns({ role: ownRole, onDelete: (user) => checkDeletable(user) && setToDelete(user) })}
        empty="No users yet"
        filters={
          <>
            <TableFilter view={view} name="status" label="Status" all="Any status" options={statuses} />
            <TableFilter
              view={view}
              name="role"
              label="Role"
              all="All roles"
              options={roles.map((role) => ({ value: role, name: roleNames[role].other }))}
            />
          </>
        }
      />
      <DeleteUserDialog user={toDelete} request={view.request} onClose={() => setToDelete(null)} />
    </>
  );
}
