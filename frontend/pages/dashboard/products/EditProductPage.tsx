import { pagePatterns } from '#contract/page-addresses.ts';
import { useAdminProduct } from '../../../api/admin/products.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { EditProductForm } from './EditProductForm.tsx';

const notFound = {
  title: 'Product not found',
  text: 'It may have been deleted.',
  href: pagePatterns.products,
  link: 'Back to products',
};

/** Edits one product. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const view = useAdminProduct(productId);
  return (
    <EditScreen view={view} notFound={notFound}>
      {view.data && <EditProductForm key={view.data._id} product={view.data} />}
    </EditScreen>
  );
}
