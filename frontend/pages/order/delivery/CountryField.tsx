import type { UseFormReturn } from 'react-hook-form';
import { countryNames } from '../../../components/countryNames.ts';
import { fieldsOf } from '../../../components/Form.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';

/** The country decides which shipping methods there are, so it comes first. */
export function CountryField({ form }: { form: UseFormReturn<CheckoutDraft> }) {
  const field = fieldsOf(form);
  return (
    <SelectField {...field('delivery.country')} label="Country" autoComplete="shipping country">
      <option value="">Choose a country</option>
      {countryNames().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
