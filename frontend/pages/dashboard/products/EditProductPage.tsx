import { useAdminProduct } from '../../../api/admin/products.ts';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { EditProductForm } from './EditProductForm.tsx';

/** Edits one product. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const view = useAdminProduct(productId);
  return (
    <EditScreen view={view} noun="Product" list="products">
      {view.data && <EditProductForm key={view.data._id} product={view.data} />}
    </EditScreen>
  );
}
