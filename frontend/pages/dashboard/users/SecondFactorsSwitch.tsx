import type { AdminUserView } from '#contract/users.ts';
import { removeSecondFactors } from '../../../api/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { useAction } from '../actions.ts';
import styles from './UserFacts.module.css';

/** Whether a user has two-step login, which an admin can turn off for one who has lost their phone. */
export function SecondFactorsSwitch({ user }: { user: AdminUserView }) {
  const { isBusy, run } = useAction();
  const turnOff = async () => {
    const text = (
      <p>
        The password alone will let <strong>{user.username}</strong> log in. First make sure that it's really them who
        asks. We'll tell them by email.
      </p>
    );
    const isConfirmed = await confirm({ title: 'Turn off two-step login?', text, action: 'Turn off' });
    if (isConfirmed) void run(() => removeSecondFactors(user));
  };
  if (!user.hasSecondFactor) return 'Off';
  return (
    <div className={styles.switch}>
      On
      <Button variant="quiet" size="small" busy={isBusy} onClick={turnOff}>
        Turn off
      </Button>
    </div>
  );
}
