import type { ReactNode } from 'react';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import type { RemoteView } from '../../api/useRemote.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { ScreenHead } from './ScreenHead.tsx';

type EditScreenProps = {
  /** The heading, if it differs from the page's title. */
  head?: ReactNode;
  view: Pick<RemoteView<unknown, unknown>, 'isMissing' | 'error' | 'isLoading' | 'retry'>;
  /** The page that lists such records; settings always exist. */
  list?: keyof typeof lists;
  /** The content, once loaded. */
  children: ReactNode;
};

/** What is said instead of a record that is missing, by the page that lists such records. */
const lists = {
  categories: { missing: m.admin.categoryNotFound, back: m.admin.backToCategories },
  feeds: { missing: m.feeds.notFound, back: m.feeds.back },
  legalPages: { missing: m.legalPages.notFound, back: m.legalPages.backToPages },
  orders: { missing: m.admin.orderNotFound, back: m.admin.backToOrders },
  products: { missing: m.admin.productNotFound, back: m.admin.backToProducts },
  users: { missing: m.admin.userNotFound, back: m.admin.backToUsers },
  webhooks: { missing: m.webhooks.notFound, back: m.admin.backToWebhooks },
};

/** A screen about one record, or the reason it can't be shown. */
export function EditScreen({ head = <ScreenHead />, view, list, children }: EditScreenProps) {
  const { isMissing, error, isLoading, retry } = view;
  return (
    <>
      {head}
      {children}
      {!children && isMissing && list && (
        <Notice
          icon="search"
          title={lists[list].missing()}
          actions={<ButtonLink href={pagePatterns[list]}>{lists[list].back()}</ButtonLink>}
        >
          {m.admin.mayBeDeleted()}
        </Notice>
      )}
      {!children && !isMissing && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!children && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}
