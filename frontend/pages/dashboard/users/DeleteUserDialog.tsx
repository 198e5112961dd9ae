import type { AdminUserView } from '#contract/users.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { removeUser } from '../../../stores/dashboard/users.ts';

type DeleteUserDialogProps = {
  /** Who is to be deleted; null while nobody is. */
  user: AdminUserView | null;
  onClose: () => void;
};

/** Asks whether a user is to be deleted, and tells what stays and what goes. */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const confirm = () => {
    if (user) void removeUser(user);
    onClose();
  };
  return (
    <ConfirmDialog open={user !== null} title="Delete this user?" action="Delete" onConfirm={confirm} onClose={onClose}>
      {user && (
        <>
          <p>
            The account of <strong>{user.username}</strong> ({user.email}) goes for good, with its login, details and
            picture.
          </p>
          <p>{ordersThatStay(user.orderCount)} Comments stay under the name, and ratings stay without the person.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function ordersThatStay(count: number): string {
  if (count === 0) return 'They have not ordered anything.';
  return count === 1 ? 'The order stays, without the person.' : `The ${count} orders stay, without the person.`;
}
