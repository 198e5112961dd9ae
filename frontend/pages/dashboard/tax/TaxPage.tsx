import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useFieldArray, useForm } from 'react-hook-form';
import { type TaxInput, taxInput } from '#contract/delivery.input.ts';
import type { TaxView } from '#contract/delivery.ts';
import { placeName } from '#contract/territories.ts';
import { m } from '#messages';
import { saveTax, tax } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { placeNames } from '../placeNames.ts';
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
      <p className="soft">{m.tax.lead()}</p>
      {isWithoutVat && <p className="remark">{m.tax.noVat()}</p>}
      <Form onSubmit={submit}>
        <Field {...number('shopRate')} label={m.tax.shopRate()} hint={m.tax.shopRateHint()} required />
        {fields.map(({ id, country }, index) => (
          <div key={id} className={styles.rate}>
            <Field {...number(`rates.${index}.rate`)} label={m.tax.rateOf({ country: placeName(country) })} required />
            <Button onClick={() => remove(index)}>
              <Sentence of={m.tax.remove({ country: placeName(country) })} parts={{ hidden }} />
            </Button>
          </div>
        ))}
        <SelectField
          label={m.tax.addCountry()}
          value=""
          onChange={({ target }) => target.value && append({ country: target.value, rate: null })}
        >
          <option value="">{m.tax.chooseCountry()}</option>
          {placeNames()
            .filter(({ code }) => !taken.has(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </SelectField>
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            {m.common.save()}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
