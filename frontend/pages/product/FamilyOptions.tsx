import { useId } from 'react';
import { Link } from 'wouter';
import type { FamilyView } from '#contract/catalogue/catalogue.ts';
import { IDS_MAX } from '#contract/listing/listing.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useVariants } from '../../api/product.ts';
import { Price } from '../../components/product/Price.tsx';
import styles from './ProductDetail.module.css';

type Family = NonNullable<FamilyView>;
type Option = Family['options'][number];

/** The variants of a product. Each value leads to the variant that differs in this option only. */
export function FamilyOptions({ family }: { family: Family }) {
  const ids = new Set(family.options.flatMap(({ values }) => values.map(({ productId }) => productId)));
  const variants = useVariants(
    [...ids]
      .filter((id) => id !== null)
      .toSorted()
      .slice(0, IDS_MAX),
  );
  const prices = new Map(variants.map(({ _id, price }) => [_id, price]));
  return (
    <div className="stack">
      {family.options.map((option) => (
        <OptionValues key={option.name} option={option} prices={prices} />
      ))}
    </div>
  );
}

/** In EUR, by the product's id. */
type Prices = ReadonlyMap<string, number>;

function OptionValues({ option: { name, label = name, values }, prices }: { option: Option; prices: Prices }) {
  const id = useId();
  const current = values.find(({ isCurrent }) => isCurrent);
  return (
    <div className="stack gap-2">
      <p id={id} className="soft text-compact">
        <span>{current ? `${label}: ` : label}</span>
        {current && (
          <strong className="medium ink">
            <bdi>{current.label ?? current.value}</bdi>
          </strong>
        )}
      </p>
      <ul className="cluster gap-2" aria-labelledby={id}>
        {values.map((value) => (
          <li key={value.value}>
            <OptionValue {...value} price={value.productId === null ? undefined : prices.get(value.productId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type OptionValueProps = Option['values'][number] & {
  /** Undefined until it is known. */
  price: number | undefined;
};

function OptionValue({ value, label = value, productId, isCurrent, isSoldOut, price }: OptionValueProps) {
  if (productId === null) {
    return (
      <button type="button" className={styles.missing} disabled title={m.product.notInCombination()}>
        <bdi>{label}</bdi>
      </button>
    );
  }
  return (
    <Link
      href={pageAddress('product', { productId })}
      className={isSoldOut ? styles.soldOut : styles.value}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <bdi>{label}</bdi>
      <span className={`regular soft text-small ${styles.note}`}>
        {isSoldOut ? m.product.soldOut() : price !== undefined && <Price price={price} decimals={0} />}
      </span>
    </Link>
  );
}
