import type { UseFormReturn } from 'react-hook-form';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
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
