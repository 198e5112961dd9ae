import type { ReactNode } from 'react';
import { Panel } from '../Panel.tsx';
import styles from './FormPanel.module.css';

type FormPanelProps = {
  /** The page's heading. */
  title: ReactNode;
  /** Introductory content below the heading. */
  lead?: ReactNode;
  /** Makes room for fields side by side. */
  wide?: boolean;
  children: ReactNode;
};

/** A form page: a centered panel, full width on phones. */
export function FormPanel({ title, lead, wide = false, children }: FormPanelProps) {
  return (
    <Panel as="div" className={wide ? styles.wide : styles.narrow}>
      {title}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </Panel>
  );
}
