import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
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
        title={<PageTitle title={m.login.emailConfirmed()} />}
        actions={<ContinueShopping primary>{m.common.startShopping()}</ContinueShopping>}
      />
    );
  }
  if (state === 'dead') return <DeadLink />;
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title={m.login.emailUnconfirmed()} />}
      actions={
        <Button variant="primary" onClick={verify}>
          {m.common.retry()}
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
      title={<PageTitle title={m.login.deadVerifyLink()} />}
      actions={
        user ? (
          <ButtonLink variant="primary" href={pagePatterns.profile}>
            {m.login.goToProfile()}
          </ButtonLink>
        ) : (
          <LoginButton>{m.login.goToLogin()}</LoginButton>
        )
      }
    >
      {m.login.deadVerifyLinkText()}
    </Notice>
  );
}
