import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/page-addresses.ts';
import { useUser } from '../../../api/admin/users.ts';
import { session } from '../../../stores/session.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { EditUserForm } from './EditUserForm.tsx';
import { UserFacts } from './UserFacts.tsx';

const notFound = {
  title: 'User not found',
  text: 'They may have been deleted.',
  href: pagePatterns.users,
  link: 'Back to users',
};

/** Edits one user. */
export default function EditUserPage({ parameters: { userId = '' } }: DashboardPageProps) {
  const view = useUser(userId);
  const admin = useSnapshot(session).user;
  const user = view.data;
  return (
    <EditScreen view={view} notFound={notFound}>
      {user && (
        <>
          <UserFacts user={user} />
          <EditUserForm key={user._id} user={user} isSelf={user._id === admin?._id} />
        </>
      )}
    </EditScreen>
  );
}
