import { useLocation } from 'wouter';
import { notFoundText } from '#contract/shop/not-found-text.ts';
import { m } from '#messages';
import { isWithinDashboard } from '../browser/address.ts';
import { Notice } from '../components/feedback/Notice.tsx';
import { lazyPart } from '../components/lazyPart.tsx';
import { ContinueShopping } from '../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../components/shell/PageTitle.tsx';

const LookFurther = lazyPart(() => import('./LookFurther.tsx'), null, m.feedback.searchFailed);

/** The page for an unknown URL. */
export default function NotFoundPage() {
  const [path] = useLocation();
  return (
    <div className="stack">
      <Notice icon="search" title={<PageTitle {...notFoundText()} />} actions={<ContinueShopping primary />}>
        {notFoundText().description}
      </Notice>
      {!isWithinDashboard(path) && <LookFurther />}
    </div>
  );
}
