import type { ReactNode } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
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
  /** What the screen is about, and the page that lists such records; settings always exist. */
  noun?: string;
  list?: 'categories' | 'orders' | 'products' | 'users';
  /** The content, once loaded. */
  children: ReactNode;
};

/** A screen about one record, or the reason it can't be shown. */
export function EditScreen({ head = <ScreenHead />, view, noun, list, children }: EditScreenProps) {
  const { isMissing, error, isLoading, retry } = view;
  return (
    <>
      {head}
      {children}
      {!children && isMissing && list && (
        <Notice
          icon="search"
          title={`${noun} not found`}
          actions={<ButtonLink href={pagePatterns[list]}>Back to {list}</ButtonLink>}
        >
          It may have been deleted.
        </Notice>
      )}
      {!children && !isMissing && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!children && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}
