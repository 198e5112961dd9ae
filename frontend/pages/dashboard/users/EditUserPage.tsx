import { useSnapshot } from 'valtio';
import { mayEdit } from '#contract/capabilities.ts';
import { adminUser } from '../../../api/admin/users.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { session } from '../../../stores/session.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { useOwnRole } from '../useCan.ts';
import { EditUserForm } from './EditUserForm.tsx';
import { UserFacts } from './UserFacts.tsx';

/** Edits one user, or shows one whom the role doesn't allow to edit. */
export default function EditUserPage({ parameters: { userId = '' } }: DashboardPageProps) {
  const view = useRemote(adminUser, userId);
  const own = useSnapshot(session).user;
  const ownRole = useOwnRole();
  const user = view.data;
  const canEdit = !user || mayEdit(ownRole, user.role);
  return (
    <EditScreen head={canEdit ? undefined : <ScreenHead>View user</ScreenHead>} view={view} noun="User" list="users">
      {user && (
        <>
          <UserFacts user={user} />
          <EditUserForm key={user._id} user={user} isSelf={user._id === own?._id} canEdit={canEdit} />
        </>
      )}
    </EditScreen>
  );
}
