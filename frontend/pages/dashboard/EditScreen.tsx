import type { ReactNode } from 'react';
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
  /** Shown if the record doesn't exist. Settings always do. */
  notFound?: { title: string; text: string; href: string; link: string };
  /** The content, once loaded. */
  children: ReactNode;
};

/** A screen about one record, or the reason it can't be shown. */
export function EditScreen({ head = <ScreenHead />, view, notFound, children }: EditScreenProps) {
  const { isMissing, error, isLoading, retry } = view;
  return (
    <>
      {head}
      {children}
      {!children && isMissing && notFound && (
        <Notice
          icon="search"
          title={notFound.title}
          actions={<ButtonLink href={notFound.href}>{notFound.link}</ButtonLink>}
        >
          {notFound.text}
        </Notice>
      )}
      {!children && !isMissing && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!children && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}
