import { yupResolver } from '@hookform/resolvers/yup';
import { useFieldArray, useForm } from 'react-hook-form';
import { type TaxInput, taxInput } from '#contract/delivery.input.ts';
import type { TaxView } from '#contract/delivery.ts';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import { saveTax, useTax } from '../../../api/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { showFormFailure } from '../../../components/forms/showFormFailure.ts';
import { UnsavedChangesPrompt } from '../../../components/forms/UnsavedChangesPrompt.tsx';
import { countryName, countryNames } from '../../../components/order/countryNames.ts';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import styles from './TaxPage.module.css';

/** The VAT rates of the countries that the shop delivers to. */
export default function TaxPage() {
  const view = useTax();
  return (
    <EditScreen view={view} notFound={{ title: '', text: '', href: '', link: '' }}>
      {view.data && <TaxForm key={JSON.stringify(view.data)} tax={view.data} />}
    </EditScreen>
  );
}

function TaxForm({ tax }: { tax: TaxView }) {
  const form = useForm<TaxInput>({ resolver: yupResolver(taxInput), defaultValues: tax });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rates' });
  const { isSubmitting, isDirty, errors } = form.formState;
  const taken = new Set(fields.map(({ country }) => country));

  const submit = form.handleSubmit(async (values) => {
    try {
      await saveTax(values);
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
    }
  });

  return (
    <Panel as="div" className={styles.panel}>
      <UnsavedChangesPrompt isUnsaved={isDirty && !isSubmitting} />
      <p className={styles.lead}>Prices include VAT. Orders keep the rate they were placed with.</p>
      <Form onSubmit={submit}>
        <Field
          {...form.register('shopRate', { valueAsNumber: true })}
          error={errors.shopRate?.message}
          label="Shop's rate in percent"
          hint="For orders collected in store, and for countries without a rate"
          type="number"
          min="0"
          max="100"
          step="0.01"
          required
        />
        {fields.map(({ id, country }, index) => (
          <div key={id} className={styles.rate}>
            <Field
              {...form.register(`rates.${index}.rate`, { valueAsNumber: true })}
              label={`${countryName(country)}, in percent`}
              error={errors.rates?.[index]?.rate?.message}
              type="number"
              min="0"
              max="100"
              step="0.01"
              required
            />
            <Button onClick={() => remove(index)}>
              Remove<span className="visually-hidden"> {countryName(country)}</span>
            </Button>
          </div>
        ))}
        <SelectField
          label="Add a country"
          value=""
          onChange={({ target }) => target.value && append({ country: target.value, rate: Number.NaN })}
        >
          <option value="">Choose a country</option>
          {countryNames()
            .filter(({ code }) => !taken.has(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </SelectField>
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
