import type { CompanyView } from '#contract/users/companies.ts';
import { m } from '#messages';
import { companies } from '../../../api/admin/companies.ts';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { CompanyForm } from './CompanyForm.tsx';

const texts: SettingsTexts = {
  lead: m.companies.lead,
  empty: m.companies.empty,
  add: m.companies.add,
  edit: m.companies.edit,
  deleteTitle: m.companies.deleteTitle,
  deleteText: m.companies.deleteText,
};

/** The manufacturers of products, and who is responsible for them in the EU. */
export default function CompaniesPage() {
  return (
    <SettingsScreen
      texts={texts}
      view={companies.useAll()}
      nameOf={({ name }) => name}
      details={(company) => <Details company={company} />}
      onDelete={companies.remove}
      form={(company, onClose) => <CompanyForm company={company} onClose={onClose} />}
    />
  );
}

function Details({ company: { address, contact } }: { company: CompanyView }) {
  return (
    <>
      <span dir="auto">{address.split(/\s*\n\s*/).join(', ')}</span>
      <span dir="auto">{contact}</span>
    </>
  );
}
