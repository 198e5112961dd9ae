import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { isAdmin } from '#contract/users.ts';
import { useCurrentUser } from '../../api/currentUser.ts';
import { Confirmation } from '../../components/dialogs/Confirmation.tsx';
import { ReauthenticationDialog } from '../../components/dialogs/ReauthenticationDialog.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { session } from '../../stores/session.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { EditProfileForm } from './EditProfileForm.tsx';
import { OrderList } from './OrderList.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { ProfileDetail } from './ProfileDetail.tsx';
import styles from './ProfilePage.module.css';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoStepPanel } from './twoStep/TwoStepPanel.tsx';
import { VerificationBanner } from './VerificationBanner.tsx';

const PROFILE_UNCHECKED = "We couldn't refresh your profile. It may be out of date.";

type Task = 'edit' | 'password';

/** The user's account and orders. Requires a user with an email. */
export default function ProfilePage() {
  const { user } = useSnapshot(session);
  const { error, isLoading, retry } = useCurrentUser();
  const [task, setTask] = useState<Task | null>(null);
  const [lastTask, setLastTask] = useState<Task | null>(null);

  if (!user?.email) return <Redirect to={pagePatterns.catalogue} replace />;

  const start = (next: Task) => {
    setTask(next);
    setLastTask(next);
  };
  const end = () => setTask(null);

  return (
    <div className={styles.page}>
      <PageTitle title="Profile" />
      {error && <FailureNotice message={PROFILE_UNCHECKED} onRetry={retry} busy={isLoading} />}
      {/* A user stored by an older version doesn't say. */}
      {user.verifiedAt === null && <VerificationBanner email={user.email} />}
      <Panel className={styles.panel} aria-label="Your account">
        {task === null && <ProfileDetail user={user} onStart={start} focusOn={lastTask} />}
        {task === 'edit' && <EditProfileForm user={user} onEnd={end} />}
        {task === 'password' && <ChangePasswordForm onCancel={end} />}
      </Panel>
      <OrderList />
      <TwoStepPanel />
      <SessionsPanel />
      <PrivacyPanel isAdmin={isAdmin(user.role)} />
      <Confirmation />
      <ReauthenticationDialog />
    </div>
  );
}
