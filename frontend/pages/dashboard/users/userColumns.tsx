import { pageAddress } from '#contract/page-addresses.ts';
import type { AdminUserView, UserColumn } from '#contract/users.ts';
import { Badge } from '../Badge.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import styles from './UsersPage.module.css';
import { statusName } from './userNames.ts';

type Column = TableColumn<AdminUserView, UserColumn>;

const nameOf = ({ username }: AdminUserView) => username;

/** The columns of the users table. */
export function userTableColumns(onDelete: (user: AdminUserView) => void): Column[] {
  return [
    numberColumn(),
    { title: 'Email', sort: 'email', role: 'name', minWidth: '14rem', cell: ({ email }) => email },
    {
      title: 'Username',
      sort: 'username',
      minWidth: '9rem',
      cell: ({ username }) => <span className={styles.username}>{username}</span>,
    },
    {
      title: 'Status',
      sort: 'status',
      cell: ({ status }) => <Badge tone={status ? 'good' : 'quiet'}>{statusName(status)}</Badge>,
    },
    { title: 'Role', sort: 'role', cell: ({ role }) => role },
    editColumn(nameOf, { href: ({ _id }) => pageAddress('editUser', { userId: _id }) }),
    deleteColumn(nameOf, onDelete),
  ];
}
