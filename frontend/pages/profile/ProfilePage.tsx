import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Snapshot, useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { isAdmin, type UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { useCurrentUser } from '../../api/currentUser.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Confirmation } from '../../components/dialogs/Confirmation.tsx';
import { ReauthenticationDialog } from '../../components/dialogs/ReauthenticationDialog.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { resendVerification } from '../../stores/account.ts';
import { session } from '../../stores/session.ts';
import { AddressesPanel } from './addresses/AddressesPanel.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { EditProfileForm } from './EditProfileForm.tsx';
import { OrderList } from './OrderList.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { ProfileDetail, type ProfileTask, startOf } from './ProfileDetail.tsx';
import styles from './ProfilePage.module.css';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoStepPanel } from './twoStep/TwoStepPanel.tsx';

/** The user's account and orders. Requires a user with an email. */
export default function ProfilePage() {
  const { user } = useSnapshot(session);
  return user?.email ? <Profile key={user._id} user={user} /> : <Redirect to={pagePatterns.catalogue} replace />;
}

function Profile({ user }: { user: Snapshot<UserView> }) {
  const { error, isLoading, retry } = useCurrentUser();
  const [task, setTask] = useState<ProfileTask | null>(null);

  const end = () => {
    flushSync(() => setTask(null));
    if (task) document.getElementById(startOf(task))?.focus();
  };

  return (
    <div className={`stack gap-5 ${styles.page}`}>
      <PageTitle title={m.profile.title()} />
      <Sections />
      {error && <FailureNotice message={m.profile.unchecked()} onRetry={retry} busy={isLoading} />}
      {/* A user stored by an older version doesn't say. */}
      {user.verifiedAt === null && (
        <TitledPanel
          title={m.profile.confirmEmail()}
          lead={m.profile.confirmEmailLead({ email: user.email })}
          className="roomy breaks"
        >
          <div>
            <ActionButton action={resendVerification}>{m.profile.sendAgain()}</ActionButton>
          </div>
        </TitledPanel>
      )}
      <Panel id="account" className="stack gap-5 roomy" aria-label={m.profile.account()}>
        {task === null && <ProfileDetail user={user} onStart={setTask} />}
        {task === 'edit' && <EditProfileForm user={user} onEnd={end} />}
        {task === 'password' && <ChangePasswordForm onCancel={end} />}
      </Panel>
      <OrderList />
      <AddressesPanel />
      <TwoStepPanel />
      <SessionsPanel />
      <PrivacyPanel isAdmin={isAdmin(user.role)} />
      <Confirmation />
      <ReauthenticationDialog />
    </div>
  );
}

/** Leads to the parts of the page, in wide windows beside them. */
function Sections() {
  const sections = {
    account: m.profile.account(),
    orders: m.profile.orders(),
    addresses: m.addresses.title(),
    'two-step': m.login.twoStep(),
    devices: m.profile.sessions(),
    data: m.profile.data(),
  };
  return (
    <nav aria-label={m.profile.sections()} className={styles.sections}>
      <ul className={styles.list}>
        {Object.entries(sections).map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} className={`row entry tinting ${styles.section}`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
