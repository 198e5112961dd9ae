import { useSnapshot } from 'valtio';
import { mayEdit } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import { adminUser } from '../../../api/admin/users.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { session } from '../../../stores/session.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { useCan, useOwnRole } from '../useCan.ts';
import { CustomerOrders } from './CustomerOrders.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import styles from './EditUserPage.module.css';
import { UserFacts } from './UserFacts.tsx';

/** Shows what one user has bought, and edits them, if the role allows it. */
export default function EditUserPage({ parameters: { userId = '' } }: DashboardPageProps) {
  const view = useRemote(adminUser, userId);
  const own = useSnapshot(session).user;
  const ownRole = useOwnRole();
  const can = useCan();
  const user = view.data;
  const canEdit = !user || mayEdit(ownRole, user.role);
  return (
    <EditScreen
      head={canEdit ? undefined : <ScreenHead>{m.adminUsers.viewUser()}</ScreenHead>}
      view={view}
      list="users"
    >
      {user && (
        <>
          <UserFacts user={user} />
          <div className={styles.columns}>
            {can('orders.read') && <CustomerOrders user={user} />}
            <EditUserForm key={user._id} user={user} isSelf={user._id === own?._id} canEdit={canEdit} />
          </div>
        </>
      )}
    </EditScreen>
  );
}
