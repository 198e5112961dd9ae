import type { ReactNode } from 'react';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Assurance, CardFieldsSkeleton } from './PaymentForm.tsx';
import styles from './PaymentStep.module.css';

type CardPanelProps = { isBusy: boolean; children: ReactNode };

/** The frame of the card form. */
export function CardPanel({ isBusy, children }: CardPanelProps) {
  return (
    <Panel className={`${styles.panel} ${styles.card}`} aria-labelledby="card" aria-busy={isBusy}>
      <h2 id="card" className="text-lead">
        Pay by card
      </h2>
      {children}
    </Panel>
  );
}

/** The card form's placeholder while it loads. */
export function CardFormSkeleton() {
  return (
    <div className="stack">
      <CardFieldsSkeleton />
      <Skeleton height="3.25rem" />
      <Assurance />
      <p className="visually-hidden" role="status">
        Preparing your payment
      </p>
    </div>
  );
}
