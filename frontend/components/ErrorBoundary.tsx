import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

type ErrorBoundaryState = { failed: boolean };

/** Catches what goes wrong while a page is drawn or its code is loaded, and leaves the frame around it usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        urgent
        icon="alert"
        title={<PageTitle title="Something went wrong" />}
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
            <Button onClick={() => window.location.assign('/')}>Go to the shop</Button>
          </>
        }
      >
        This page could not be shown. Your cart is safe: it is kept in this browser.
      </Notice>
    );
  }
}
