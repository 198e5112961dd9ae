import { yupResolver } from '@hookform/resolvers/yup';
import { useForm, useWatch } from 'react-hook-form';
import { changeTranslations, translationChanges } from '#contract/catalogue/translations.ts';
import { type ShippingMethodInput, shippingMethodInput } from '#contract/orders/delivery.input.ts';
import { METHOD_CODE_MAX, METHOD_NAME_MAX, PICKUP, type ShippingMethodView } from '#contract/orders/delivery.ts';
import { m } from '#messages';
import { shippingMethods } from '../../../api/admin/settings.ts';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, FormActions, fieldsOf, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { changedValues } from '../../../stores/changedValues.ts';
import { placeNames } from '../placeNames.ts';
import { ChoicesField } from '../settings/ChoicesField.tsx';
import { TranslatedFields } from '../translations/TranslatedFields.tsx';
import { typedTranslations } from '../translations/typedTranslations.ts';

type ShippingFormProps = { method: ShippingMethodView | null; onClose: () => void };

const translatedTexts = ['name'] as const;

/** Adds or edits a shipping method. */
export function ShippingForm({ method, onClose }: ShippingFormProps) {
  const form = useForm({
    resolver: yupResolver(shippingMethodInput),
    defaultValues: {
      name: method?.name ?? '',
      translations: typedTranslations(method?.translations, translatedTexts),
      code: method?.code ?? '',
      price: method?.price,
      freeFrom: method?.freeFrom ?? null,
      minDays: method?.minDays,
      maxDays: method?.maxDays,
      countries: method?.countries ?? [],
      isActive: method?.isActive ?? true,
    },
  });
  const field = fieldsOf(form);
  const number = numberFieldsOf(form);
  const countries = useWatch({ control: form.control, name: 'countries' });
  const isPickup = method?.code === PICKUP;

  const submit = submitOf(form, async ({ translations: typed, ...fields }: ShippingMethodInput) => {
    const translations = translationChanges(method?.translations ?? {}, changeTranslations({}, typed));
    const input = { ...fields, translations };
    await (method
      ? shippingMethods.edit(method, changedValues(form.formState.defaultValues, input))
      : shippingMethods.add(input));
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <TranslatedFields form={form} texts={translatedTexts}>
        {(language) => (
          <Field
            {...language.field('name')}
            label={m.shippingMethods.name()}
            maxLength={METHOD_NAME_MAX}
            autoComplete="off"
          />
        )}
      </TranslatedFields>
      <Field
        {...field('code')}
        label={m.shippingMethods.code()}
        hint={isPickup ? m.shippingMethods.codeFixed() : m.shippingMethods.codeHint()}
        maxLength={METHOD_CODE_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isPickup}
        required
      />
      <FieldPair>
        <Field {...number('price')} label={m.shippingMethods.price()} required />
        <Field
          {...number('freeFrom')}
          label={m.shippingMethods.freeFromField()}
          hint={m.shippingMethods.freeFromHint()}
        />
      </FieldPair>
      <FieldPair>
        <Field {...number('minDays', { integer: true })} label={m.shippingMethods.minDays()} required />
        <Field {...number('maxDays', { integer: true })} label={m.shippingMethods.maxDays()} required />
      </FieldPair>
      {!isPickup && (
        <ChoicesField
          label={m.shippingMethods.countries()}
          hint={m.shippingMethods.countriesHint()}
          options={Object.fromEntries(placeNames().map(({ code, name }) => [code, name]))}
          chosen={countries ?? []}
          onChange={(chosen) => form.setValue('countries', chosen)}
          error={form.formState.errors.countries?.message}
        />
      )}
      <SwitchField {...field('isActive')} label={m.shippingMethods.canBeChosen()} />
      <FormActions form={form} action={method ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}
