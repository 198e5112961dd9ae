import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form';
import { type TaxInput, taxInput } from '#contract/orders/delivery.input.ts';
import type { TaxView } from '#contract/orders/delivery.ts';
import { placeName } from '#contract/values/territories.ts';
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
import { FormSection } from '../products/form/FormSection.tsx';
import styles from './TaxPage.module.css';

/** The VAT rates of the countries that the shop delivers to. */
export default function TaxPage() {
  const view = useRemote(tax, null);
  return (
    <EditScreen view={view}>{view.data && <TaxForm key={JSON.stringify(view.data)} tax={view.data} />}</EditScreen>
  );
}

/** Null for a rate that isn't entered yet. */
type RatesValues = { shopRate: number | null; rates: { country: string; rate: number | null }[] };
type TaxValues = RatesValues & { reduced: RatesValues };
type TaxFormControl = UseFormReturn<TaxValues, unknown, TaxInput>;

const resolver = yupResolver(taxInput) as unknown as Resolver<TaxValues, unknown, TaxInput>;

function TaxForm({ tax }: { tax: TaxView }) {
  const form = useForm<TaxValues, unknown, TaxInput>({ resolver, defaultValues: tax });
  const { isSubmitting, isDirty } = form.formState;
  const isWithoutVat = [tax, tax.reduced].every(
    ({ shopRate, rates }) => shopRate === 0 && rates.every(({ rate }) => rate === 0),
  );

  const submit = submitOf(form, saveTax);

  useUnsavedChangesPrompt(isDirty && !isSubmitting);
  return (
    <Panel as="div" className="padded stack narrow">
      <p className="soft">{m.tax.lead()}</p>
      {isWithoutVat && <p className="remark">{m.tax.noVat()}</p>}
      <Form onSubmit={submit}>
        <Rates form={form} of="" texts={standardTexts} />
        <Rates form={form} of="reduced." texts={reducedTexts} />
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            {m.common.save()}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

const standardTexts = {
  title: m.vat.standardRates,
  shopRate: m.tax.shopRate,
  hint: m.tax.shopRateHint,
  rateOf: m.tax.rateOf,
  remove: m.tax.remove,
  add: m.tax.addCountry,
};

const reducedTexts = {
  title: m.vat.reducedRates,
  shopRate: m.vat.reducedShopRate,
  hint: m.vat.reducedLead,
  rateOf: m.vat.reducedRateOf,
  remove: m.vat.removeReduced,
  add: m.vat.addReduced,
};

type RatesProps = { form: TaxFormControl; of: '' | 'reduced.'; texts: typeof standardTexts };

/** The rates of a class. */
function Rates({ form, of, texts }: RatesProps) {
  const number = numberFieldsOf(form);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `${of}rates` });
  const taken = new Set(fields.map(({ country }) => country));
  return (
    <FormSection title={texts.title()}>
      <Field {...number(`${of}shopRate`)} label={texts.shopRate()} hint={texts.hint()} required />
      {fields.map(({ id, country }, index) => (
        <div key={id} className={styles.rate}>
          <Field
            {...number(`${of}rates.${index}.rate`)}
            label={texts.rateOf({ country: placeName(country) })}
            required
          />
          <Button onClick={() => remove(index)}>
            <Sentence of={texts.remove({ country: placeName(country) })} parts={{ hidden }} />
          </Button>
        </div>
      ))}
      <SelectField
        label={texts.add()}
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
    </FormSection>
  );
}
