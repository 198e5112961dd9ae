import { can, mayEdit } from '#contract/capabilities.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import type { AdminUserView, Role, UserColumn } from '#contract/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { statusName } from './userNames.ts';

type Column = TableColumn<AdminUserView, UserColumn>;

const nameOf = ({ username }: AdminUserView) => username;

type UserActions = {
  /** The role of whoever sees the table. */
  role: Role;
  onDelete: (user: AdminUserView) => void;
};

/** The columns of the users table. */
export function userTableColumns({ role: ownRole, onDelete }: UserActions): Column[] {
  return [
    numberColumn(),
    { title: 'Email', sort: 'email', role: 'name', minWidth: '14rem', cell: ({ email }) => email },
    {
      title: 'Username',
      sort: 'username',
      minWidth: '9rem',
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
    ...(can(ownRole, 'users.delete') ? [deleteColumn(nameOf, onDelete)] : []),
  ];
}
