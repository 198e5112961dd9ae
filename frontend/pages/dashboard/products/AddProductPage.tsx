import { navigate } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { addProduct } from '../../../stores/dashboard/products.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { ProductForm } from './ProductForm.tsx';

const nothing = { title: '', description: '', categoryId: '' };

/** The form for a new product. From it one gets to the table, where the product is the first. */
export default function AddProductPage() {
  return (
    <>
      <ScreenHead />
      <ProductForm
        values={nothing}
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
