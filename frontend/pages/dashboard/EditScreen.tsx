import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ScreenHead } from './ScreenHead.tsx';

type EditScreenProps = {
  /** How far the store has come with what is to be edited. */
  editor: { isMissing: boolean; error: string | null; loading: boolean };
  onRetry: () => void;
  /** What is said, and where it leads, where there is nothing to edit any more. */
  gone: { title: string; sentence: string; href: string; link: string };
  /** The form, once there is something to edit. */
  children: ReactNode;
};

/** A screen that edits one thing: its form, or why there is none yet. */
export function EditScreen({ editor: { isMissing, error, loading }, onRetry, gone, children }: EditScreenProps) {
  return (
    <>
      <ScreenHead />
      {children}
      {!children && isMissing && (
        <Notice icon="search" title={gone.title} actions={<ButtonLink href={gone.href}>{gone.link}</ButtonLink>}>
          {gone.sentence}
        </Notice>
      )}
      {!children && !isMissing && error && <FailureNotice message={error} onRetry={onRetry} busy={loading} />}
      {!children && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}
