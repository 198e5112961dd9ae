import { type ReactNode, useRef, useState } from 'react';
import { imageRequired } from '#contract/catalogue/catalogue.input.ts';
import { type SharedFieldName, sharedFieldNames } from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';
import { addProduct, addVariants } from '../../../../api/admin/products.ts';
import { fileRefusal } from '../../../../api/upload.ts';
import { NewGallery } from '../gallery/NewGallery.tsx';
import { ProductForm } from './ProductForm.tsx';
import type { ProductText, ProductValues } from './productTypes.ts';

type NewProductFormProps = {
  values: ProductText;
  /** Pictures to begin with. */
  pictures?: File[];
  onAdded: () => void;
  /** Shown beside the button. */
  children: ReactNode;
};

/** A form for a new product, or for several variants at once, with their pictures. */
export function NewProductForm({ values, pictures = [], onAdded, children }: NewProductFormProps) {
  const [start] = useState(pictures);
  const [files, setFiles] = useState(start);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [sent, setSent] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const refuse = (refusal: string) => {
    setRefusals([refusal]);
    button.current?.focus();
  };
  const add = async (entered: ProductValues) => {
    if (files.length === 0) return refuse(refusals[0] ?? imageRequired());
    setSent(0);
    try {
      await send(entered, files, setSent);
    } catch (error) {
      const refusal = fileRefusal(error);
      if (refusal) refuse(refusal);
      throw error;
    } finally {
      setSent(null);
    }
    onAdded();
  };

  return (
    <ProductForm
      values={values}
      action={values.base ? m.products.addVariants() : m.products.add()}
      onSubmit={add}
      hasPictures={files.length > 0 && files !== start}
      onCheck={() => files.length === 0 && setRefusals(([refusal = imageRequired()]) => [refusal])}
      pictures={
        <NewGallery
          files={files}
          onChange={(chosen, refused) => {
            setFiles(chosen);
            setRefusals(refused);
          }}
          error={refusals.join(' · ')}
          buttonRef={button}
          sent={sent}
        />
      }
    >
      {children}
    </ProductForm>
  );
}

function send(
  { variants, member, family, ...values }: ProductValues,
  files: File[],
  onProgress: (fraction: number) => void,
) {
  if (!variants || family === null) return addProduct({ ...values, family }, files, onProgress);
  const { translations, categoryId, attributes } = values;
  const plain = Object.fromEntries(sharedFieldNames.map((name) => [name, values[name]]));
  const shared = { ...(plain as Pick<ProductValues, SharedFieldName>), translations, categoryId, attributes };
  return addVariants({ ...shared, family: family.name, variants, member }, files, onProgress);
}
