import { pagePatterns } from '#contract/page-addresses.ts';
import { notFoundText } from '#contract/pages.ts';
import { ButtonLink } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';

/** The answer to an address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <Notice
      icon="search"
      title={<PageTitle {...notFoundText} />}
      actions={
        <ButtonLink variant="primary" href={pagePatterns.catalogue}>
          See all products
        </ButtonLink>
      }
    >
      There is nothing at this address. It may be mistyped, or what was here is gone.
    </Notice>
  );
}
