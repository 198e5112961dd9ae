import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/page-addresses.ts';
import { useRefreshWhile } from '../../../components/useRefreshWhile.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { productEditor, refreshProduct } from '../../../stores/dashboard/productEditor.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { EditProductForm } from './EditProductForm.tsx';

const gone = {
  title: 'Product not found',
  sentence: 'It may have been deleted in the meantime.',
  href: pagePatterns.products,
  link: 'See all products',
};

/** One product, to be changed. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const { id, edited, ...editor } = useSnapshot(productEditor.state);
  const shown = id === productId ? edited : null;

  useEffect(() => {
    void productEditor.open(productId);
  }, [productId]);
  useRefreshWhile(shown?.imageState === 'processing', refreshProduct, showAdminFailure);

  return (
    <EditScreen editor={editor} onRetry={() => productEditor.open(productId)} gone={gone}>
      {shown && <EditProductForm key={shown._id} product={shown} />}
    </EditScreen>
  );
}
