import { pageAddress } from '#contract/shop/page-addresses.ts';
import { can, mayEdit } from '#contract/users/capabilities.ts';
import { type AdminUserView, roles, type UserColumn, type userStatuses } from '#contract/users/users.ts';
import { m } from '#messages';
import type { TableRequest } from '../../../api/admin/table.ts';
import { checkDeletable, removeUser, usersTable } from '../../../api/admin/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { useOwnRole } from '../useCan.ts';
import { roleNames, statusName } from './userNames.ts';

const texts: TableTexts = {
  title: m.adminUsers.title,
  search: m.adminUsers.search,
  counted: m.adminUsers.counted,
  empty: m.adminUsers.empty,
  noMatch: m.adminUsers.noMatch,
};

const nameOf = ({ username }: AdminUserView) => username;
/** Lists the registered users, to edit and delete them. */
export default function UsersPage() {
  const statuses: Record<(typeof userStatuses)[number], string> = {
    active: statusName(true),
    inactive: statusName(false),
  };
  const view = useTable(usersTable);
  const ownRole = useOwnRole();
  const columns: TableColumn<AdminUserView, UserColumn>[] = [
    numberColumn(),
    {
      title: m.adminUsers.email,
      sort: 'email',
      role: 'name',
      minWidth: 'min(14rem, 26cqi)',
      cell: ({ email }) => email,
    },
    {
      title: m.adminUsers.username,
      sort: 'username',
      minWidth: 'min(9rem, 16cqi)',
      cell: ({ username }) => <span className="breaks">{username}</span>,
    },
    {
      title: m.common.status,
      sort: 'status',
      cell: ({ status }) => <Badge tone={status ? 'good' : 'quiet'}>{statusName(status)}</Badge>,
    },
    { title: m.adminUsers.role, sort: 'role', cell: ({ role }) => m.adminUsers.roleInTable({ role }) },
    editColumn(nameOf, {
      href: ({ _id }) => pageAddress('editUser', { userId: _id }),
      verb: ({ role }) => (mayEdit(ownRole, role) ? m.common.edit() : m.adminUsers.view()),
    }),
    ...(can(ownRole, 'users.delete') ? [deleteColumn(nameOf, (user) => askToDelete(view.request, user))] : []),
  ];
  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        texts={texts}
        columns={columns}
        filters={
          <>
            <TableFilter
              view={view}
              name="status"
              label={m.common.status()}
              all={m.adminUsers.anyStatus()}
              options={statuses}
            />
            <TableFilter
              view={view}
              name="role"
              label={m.adminUsers.role()}
              all={m.adminUsers.allRoles()}
              options={Object.fromEntries(roles.map((role) => [role, roleNames[role].all()]))}
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
        <Sentence
          of={m.adminUsers.deleteText({ username: user.username, email: user.email })}
          parts={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
      <p>{m.adminUsers.deleteKept({ count: user.orderCount })}</p>
    </>
  );
  const isConfirmed = await confirm({ title: m.adminUsers.deleteTitle(), text, action: m.common.delete() });
  if (isConfirmed) void removeUser(request, user);
}
