import { Component, type ErrorInfo, type ReactNode, useState } from 'react';
import { localAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { currentCode, m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { Button } from '../Button.tsx';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

type ErrorBoundaryProps = {
  /** Says that this part of the page is missing; by default the whole page is. */
  failure?: (() => string) | undefined;
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
    const { failure, children } = this.props;
    return this.state.error === null ? children : <Failure text={failure?.()} />;
  }
}

function Failure({ text }: { text: string | undefined }) {
  const [isReloading, setIsReloading] = useState(false);
  const reload = async () => {
    setIsReloading(true);
    if (await isShopReachable()) return window.location.reload();
    showFailure(new Error(m.feedback.unreachable()));
    setIsReloading(false);
  };
  if (text) return <FailureNotice message={text} onRetry={reload} busy={isReloading} />;
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title={m.feedback.somethingWentWrong()} />}
      actions={
        <>
          <Button variant="primary" onClick={reload} busy={isReloading}>
            {m.feedback.reloadPage()}
          </Button>
          <Button onClick={() => window.location.assign(localAddress(pagePatterns.catalogue, currentCode()))}>
            {m.shell.continueShopping()}
          </Button>
        </>
      }
    >
      {m.feedback.pageFailed()}
    </Notice>
  );
}

/**
 * The page reloads only once the server responds, so that the browser's error page doesn't replace what still works.
 * Retrying the import is not enough, because most browsers cache a failed one: https://github.com/whatwg/html/issues/6768
 */
async function isShopReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
