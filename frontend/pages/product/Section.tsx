import type { ReactNode } from 'react';
import styles from './ProductPage.module.css';

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
    <section className={`${styles.section} ${styles.split}`} aria-labelledby={id}>
      <div className={`stack ${styles.heading}`}>
        <h2 id={id} className="row baseline text-heading">
          {title}
        </h2>
        {aside}
      </div>
      <div className="stack gap-6">{children}</div>
    </section>
  );
}
