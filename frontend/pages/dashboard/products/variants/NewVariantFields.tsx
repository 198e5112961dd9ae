import type { UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { families, familyMembers } from '../../../../api/admin/products.ts';
import { useRemote } from '../../../../api/useRemote.ts';
import { Button } from '../../../../components/Button.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';
import { REMOVE } from '../../../../components/laterIcons.ts';
import type { ProductText, ProductValues } from '../form/productTypes.ts';
import styles from './NewVariantFields.module.css';
import { attributeOptions, keyOf, newVariants, variantName } from './newVariants.ts';

type NewVariantFieldsProps = { form: UseFormReturn<ProductText, unknown, ProductValues> };

/** The variants that a form adds: what is not filled in for one is as the form says for all. */
export function NewVariantFields({ form }: NewVariantFieldsProps) {
  const field = fieldsOf(form);
  const text = form.watch();
  const { base, categoryId, family } = text;
  const isKnown = useRemote(families, categoryId).data?.some(({ name }) => name === family.name);
  // Those that exist are not added again.
  useRemote(familyMembers, { categoryId, family: isKnown ? family.name : '' });
  const added = newVariants(text);
  if (added === null || text.family.options.length === 0) return null;
  const { rows, leftOut, existing, member, combinations } = added;
  const attributes = attributeOptions(text);
  const leaveOut = (key: string) => {
    const { title = '', price = '', stock = '' } = text.variants[key] ?? {};
    form.setValue(`variants.${key}`, { title, price, stock, isLeftOut: true });
    form.setFocus('family.name');
  };
  const addBack = () => {
    // Each on its own: what was typed for the variants stays.
    for (const key of Object.keys(text.variants)) form.setValue(`variants.${key}.isLeftOut`, false);
  };
  return (
    <>
      {base && member && (
        <SelectField {...field('member')} value={keyOf(member)} label={m.products.baseIs(base)}>
          {combinations.map((options) => (
            <option key={keyOf(options)} value={keyOf(options)}>
              {variantName(options)}
            </option>
          ))}
        </SelectField>
      )}
      {rows.length > 0 && (
        <section className="stack gap-3" aria-label={m.products.newVariants()}>
          <p className="medium text-compact" role="status">
            {m.products.newVariantsCounted({ count: rows.length })}
            {existing > 0 && (
              <span className="soft regular">{` · ${m.products.variantsExist({ count: existing })}`}</span>
            )}
          </p>
          {rows.map(({ key, options, title }) => {
            const name = variantName(options);
            return (
              <fieldset key={key} className={styles.row} aria-label={name}>
                <p className="medium text-note breaks" dir="auto">
                  {name}
                </p>
                <Field
                  {...field(`variants.${key}.title`)}
                  label={m.products.titleField()}
                  className={styles.title}
                  placeholder={title}
                  title={title}
                  autoComplete="off"
                />
                <Field
                  {...field(`variants.${key}.price`)}
                  label={m.products.price()}
                  placeholder={text.price}
                  inputMode="decimal"
                  autoComplete="off"
                />
                <Field
                  {...field(`variants.${key}.stock`)}
                  label={m.products.stock()}
                  placeholder={text.stock}
                  inputMode="numeric"
                  autoComplete="off"
                />
                <IconButton icon={REMOVE} label={m.products.leaveOut({ name })} onClick={() => leaveOut(key)} />
              </fieldset>
            );
          })}
          <p className="soft text-note">
            <span>{m.products.emptyFields()}</span>
            {attributes.length > 0 && <span> {m.products.alsoAttributes({ options: attributes.join(', ') })}</span>}
          </p>
        </section>
      )}
      {leftOut > 0 && (
        <Button size="small" onClick={addBack}>
          {m.products.addBack({ count: leftOut })}
        </Button>
      )}
    </>
  );
}
