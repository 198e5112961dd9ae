import { useId } from 'react';
import { Link } from 'wouter';
import type { FamilyView } from '#contract/catalogue.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import styles from './ProductDetail.module.css';

type Family = NonNullable<FamilyView>;
type Option = Family['options'][number];

/** The variants of a product. Each value leads to the variant that differs in this option only. */
export function FamilyOptions({ family }: { family: Family }) {
  return (
    <div className="stack">
      {family.options.map((option) => (
        <OptionValues key={option.name} option={option} />
      ))}
    </div>
  );
}

function OptionValues({ option: { name, values } }: { option: Option }) {
  const id = useId();
  const current = values.find(({ isCurrent }) => isCurrent);
  return (
    <div className="stack gap-2">
      <p id={id} className="soft text-compact">
        <span>{current ? `${name}: ` : name}</span>
        {current && <strong className="medium ink">{current.value}</strong>}
      </p>
      <ul className="cluster gap-2" aria-labelledby={id}>
        {values.map((value) => (
          <li key={value.value}>
            <OptionValue {...value} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OptionValue({ value, productId, isCurrent, isSoldOut }: Option['values'][number]) {
  if (productId === null) {
    return (
      <button type="button" className={styles.missing} disabled title="Not available in this combination">
        {value}
      </button>
    );
  }
  return (
    <Link
      href={pageAddress('product', { productId })}
      className={isSoldOut ? styles.soldOut : styles.value}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span>{value}</span>
      {isSoldOut && <span className="regular text-small">Sold out</span>}
    </Link>
  );
}
