import { pagePatterns } from '#contract/page-addresses.ts';
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
        title="Your role doesn't include this page"
        actions={<ButtonLink href={pagePatterns.statistics}>Go to your dashboard</ButtonLink>}
      >
        An admin can change your role.
      </Notice>
    </>
  );
}
