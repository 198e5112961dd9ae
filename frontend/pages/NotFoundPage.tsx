import { notFoundText } from '#contract/pages.ts';
import { Notice } from '../components/feedback/Notice.tsx';
import { ContinueShopping } from '../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../components/shell/PageTitle.tsx';

/** The page for an unknown URL. */
export default function NotFoundPage() {
  return (
    <Notice icon="search" title={<PageTitle {...notFoundText} />} actions={<ContinueShopping primary />}>
      {notFoundText.description}
    </Notice>
  );
}
