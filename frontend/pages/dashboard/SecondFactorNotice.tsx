import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';

/** Leads a member of staff to the second factor that the shop requires. */
export function SecondFactorNotice() {
  return (
    <Notice
      icon="lock"
      title={<PageTitle title={m.admin.setUpTwoStep()} />}
      actions={
        <ButtonLink variant="primary" href={pagePatterns.profile}>
          {m.admin.openProfile()}
        </ButtonLink>
      }
    >
      {m.admin.twoStepRequired()}
    </Notice>
  );
}
