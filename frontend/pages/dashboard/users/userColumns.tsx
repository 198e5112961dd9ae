import { pageAddress } from '#contract/page-addresses.ts';
import type { AdminUserView, UserColumn } from '#contract/users.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Badge } from '../Badge.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import styles from './UsersPage.module.css';
import { statusName } from './userNames.ts';

type Column = TableColumn<AdminUserView, UserColumn>;

/** The columns of the users' table. */
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
    {
      title: 'Edit',
      role: 'action',
      cell: ({ _id, username }) => (
        <ButtonLink size="small" variant="quiet" href={pageAddress('editUser', { userId: _id })}>
          Edit<span className="visually-hidden"> {username}</span>
        </ButtonLink>
      ),
    },
    {
      title: 'Delete',
      role: 'action',
      cell: (user) => (
        <Button size="small" variant="quiet" className={styles.delete} onClick={() => onDelete(user)}>
          Delete<span className="visually-hidden"> {user.username}</span>
        </Button>
      ),
    },
  ];
}
