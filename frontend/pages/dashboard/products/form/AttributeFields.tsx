import type { UseFormReturn } from 'react-hook-form';
import type { AttributeView } from '#contract/catalogue/catalogue.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useAttributes } from '../../../../api/admin/attributes.ts';
import { Button, ButtonLink } from '../../../../components/Button.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Skeleton } from '../../../../components/feedback/Skeleton.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { FieldPair, fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { FormSection, Unit } from './FormSection.tsx';
import type { ProductText, ProductValues } from './productTypes.ts';

type AttributeFieldsProps = { form: UseFormReturn<ProductText, unknown, ProductValues>; categoryId: string };

/** A product's values of the attributes of its category. */
export function AttributeFields({ form, categoryId }: AttributeFieldsProps) {
  const { data, error, isLoading, retry } = useAttributes(categoryId);
  return (
    <FormSection title={m.products.attributes()}>
      {!data && error && (
        <>
          <InlineError>{error}</InlineError>
          <Button size="small" busy={isLoading} onClick={retry}>
            {m.products.reloadAttributes()}
          </Button>
        </>
      )}
      {!data && !error && <Skeleton height="3.125rem" />}
      {data && data.attributes.length > 0 && (
        <FieldPair>
          {data.attributes.map((attribute) => (
            <AttributeField key={attribute.code} form={form} attribute={attribute} />
          ))}
        </FieldPair>
      )}
      {data?.attributes.length === 0 && (
        <ButtonLink size="small" href={pageAddress('attributes', { categoryId })}>
          {m.products.addAttributes({ category: data.category.categoryName })}
        </ButtonLink>
      )}
    </FormSection>
  );
}

type AttributeFieldProps = Pick<AttributeFieldsProps, 'form'> & { attribute: AttributeView };

function AttributeField({ form, attribute: { code, name, type, unit } }: AttributeFieldProps) {
  const field = fieldsOf(form)(`attributes.${code}`);
  if (type === 'boolean') {
    return (
      <SelectField {...field} label={name}>
        <option value="">{m.products.notSpecified()}</option>
        <option value="true">{m.common.yes()}</option>
        <option value="false">{m.common.no()}</option>
      </SelectField>
    );
  }
  const trailing = unit && <Unit>{unit}</Unit>;
  const inputMode = type === 'number' ? 'decimal' : 'text';
  return <Field {...field} label={name} inputMode={inputMode} autoComplete="off" trailing={trailing} />;
}
