import type { ReactNode } from 'react';
import { pageText } from '#contract/shop/pages.ts';
import { currentPath } from '../../browser/address.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { shop } from '../../texts/shop.ts';
import styles from './ScreenHead.module.css';

type ScreenHeadProps = {
  /** The heading, if it differs from the page's title. */
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
};

/** A screen's heading and actions. Also sets the document's title. */
export function ScreenHead({ children, actions }: ScreenHeadProps) {
  return (
    <header className={styles.head}>
      <PageTitle title={pageText(currentPath(), shop.name).title} className={styles.title}>
        {children}
      </PageTitle>
      {actions && <div className={`cluster gap-2 ${styles.actions}`}>{actions}</div>}
    </header>
  );
}
