import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/page-addresses.ts';
import { userEditor } from '../../../stores/dashboard/userEditor.ts';
import { session } from '../../../stores/session.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { EditUserForm } from './EditUserForm.tsx';
import { UserFacts } from './UserFacts.tsx';

const gone = {
  title: 'There is no such user',
  sentence: 'They may have been deleted in the meantime.',
  href: pagePatterns.users,
  link: 'See all users',
};

/** One user, to be changed. */
export default function EditUserPage({ parameters: { userId = '' } }: DashboardPageProps) {
  const { id, edited, ...editor } = useSnapshot(userEditor.state);
  const caller = useSnapshot(session).user;
  const shown = id === userId ? edited : null;

  useEffect(() => {
    void userEditor.open(userId);
  }, [userId]);

  return (
    <EditScreen editor={editor} onRetry={() => userEditor.open(userId)} gone={gone}>
      {shown && (
        <>
          <UserFacts user={shown} />
          <EditUserForm key={shown._id} user={shown} isSelf={shown._id === caller?._id} />
        </>
      )}
    </EditScreen>
  );
}
