import { type ReactNode, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { productField, translatedFieldNames } from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';
import { Button } from '../../../../components/Button.tsx';
import { FieldPair, Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { shop } from '../../../../texts/shop.ts';
import { TranslatedFields } from '../../translations/TranslatedFields.tsx';
import { sourceOf } from '../sources.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { CategoryField } from './CategoryField.tsx';
import { DataSections } from './DataSections.tsx';
import { FamilyFields } from './FamilyFields.tsx';
import { FormSection } from './FormSection.tsx';
import { PlainField } from './PlainField.tsx';
import { changedFields } from './productEdits.ts';
import { productResolver, readProduct } from './productText.ts';
import type { ProductText, ProductValues } from './productTypes.ts';

type ProductFormProps = {
  /** The initial values. A new object resets the form. */
  values: ProductText;
  action: string;
  /** Called with valid values. If it rejects, the form shows the error and keeps the input. */
  onSubmit: (values: ProductValues) => Promise<void>;
  /** The pictures of a new product, which are sent with it. */
  pictures?: ReactNode;
  /** Whether there are chosen pictures to lose. */
  hasPictures?: boolean;
  /** Called with each submit. */
  onCheck?: () => void;
  /** Shown beside the button. */
  children?: ReactNode;
};

/** A form for a product, to add or edit it. */
export function ProductForm(props: ProductFormProps) {
  const { values, action, onSubmit, pictures, hasPictures = false, onCheck, children } = props;
  const form = useForm<ProductText, unknown, ProductValues>({
    resolver: productResolver,
    defaultValues: values,
    shouldFocusError: false,
  });
  const { isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const { reset } = form;
  const text = form.watch();
  const isChanged = changedFields(readProduct(values), readProduct(text)).length > 0;

  useEffect(() => {
    reset(values);
  }, [values, reset]);

  // react-hook-form would focus the field that was shown first, but attributes are shown late.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  useUnsavedChangesPrompt((isChanged || hasPictures) && !isSubmitting, sourceOf);
  const submit = submitOf(form, onSubmit);
  // What is asked for variants comes before what they share.
  const isOfVariants = values.base !== null;
  return (
    <Panel as="div" className={`padded ${values.isNew ? 'medium-wide' : 'narrow'}`}>
      <Form
        ref={element}
        onSubmit={(event) => {
          onCheck?.();
          return submit(event);
        }}
      >
        {isOfVariants && <FamilyFields form={form} />}
        <TextFields form={form} />
        {pictures}
        {text.categoryId && <AttributeFields form={form} categoryId={text.categoryId} />}
        {!isOfVariants && <SaleFields form={form} />}
        <AvailabilityFields form={form} />
        <DataSections form={form} text={text} />
        {!isOfVariants && <FamilyFields form={form} />}
        <div className="cluster">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {action}
          </Button>
          {children}
        </div>
      </Form>
    </Panel>
  );
}

type FieldsProps = { form: UseFormReturn<ProductText, unknown, ProductValues> };

const mainTexts = translatedFieldNames.filter((name) => productField(name).section === undefined);

function TextFields({ form }: FieldsProps) {
  return (
    <>
      <TranslatedFields form={form} texts={mainTexts}>
        {({ field, value }) =>
          mainTexts.map((name) => <PlainField key={name} name={name} field={field(name)} value={value(name)} />)
        }
      </TranslatedFields>
      <FieldPair>
        <CategoryField form={form} />
        <PlainField name="price" field={fieldsOf(form)('price')} />
      </FieldPair>
      <PlainField name="taxClass" field={fieldsOf(form)('taxClass')} />
    </>
  );
}

function AvailabilityFields({ form }: FieldsProps) {
  const field = fieldsOf(form);
  return (
    <FormSection title={m.products.availability()}>
      <PlainField name="stock" field={field('stock')} />
      <PlainField name="isPublished" field={field('isPublished')} />
    </FormSection>
  );
}

function SaleFields({ form }: FieldsProps) {
  const field = fieldsOf(form);
  return (
    <FormSection title={m.sales.sale()} hint={m.adminDiscounts.timeZone({ timeZone: shop.timeZone })}>
      <PlainField name="salePrice" field={field('salePrice')} />
      <FieldPair>
        <PlainField name="saleFrom" field={field('saleFrom')} />
        <PlainField name="saleUntil" field={field('saleUntil')} />
      </FieldPair>
    </FormSection>
  );
}
