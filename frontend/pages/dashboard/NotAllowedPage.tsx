import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { ScreenHead } from './ScreenHead.tsx';

/** Replaces a screen that the role doesn't include. */
export function NotAllowedPage() {
  return (
    <>
      <ScreenHead />
      <Notice
        icon="alert"
        title={m.admin.pageNotAllowed()}
        actions={<ButtonLink href={pagePatterns.statistics}>{m.admin.goToDashboard()}</ButtonLink>}
      >
        {m.admin.roleCanChange()}
      </Notice>
    </>
  );
}
