import type { ReactNode } from 'react';
import { pageText } from '#contract/pages.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import styles from './ScreenHead.module.css';

type ScreenHeadProps = {
  /** What the heading reads, where that is not the page's name in the contract. */
  children?: ReactNode;
  /** What can be done from here: buttons and links. */
  actions?: ReactNode;
};

/** The head of a screen: its title, which also names the document, and what can be done from here. */
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
