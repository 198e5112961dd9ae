import { m } from '#messages';
import { useAdminProduct } from '../../../api/admin/products.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { EditProductForm } from './form/EditProductForm.tsx';
import { newProductAddress } from './sources.ts';

/** Edits one product. */
export default function EditProductPage({ parameters: { productId = '' } }: DashboardPageProps) {
  const view = useAdminProduct(productId);
  return (
    <EditScreen
      view={view}
      list="products"
      head={
        <ScreenHead
          actions={
            !view.isMissing && (
              <ButtonLink size="small" href={newProductAddress('copy', productId)}>
                {m.products.duplicate()}
              </ButtonLink>
            )
          }
        />
      }
    >
      {view.data && <EditProductForm key={view.data._id} product={view.data} />}
    </EditScreen>
  );
}
