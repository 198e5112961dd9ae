import { pagePatterns } from '#contract/page-addresses.ts';
import { notFoundText } from '#contract/pages.ts';
import { ButtonLink } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';

/** The page for an unknown address. */
export default function NotFoundPage() {
  return (
    <Notice
      icon="search"
      title={<PageTitle {...notFoundText} />}
      actions={
        <ButtonLink variant="primary" href={pagePatterns.catalogue}>
          Start shopping
        </ButtonLink>
      }
    >
      We can't find that page. It may have moved.
    </Notice>
  );
}
