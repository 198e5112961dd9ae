import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/routes.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { openUser, userEditor } from '../../../stores/dashboard/userEditor.ts';
import { session } from '../../../stores/session.ts';
import type { DashboardPageProps } from '../pages.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import { UserFacts } from './UserFacts.tsx';

/** One user, to be changed. */
export default function EditUserPage({ parameters: { userId = '' } }: DashboardPageProps) {
  const { id, user, error, isMissing, loading } = useSnapshot(userEditor);
  const caller = useSnapshot(session).user;
  const shown = id === userId ? user : null;

  useEffect(() => {
    void openUser(userId);
  }, [userId]);

  return (
    <>
      <ScreenHead />
      {shown && (
        <>
          <UserFacts user={shown} />
          <EditUserForm key={shown._id} user={shown} isSelf={shown._id === caller?._id} />
        </>
      )}
      {!shown && isMissing && <Gone />}
      {!shown && !isMissing && error && (
        <FailureNotice message={error} onRetry={() => openUser(userId)} busy={loading} />
      )}
      {!shown && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}

function Gone() {
  return (
    <Notice
      icon="search"
      title="There is no such user"
      actions={<ButtonLink href={pagePatterns.users}>See all users</ButtonLink>}
    >
      They may have been deleted in the meantime.
    </Notice>
  );
}
