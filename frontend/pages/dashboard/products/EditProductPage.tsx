import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/routes.ts';
import { useRefreshWhile } from '../../../components/useRefreshWhile.ts';
import { openProduct, productEditor, refreshProduct } from '../../../stores/dashboard/productEditor.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pages.tsx';
import { EditProductForm } from './EditProductForm.tsx';

const gone = {
  title: 'There is no such product',
  sentence: 'It may have been deleted in the meantime.',
  href: pagePatterns.products,
  link: 'See all products',
};

/** One product, to be changed. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const { id, product, ...editor } = useSnapshot(productEditor);
  const shown = id === productId ? product : null;

  useEffect(() => {
    void openProduct(productId);
  }, [productId]);
  useRefreshWhile(shown?.imageState === 'processing', refreshProduct);

  return (
    <EditScreen editor={editor} onRetry={() => openProduct(productId)} gone={gone}>
      {shown && <EditProductForm key={shown._id} product={shown} />}
    </EditScreen>
  );
}
