import type { ReactNode } from 'react';
import type { RemoteView } from '../../api/useRemote.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ScreenHead } from './ScreenHead.tsx';

type EditScreenProps = {
  view: Pick<RemoteView<unknown>, 'isMissing' | 'error' | 'isLoading' | 'retry'>;
  /** Shown if it does not exist. */
  gone: { title: string; sentence: string; href: string; link: string };
  /** The form, once loaded. */
  children: ReactNode;
};

/** A screen with a form for one thing, or why the form is missing. */
export function EditScreen({ view: { isMissing, error, isLoading, retry }, gone, children }: EditScreenProps) {
  return (
    <>
      <ScreenHead />
      {children}
      {!children && isMissing && (
        <Notice icon="search" title={gone.title} actions={<ButtonLink href={gone.href}>{gone.link}</ButtonLink>}>
          {gone.sentence}
        </Notice>
      )}
      {!children && !isMissing && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!children && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}
