import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { loadImages } from '../../../api/admin/productImages.ts';
import { useAdminProduct } from '../../../api/admin/products.ts';
import { showFailure } from '../../../api/errors.ts';
import { navigate } from '../../../browser/address.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { NewProductForm } from './form/NewProductForm.tsx';
import { copyText, newProductText, variantsText } from './form/productText.ts';
import { sourceOf } from './sources.ts';

/** Adds a product, from scratch or from another one. */
export default function AddProductPage() {
  const source = sourceOf(useSearch());
  if (source) return <FromProduct key={source.productId} {...source} />;
  return (
    <>
      <ScreenHead />
      <NewProductForm values={newProductText} onAdded={() => navigate(pagePatterns.products)}>
        <ButtonLink href={pagePatterns.products}>{m.common.cancel()}</ButtonLink>
      </NewProductForm>
    </>
  );
}

function FromProduct({ productId, kind }: NonNullable<ReturnType<typeof sourceOf>>) {
  const view = useAdminProduct(productId);
  const title =
    view.data && (kind === 'variant' ? m.products.addVariantsTitle(view.data) : m.products.copyTitle(view.data));
  return (
    <EditScreen head={<ScreenHead>{title}</ScreenHead>} view={view} list="products">
      {view.data && <PrefilledForm product={view.data} kind={kind} />}
    </EditScreen>
  );
}

type PrefilledFormProps = { product: AdminProductView; kind: 'variant' | 'copy' };

/** The form, filled in from a product once its pictures have loaded. */
function PrefilledForm({ product, kind }: PrefilledFormProps) {
  const [start] = useState(product);
  const values = useMemo(() => (kind === 'variant' ? variantsText(start) : copyText(start)), [start, kind]);
  const [pictures, setPictures] = useState<File[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (files: File[]) => isCurrent && setPictures(files);
    loadImages(start).then(show, (error) => {
      showFailure(error);
      show([]);
    });
    return () => {
      isCurrent = false;
    };
  }, [start]);
  const back = pageAddress('editProduct', { productId: start._id });
  if (pictures === null) return <Skeleton height="36rem" width="44rem" />;
  return (
    <NewProductForm
      values={values}
      pictures={pictures}
      onAdded={() => navigate(kind === 'variant' ? back : pagePatterns.products)}
    >
      <ButtonLink href={back}>{m.common.cancel()}</ButtonLink>
    </NewProductForm>
  );
}
