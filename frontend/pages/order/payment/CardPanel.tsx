import type { ReactNode } from 'react';
import { m } from '#messages';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { Assurance, CardFieldsSkeleton } from './PaymentForm.tsx';
import styles from './PaymentStep.module.css';

type CardPanelProps = { isBusy: boolean; children: ReactNode };

/** The frame of the card form. */
export function CardPanel({ isBusy, children }: CardPanelProps) {
  return (
    <TitledPanel title={m.payment.payByCard()} className={`gap-5 roomy ${styles.card}`} aria-busy={isBusy}>
      {children}
    </TitledPanel>
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
        {m.payment.preparing()}
      </p>
    </div>
  );
}
