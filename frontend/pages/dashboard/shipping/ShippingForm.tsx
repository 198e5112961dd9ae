import { useForm, useWatch } from 'react-hook-form';
import { METHOD_CODE_MAX, METHOD_NAME_MAX, PICKUP, type ShippingMethodView } from '#contract/delivery.ts';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import { shippingMethods } from '../../../api/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { showFormFailure } from '../../../components/forms/showFormFailure.ts';
import { countryNames } from '../../../components/order/countryNames.ts';
import { ChoicesField } from '../settings/ChoicesField.tsx';
import { numberOrNull, textOf } from '../settings/numberOrNull.ts';

type ShippingFormProps = { method: ShippingMethodView | null; onClose: () => void };

/** Adds or edits a shipping method. The server validates it. */
export function ShippingForm({ method, onClose }: ShippingFormProps) {
  const form = useForm({
    defaultValues: {
      name: method?.name ?? '',
      code: method?.code ?? '',
      price: textOf(method?.price),
      freeFrom: textOf(method?.freeFrom),
      minDays: textOf(method?.minDays),
      maxDays: textOf(method?.maxDays),
      countries: method?.countries ?? [],
      isActive: method?.isActive ?? true,
    },
  });
  const field = fieldsOf(form);
  const countries = useWatch({ control: form.control, name: 'countries' });
  const isPickup = method?.code === PICKUP;

  const submit = form.handleSubmit(async ({ price, freeFrom, minDays, maxDays, ...rest }) => {
    const input = {
      ...rest,
      price: numberOrNull(price) as number,
      freeFrom: numberOrNull(freeFrom),
      minDays: numberOrNull(minDays) as number,
      maxDays: numberOrNull(maxDays) as number,
    };
    try {
      await (method ? shippingMethods.edit(method, input) : shippingMethods.add(input));
      onClose();
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
    }
  });

  return (
    <Form onSubmit={submit}>
      <FieldPair>
        <Field {...field('name')} label="Name" maxLength={METHOD_NAME_MAX} autoComplete="off" required />
        <Field
          {...field('code')}
          label="Code"
          hint={isPickup ? "Can't be changed" : 'For orders and exports'}
          maxLength={METHOD_CODE_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isPickup}
          required
        />
      </FieldPair>
      <FieldPair>
        <Field {...field('price')} label="Price in EUR" type="number" min="0" step="0.01" required />
        <Field
          {...field('freeFrom')}
          label="Free from, in EUR"
          hint="Leave empty for never"
          type="number"
          min="0"
          step="0.01"
        />
      </FieldPair>
      <FieldPair>
        <Field {...field('minDays')} label="Minimum days" type="number" min="0" required />
        <Field {...field('maxDays')} label="Maximum days" type="number" min="0" required />
      </FieldPair>
      {!isPickup && (
        <ChoicesField
          label="Countries"
          hint="None means everywhere"
          options={countryNames().map(({ code, name }) => ({ value: code, name }))}
          chosen={countries}
          onChange={(chosen) => form.setValue('countries', chosen)}
          error={form.formState.errors.countries?.message}
        />
      )}
      <SwitchField {...field('isActive')} label="Shoppers can choose it" />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {method ? 'Save' : 'Add'}
        </Button>
      </DialogActions>
    </Form>
  );
}
