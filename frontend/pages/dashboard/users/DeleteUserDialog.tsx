import { formatNumber, pluralOf } from '#contract/numbers.ts';
import type { AdminUserView, UserColumn } from '#contract/users.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { removeUser } from '../../../api/admin/users.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';

type DeleteUserDialogProps = {
  /** The user to delete; null while the dialog is closed. */
  user: AdminUserView | null;
  request: TableRequest<UserColumn>;
  onClose: () => void;
};

/** Asks before a user is deleted, and explains what is kept. */
export function DeleteUserDialog({ user, request, onClose }: DeleteUserDialogProps) {
  const confirm = () => {
    if (user) void removeUser(request, user);
    onClose();
  };
  return (
    <ConfirmDialog open={user !== null} title="Delete this user?" action="Delete" onConfirm={confirm} onClose={onClose}>
      {user && (
        <>
          <p>
            The account <strong>{user.username}</strong> ({user.email}) will be permanently deleted.
          </p>
          <p>{keptOrders(user.orderCount)} Comments keep the username, and ratings still count.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function keptOrders(count: number): string {
  if (count === 0) return 'They have no orders.';
  const orders = pluralOf(count, { one: 'Their order is', other: `Their ${formatNumber(count)} orders are` });
  return `${orders} kept without personal data.`;
}
