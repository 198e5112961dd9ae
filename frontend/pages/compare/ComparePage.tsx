import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect, useSearch } from 'wouter';
import { m } from '#messages';
import { useProductsById } from '../../api/listing.ts';
import { navigate } from '../../browser/address.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { SwitchField } from '../../components/forms/SwitchField.tsx';
import {
  type ComparisonAddress,
  comparisonAddress,
  readComparisonAddress,
} from '../../components/product/comparisonAddress.ts';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { comparison, removeCompared } from '../../stores/comparison.ts';
import styles from './Compare.module.css';
import { ComparisonTable } from './ComparisonTable.tsx';

/** The products in the URL, side by side; without any, the chosen ones. */
export default function ComparePage() {
  const query = useSearch();
  const address = useMemo(() => readComparisonAddress(query), [query]);
  const chosen = useSnapshot(comparison).ids;
  if (address.ids.length === 0 && chosen.length > 0) {
    return <Redirect to={comparisonAddress({ ...address, ids: chosen })} replace />;
  }
  return (
    <>
      <PageTitle title={m.pages.compare()} />
      {address.ids.length === 0 ? <NothingToCompare /> : <Compared address={address} />}
    </>
  );
}

function Compared({ address }: { address: ComparisonAddress }) {
  const { ids, onlyDifferences } = address;
  const { data, error, isLoading, isPrevious, retry } = useProductsById(ids);

  if (!data && error) return <FailureNotice message={error} onRetry={retry} busy={isLoading} />;
  if (!data) return <Skeleton height="40rem" />;
  // Hides products just removed before the response arrives.
  const products = data.filter(({ _id }) => ids.includes(_id));
  const gone = ids.length - products.length;
  if (products.length === 0 && !isPrevious) return <NothingToCompare />;

  return (
    <>
      <div className={`cluster spread ${styles.bar}`}>
        <p className="soft" role="status">
          {gone > 0 && !isPrevious
            ? m.compare.countedWithout({ count: products.length, gone })
            : m.product.counted({ count: products.length })}
        </p>
        {products.length > 1 && (
          <SwitchField
            label={m.compare.onlyDifferences()}
            role="switch"
            checked={onlyDifferences}
            onChange={({ target }) => show({ ids, onlyDifferences: target.checked }, { replace: true })}
          />
        )}
      </div>
      <ComparisonTable
        products={products}
        onlyDifferences={onlyDifferences && products.length > 1}
        onRemove={(productId) => {
          removeCompared(productId);
          show({ ids: ids.filter((id) => id !== productId), onlyDifferences });
        }}
      />
    </>
  );
}

function NothingToCompare() {
  return (
    <Notice icon="compare" title={<h2>{m.compare.nothingYet()}</h2>} actions={<ContinueShopping />}>
      {m.compare.howTo()}
    </Notice>
  );
}

function show(address: ComparisonAddress, { replace = false } = {}): void {
  navigate(comparisonAddress(address), { replace });
}
