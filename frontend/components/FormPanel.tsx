import type { ReactNode } from 'react';
import styles from './FormPanel.module.css';
import { Panel } from './Panel.tsx';

type FormPanelProps = {
  /** The page's heading. */
  title: ReactNode;
  /** What helps to begin, below the heading. */
  lead?: ReactNode;
  /** For fields that stand side by side. */
  wide?: boolean;
  children: ReactNode;
};

/** A page that is one form: a panel in the middle; on a phone, the page itself. */
export function FormPanel({ title, lead, wide = false, children }: FormPanelProps) {
  return (
    <Panel as="div" className={wide ? styles.wide : styles.narrow}>
      {title}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </Panel>
  );
}
