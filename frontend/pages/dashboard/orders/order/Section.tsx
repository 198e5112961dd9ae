import { type ReactNode, useId } from 'react';
import { Panel } from '../../../../components/Panel.tsx';
import styles from './OrderPage.module.css';

/** A titled part of the order's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Panel className={styles.section} aria-labelledby={id}>
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      {children}
    </Panel>
  );
}
