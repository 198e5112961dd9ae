import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageLoading } from '../../components/shell/Loader.tsx';
import { LoginButton } from '../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { isDeadLink, verifyEmail } from '../../stores/account.ts';
import { session } from '../../stores/session.ts';

/** The target of the link that confirms an email, with the token in the URL. */
export default function VerifyEmailPage({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'done' | 'dead' | 'failed'>('open');

  const verify = useCallback(async () => {
    setState('open');
    try {
      await verifyEmail(token);
      setState('done');
    } catch (error) {
      setState(isDeadLink(error) ? 'dead' : 'failed');
    }
  }, [token]);

  useEffect(() => {
    void verify();
  }, [verify]);

  if (state === 'open') return <PageLoading />;
  if (state === 'done') {
    return (
      <Notice
        icon="check"
        title={<PageTitle title="Your email is confirmed" />}
        actions={<ContinueShopping primary>Start shopping</ContinueShopping>}
      />
    );
  }
  if (state === 'dead') return <DeadLink />;
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title="We couldn't confirm your email" />}
      actions={
        <Button variant="primary" onClick={verify}>
          Retry
        </Button>
      }
    />
  );
}

function DeadLink() {
  const { user } = useSnapshot(session);
  return (
    <Notice
      icon="lock"
      title={<PageTitle title="This link is no longer valid" />}
      actions={
        user ? (
          <ButtonLink variant="primary" href={pagePatterns.profile}>
            Go to your profile
          </ButtonLink>
        ) : (
          <LoginButton>Go to Login</LoginButton>
        )
      }
    >
      Links expire after three days. You can request a new one in your profile.
    </Notice>
  );
}
