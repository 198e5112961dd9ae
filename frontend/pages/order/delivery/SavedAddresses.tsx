import type { AddressView } from '#contract/users/address-book.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import { SelectField } from '../../../components/forms/SelectField.tsx';

type SavedAddressesProps = { saved: readonly AddressView[]; onChoose: (address: AddressView) => void };

/** Fills the fields of an address from one that the shopper has saved. */
export function SavedAddresses({ saved, onChoose }: SavedAddressesProps) {
  if (saved.length === 0) return null;
  return (
    <SelectField
      label={m.addresses.saved()}
      value=""
      onChange={({ target }) => {
        const address = saved.find(({ _id }) => _id === target.value);
        if (address) onChoose(address);
      }}
    >
      <option value="">{m.addresses.chooseSaved()}</option>
      {saved.map((address) => (
        <option key={address._id} value={address._id}>
          {addressLines(address).join(', ')}
        </option>
      ))}
    </SelectField>
  );
}
