import { notFoundText } from '#contract/pages.ts';
import { ContinueShopping } from '../components/ContinueShopping.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';

/** The page for an unknown URL. */
export default function NotFoundPage() {
  return (
    <Notice icon="search" title={<PageTitle {...notFoundText} />} actions={<ContinueShopping primary />}>
      {notFoundText.description}
    </Notice>
  );
}
