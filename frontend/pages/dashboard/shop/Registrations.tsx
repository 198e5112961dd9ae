import { useFieldArray } from 'react-hook-form';
import { countryName } from '#contract/values/addresses.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import styles from './ShopPage.module.css';
import type { PartProps } from './settingsValues.ts';

type RegistrationsProps = PartProps & { name: 'weee' | 'batteries'; title: string };

/** The numbers of a producer, by country. A country may have several, such as one per brand. */
export function Registrations({ form, name, title }: RegistrationsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const field = fieldsOf(form);
  return (
    <fieldset className={`stack gap-5 ${styles.registrations}`}>
      <legend className={`bold ${styles.legend}`}>{title}</legend>
      {fields.map(({ id, country }, index) => (
        <div key={id} className={styles.registration}>
          <Field
            {...field(`${name}.${index}.number`)}
            label={m.shopSettings.numberIn({ country: countryName(country) })}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button onClick={() => remove(index)}>
            <Sentence of={m.tax.remove({ country: countryName(country) })} parts={{ hidden }} />
          </Button>
        </div>
      ))}
      <SelectField
        label={m.tax.addCountry()}
        value=""
        onChange={({ target }) => target.value && append({ country: target.value, number: '' })}
      >
        <option value="">{m.tax.chooseCountry()}</option>
        {countryNames().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
