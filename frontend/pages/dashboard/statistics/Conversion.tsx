import type { ConversionView } from '#contract/orders/statistics.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Sentence } from '../../../components/Sentence.tsx';
import { Section } from '../Section.tsx';
import styles from './Conversion.module.css';
import { formatShare } from './chart.ts';
import page from './StatisticsPage.module.css';

const outcomes: { name: Exclude<keyof ConversionView, 'opened'>; title: () => string; detail?: () => string }[] = [
  { name: 'paid', title: m.statistics.paid },
  { name: 'open', title: m.statistics.notPaidYet },
  { name: 'expired', title: m.statistics.expired, detail: m.statistics.expiredDetail },
  { name: 'canceled', title: m.statistics.canceled, detail: m.statistics.canceledDetail },
];

/** How many of the opened orders were paid, and what became of the others. */
export function Conversion({ conversion }: { conversion: ConversionView }) {
  const { opened, paid } = conversion;
  return (
    <Section title={m.statistics.conversion()} small>
      {opened === 0 ? (
        <p className="soft text-note">{m.statistics.noOrders()}</p>
      ) : (
        <>
          <p className="soft text-note">
            <Sentence
              of={m.statistics.paidShare({ share: formatShare(paid, opened), count: opened })}
              parts={{ strong: (text) => <strong className={styles.rate}>{text}</strong> }}
            />
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
                    {title()}
                    {detail && <p className="soft text-small">{detail()}</p>}
                  </div>
                </div>
                <span className={page.value}>
                  {formatNumber(conversion[name])}
                  <span className={page.detail}>{formatShare(conversion[name], opened)}</span>
                </span>
              </li>
            ))}
          </ul>
          <p className="soft text-small">{m.statistics.replacedOrders()}</p>
        </>
      )}
    </Section>
  );
}
