import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';

/** Leads a member of staff to the second factor that the shop requires. */
export function SecondFactorNotice() {
  return (
    <Notice
      icon="lock"
      title={<PageTitle title="Set up two-step login" />}
      actions={
        <ButtonLink variant="primary" href={pagePatterns.profile}>
          Open your profile
        </ButtonLink>
      }
    >
      The dashboard requires a passkey or an authenticator app besides your password. Add one in your profile.
    </Notice>
  );
}
