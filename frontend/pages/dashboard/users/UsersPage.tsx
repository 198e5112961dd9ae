import { can, mayEdit } from '#contract/capabilities.ts';
import { formatNumber, pluralOf } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { type AdminUserView, roles, type UserColumn, type userStatuses } from '#contract/users.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { checkDeletable, removeUser, usersTable } from '../../../api/admin/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { useOwnRole } from '../useCan.ts';
import { roleNames, statusName } from './userNames.ts';

const nameOf = ({ username }: AdminUserView) => username;
const statuses: Record<(typeof userStatuses)[number], string> = {
  active: statusName(true),
  inactive: statusName(false),
};

/** Lists the registered users, to edit and delete them. */
export default function UsersPage() {
  const view = useTable(usersTable);
  const ownRole = useOwnRole();
  const columns: TableColumn<AdminUserView, UserColumn>[] = [
    numberColumn(),
    { title: 'Email', sort: 'email', role: 'name', minWidth: 'min(14rem, 26cqi)', cell: ({ email }) => email },
    {
      title: 'Username',
      sort: 'username',
      minWidth: 'min(9rem, 16cqi)',
      cell: ({ username }) => <span className="breaks">{username}</span>,
    },
    {
      title: 'Status',
      sort: 'status',
      cell: ({ status }) => <Badge tone={status ? 'good' : 'quiet'}>{statusName(status)}</Badge>,
    },
    { title: 'Role', sort: 'role', cell: ({ role }) => role },
    editColumn(nameOf, {
      href: ({ _id }) => pageAddress('editUser', { userId: _id }),
      verb: ({ role }) => (mayEdit(ownRole, role) ? 'Edit' : 'View'),
    }),
    ...(can(ownRole, 'users.delete') ? [deleteColumn(nameOf, (user) => askToDelete(view.request, user))] : []),
  ];
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.user}
        columns={columns}
        empty="No users yet"
        filters={
          <>
            <TableFilter view={view} name="status" label="Status" all="Any status" options={statuses} />
            <TableFilter
              view={view}
              name="role"
              label="Role"
              all="All roles"
              options={Object.fromEntries(roles.map((role) => [role, roleNames[role].other]))}
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
