import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/routes.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useRefreshWhile } from '../../../components/useRefreshWhile.ts';
import { openProduct, productEditor, refreshProduct } from '../../../stores/dashboard/productEditor.ts';
import type { DashboardPageProps } from '../pages.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { EditProductForm } from './EditProductForm.tsx';

/** One product, to be changed. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const { id, product, error, isMissing, loading } = useSnapshot(productEditor);
  const shown = id === productId ? product : null;

  useEffect(() => {
    void openProduct(productId);
  }, [productId]);
  useRefreshWhile(shown?.imageState === 'processing', refreshProduct);

  return (
    <>
      <ScreenHead />
      {shown && <EditProductForm key={shown._id} product={shown} />}
      {!shown && isMissing && <Gone />}
      {!shown && !isMissing && error && (
        <FailureNotice message={error} onRetry={() => openProduct(productId)} busy={loading} />
      )}
      {!shown && !isMissing && !error && <Skeleton height="36rem" width="44rem" />}
    </>
  );
}

function Gone() {
  return (
    <Notice
      icon="search"
      title="There is no such product"
      actions={<ButtonLink href={pagePatterns.products}>See all products</ButtonLink>}
    >
      It may have been deleted in the meantime.
    </Notice>
  );
}
