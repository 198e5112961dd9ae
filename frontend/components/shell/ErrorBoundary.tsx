import { Component, type ErrorInfo, type ReactNode, useState } from 'react';
import { localAddress, pagePatterns } from '#contract/page-addresses.ts';
import { currentCode } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { message } from '../../texts/messages.ts';
import { Button } from '../Button.tsx';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

/** A component's code failed to load: the network is down, or the shop was updated since the page opened. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable';
}

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
    return <Failure part={part} verb={error instanceof CodeUnavailable ? 'load' : 'show'} />;
  }
}

function Failure({ part, verb }: { part: string | undefined; verb: 'load' | 'show' }) {
  const [isReloading, setIsReloading] = useState(false);
  const reload = async () => {
    setIsReloading(true);
    if (await isShopReachable()) return window.location.reload();
    showFailure(new Error(message.shopUnreachable));
    setIsReloading(false);
  };
  const text = `We couldn't ${verb} ${part ?? 'this page'}.`;
  if (part) return <FailureNotice message={text} onRetry={reload} busy={isReloading} />;
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
          <Button onClick={() => window.location.assign(localAddress(pagePatterns.catalogue, currentCode()))}>
            Continue shopping
          </Button>
        </>
      }
    >{`${text} Your cart is saved.`}</Notice>
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
