import { navigate } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/page-addresses.ts';
import { addProduct } from '../../../api/admin/products.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { ProductForm } from './ProductForm.tsx';
import { newProductText } from './productText.ts';

/** Adds a product, then shows the table with the new product at the top. */
export default function AddProductPage() {
  return (
    <>
      <ScreenHead />
      <ProductForm
        values={newProductText}
        action="Add product"
        onSubmit={async (values, file, onProgress) => {
          await addProduct(values, file, onProgress);
          navigate(pagePatterns.products);
          return true;
        }}
      >
        <ButtonLink href={pagePatterns.products}>Cancel</ButtonLink>
      </ProductForm>
    </>
  );
}
