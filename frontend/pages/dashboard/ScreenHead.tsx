import type { ReactNode } from 'react';
import { pageText } from '#contract/pages.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import styles from './ScreenHead.module.css';

type ScreenHeadProps = {
  /** The heading, if not the page's title. */
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
};

/** The head of a screen: its title, also the document's, and its actions. */
export function ScreenHead({ children, actions }: ScreenHeadProps) {
  return (
    <header className={styles.head}>
      <PageTitle title={pageText(window.location.pathname).title} className={styles.title}>
        {children}
      </PageTitle>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
