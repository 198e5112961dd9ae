import { Component, type ErrorInfo, type ReactNode } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button } from '../Button.tsx';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { CodeUnavailable } from '../lazyPart.tsx';
import { useReload } from '../useReload.ts';
import { PageTitle } from './PageTitle.tsx';

type ErrorBoundaryProps = {
  /** Completes "We couldn't load …", such as "the comment form"; the whole page by default. */
  part?: string;
  children: ReactNode;
};

type ErrorBoundaryState = { error: unknown };

/** Catches errors in rendering and loading its content, so that the rest of the page stays usable. */
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
    const verb = error instanceof CodeUnavailable ? 'load' : 'show';
    const message = `We couldn't ${verb} ${part ?? 'this page'}.`;
    return part ? <PartFailure message={message} /> : <PageFailure message={message} />;
  }
}

function PartFailure({ message }: { message: string }) {
  const { reload, isReloading } = useReload();
  return <FailureNotice message={message} onRetry={reload} busy={isReloading} />;
}

function PageFailure({ message }: { message: string }) {
  const { reload, isReloading } = useReload();
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title="Something went wrong" />}
      actions={
        <>
          <Button variant="primary" onClick={reload} busy={isReloading}>
            Reload page
          </Button>
          <Button onClick={() => window.location.assign(pagePatterns.catalogue)}>Continue shopping</Button>
        </>
      }
    >{`${message} Your cart is saved.`}</Notice>
  );
}
