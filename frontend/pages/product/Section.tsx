import type { ReactNode } from 'react';
import styles from './Section.module.css';

type SectionProps = {
  /** The id of its heading. */
  id: string;
  title: ReactNode;
  /** Below the heading; stays beside the content on wide screens. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A section below the product. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      <div className="stack gap-6">{children}</div>
    </section>
  );
}
