import { useState } from 'react';
import type { AdminUserView } from '#contract/users.ts';
import { removeSecondFactors } from '../../../api/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { useAction } from '../orders/useAction.ts';
import styles from './UserFacts.module.css';

/** Whether a user has two-step login, which an admin can turn off for one who has lost their phone. */
export function SecondFactorsSwitch({ user }: { user: AdminUserView }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, run } = useAction();
  const confirm = () => {
    setIsAsking(false);
    void run(() => removeSecondFactors(user));
  };
  if (!user.hasSecondFactor) return 'Off';
  return (
    <div className={styles.switch}>
      On
      <Button variant="quiet" size="small" busy={isBusy} onClick={() => setIsAsking(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Turn off two-step login?"
        action="Turn off"
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>
          The password alone will let <strong>{user.username}</strong> log in. First make sure that it's really them who
          asks. We'll tell them by email.
        </p>
      </ConfirmDialog>
    </div>
  );
}
