import type { UseFormReturn } from 'react-hook-form';
import type { CheckoutDefaults } from '#contract/payments.ts';
import { m } from '#messages';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import { PAY_FORM } from '../payment/PaymentForm.tsx';

type CountryFieldProps = { form: UseFormReturn<CheckoutDraft>; defaults: CheckoutDefaults | undefined };

/** The country decides which shipping methods there are, so it comes first. Those that are likely head the list. */
export function CountryField({ form, defaults }: CountryFieldProps) {
  const field = fieldsOf(form);
  const served = defaults?.countries ?? null;
  const likely = served ?? [defaults?.country, ...languageCountries()];
  const first = countryNames().filter(({ code }) => likely.includes(code));
  const others = countryNames().filter(({ code }) => !likely.includes(code));
  return (
    <SelectField
      {...field('delivery.country')}
      label={m.checkout.country()}
      autoComplete="shipping country"
      form={PAY_FORM}
      required
    >
      <option value="">{m.checkout.chooseCountry()}</option>
      {first.length > 0 && (
        <optgroup label={served === null ? m.checkout.suggestedCountries() : m.checkout.deliveryCountries()}>
          <Countries countries={first} />
        </optgroup>
      )}
      <optgroup label={first.length > 0 ? m.checkout.otherCountries() : m.checkout.allCountries()}>
        <Countries countries={others} />
      </optgroup>
    </SelectField>
  );
}

function Countries({ countries }: { countries: ReturnType<typeof countryNames> }) {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}

/** The countries in the browser's languages. Some browsers have languages that are no valid tags. */
function languageCountries(): string[] {
  return navigator.languages.flatMap((language) => {
    try {
      return new Intl.Locale(language).region ?? [];
    } catch {
      return [];
    }
  });
}
