import { formatNumber, pluralOf } from '#contract/numbers.ts';
import { type AdminUserView, roles, type UserColumn, userStatuses } from '#contract/users.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { checkDeletable, removeUser, usersTable } from '../../../api/admin/users.ts';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { useOwnRole } from '../useCan.ts';
import { userTableColumns } from './userColumns.tsx';
import { roleNames, statusName } from './userNames.ts';

const statuses = userStatuses.map((status) => ({ value: status, name: statusName(status === 'active') }));

/** Lists the registered users, to edit and delete them. */
export default function UsersPage() {
  const view = useTable(usersTable);
  const ownRole = useOwnRole();
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.user}
        columns={userTableColumns({ role: ownRole, onDelete: (user) => askToDelete(view.request, user) })}
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
    </>
  );
}

/** Explains what is kept of the user. */
async function askToDelete(request: TableRequest<UserColumn>, user: AdminUserView): Promise<void> {
  if (!checkDeletable(user)) return;
  const text = (
    <>
      <p>
        The account <strong>{user.username}</strong> ({user.email}) will be permanently deleted.
      </p>
      <p>{keptOrders(user.orderCount)} Comments keep the username, and ratings still count.</p>
    </>
  );
  if (await confirm({ title: 'Delete this user?', text, action: 'Delete' })) void removeUser(request, user);
}

function keptOrders(count: number): string {
  if (count === 0) return 'They have no orders.';
  const orders = pluralOf(count, { one: 'Their order is', other: `Their ${formatNumber(count)} orders are` });
  return `${orders} kept without personal data.`;
}
