import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useFieldArray, useForm } from 'react-hook-form';
import { countryName } from '#contract/addresses.ts';
import { type TaxInput, taxInput } from '#contract/delivery.input.ts';
import type { TaxView } from '#contract/delivery.ts';
import { saveTax, tax } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import styles from './TaxPage.module.css';

/** The VAT rates of the countries that the shop delivers to. */
export default function TaxPage() {
  const view = useRemote(tax, null);
  return (
    <EditScreen view={view}>{view.data && <TaxForm key={JSON.stringify(view.data)} tax={view.data} />}</EditScreen>
  );
}

/** Null for a rate that isn't entered yet. */
type TaxValues = { shopRate: number | null; rates: { country: string; rate: number | null }[] };
const resolver = yupResolver(taxInput) as unknown as Resolver<TaxValues, unknown, TaxInput>;

function TaxForm({ tax }: { tax: TaxView }) {
  const form = useForm<TaxValues, unknown, TaxInput>({ resolver, defaultValues: tax });
  const number = numberFieldsOf(form);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rates' });
  const { isSubmitting, isDirty } = form.formState;
  const isWithoutVat = tax.shopRate === 0 && tax.rates.every(({ rate }) => rate === 0);
  const taken = new Set(fields.map(({ country }) => country));

  const submit = submitOf(form, saveTax);

  useUnsavedChangesPrompt(isDirty && !isSubmitting);
  return (
    <Panel as="div" className="padded stack narrow">
      <p className="soft">Prices include VAT. Orders keep the rate they were placed with.</p>
      {isWithoutVat && <p className="remark">No VAT: invoices show 0%.</p>}
      <Form onSubmit={submit}>
        <Field
          {...number('shopRate')}
          label="Shop's rate in percent"
          hint="For orders collected in store, and for countries without a rate"
          required
        />
        {fields.map(({ id, country }, index) => (
          <div key={id} className={styles.rate}>
            <Field {...number(`rates.${index}.rate`)} label={`${countryName(country)}, in percent`} required />
            <Button onClick={() => remove(index)}>
              Remove<span className="visually-hidden"> {countryName(country)}</span>
            </Button>
          </div>
        ))}
        <SelectField
          label="Add a country"
          value=""
          onChange={({ target }) => target.value && append({ country: target.value, rate: null })}
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
