import { Component, type ErrorInfo, type ReactNode } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button } from './Button.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { CodeUnavailable } from './lazyPart.tsx';
import { Notice } from './Notice.tsx';
import { PageTitle } from './PageTitle.tsx';
import { useReload } from './useReload.ts';

type ErrorBoundaryProps = {
  /** What it is that may fail, such as "The comment form"; a whole page without it. */
  part?: string;
  children: ReactNode;
};

type ErrorBoundaryState = { error: unknown };

/** Catches what goes wrong while its content is drawn or its code is loaded, and leaves what is around it usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { part, children } = this.props;
    if (error === null) return children;
    const sentence = `${part ?? 'This page'} could not be ${error instanceof CodeUnavailable ? 'loaded' : 'shown'}.`;
    return part ? <PartFailure sentence={sentence} /> : <PageFailure sentence={sentence} />;
  }
}

function PartFailure({ sentence }: { sentence: string }) {
  const { reload, isReloading } = useReload();
  return <FailureNotice message={sentence} onRetry={reload} busy={isReloading} />;
}

function PageFailure({ sentence }: { sentence: string }) {
  const { reload, isReloading } = useReload();
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title="Something went wrong" />}
      actions={
        <>
          <Button variant="primary" onClick={reload} busy={isReloading}>
            Reload the page
          </Button>
          <Button onClick={() => window.location.assign(pagePatterns.catalogue)}>Go to the shop</Button>
        </>
      }
    >
      {sentence} Your cart is safe: it is kept in this browser.
    </Notice>
  );
}
