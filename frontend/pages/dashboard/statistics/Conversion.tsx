import { counted, formatNumber } from '#contract/numbers.ts';
import type { ConversionView } from '#contract/statistics.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Section } from '../Section.tsx';
import styles from './Conversion.module.css';
import { formatShare } from './chart.ts';
import page from './StatisticsPage.module.css';

const outcomes: { name: Exclude<keyof ConversionView, 'opened'>; title: string; detail?: string }[] = [
  { name: 'paid', title: 'Paid' },
  { name: 'open', title: 'Not paid yet' },
  { name: 'expired', title: 'Expired', detail: 'Not paid in time, or a price changed' },
  { name: 'canceled', title: 'Canceled', detail: 'By the customer, or at the payment provider' },
];

/** How many of the opened orders were paid, and what became of the others. */
export function Conversion({ conversion }: { conversion: ConversionView }) {
  const { opened, paid } = conversion;
  return (
    <Section title="Conversion" small>
      {opened === 0 ? (
        <p className="soft text-note">No orders in this period</p>
      ) : (
        <>
          <p className="soft text-note">
            <strong className={styles.rate}>{formatShare(paid, opened)}</strong> of {counted(opened, adminNouns.order)}{' '}
            paid
          </p>
          <div className={styles.bar} aria-hidden="true">
            {outcomes
              .filter(({ name }) => conversion[name] > 0)
              .map(({ name }) => (
                <span key={name} className={styles[name]} style={{ flexGrow: conversion[name] }} />
              ))}
          </div>
          <ul className="divided text-note">
            {outcomes.map(({ name, title, detail }) => (
              <li key={name} className={page.item}>
                <div className="row baseline gap-2">
                  <span className={`${styles.dot} ${styles[name]}`} />
                  <div>
                    {title}
                    {detail && <p className="soft text-small">{detail}</p>}
                  </div>
                </div>
                <span className={page.value}>
                  {formatNumber(conversion[name])}
                  <span className={page.detail}>{formatShare(conversion[name], opened)}</span>
                </span>
              </li>
            ))}
          </ul>
          <p className="soft text-small">
            Orders replaced by a changed cart aren't counted here. Orders by status has them as canceled.
          </p>
        </>
      )}
    </Section>
  );
}
