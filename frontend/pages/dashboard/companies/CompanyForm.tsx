import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { companyInput } from '#contract/users/companies.input.ts';
import { COMPANY_CONTACT_MAX, COMPANY_NAME_MAX, type CompanyView } from '#contract/users/companies.ts';
import { m } from '#messages';
import { companies } from '../../../api/admin/companies.ts';
import { Field, TextArea } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { changedValues } from '../../../stores/changedValues.ts';

type CompanyFormProps = { company: CompanyView | null; onClose: () => void };

/** Adds or edits a company. */
export function CompanyForm({ company, onClose }: CompanyFormProps) {
  const form = useForm({
    resolver: yupResolver(companyInput),
    defaultValues: {
      name: company?.name ?? '',
      address: company?.address ?? '',
      contact: company?.contact ?? '',
    },
  });
  const field = fieldsOf(form);
  const submit = submitOf(form, async (input) => {
    await (company
      ? companies.edit(company, changedValues(form.formState.defaultValues, input))
      : companies.add(input));
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <Field {...field('name')} label={m.companies.name()} maxLength={COMPANY_NAME_MAX} autoComplete="off" required />
      <TextArea {...field('address')} label={m.companies.address()} rows={3} autoComplete="off" required />
      <Field
        {...field('contact')}
        label={m.companies.contact()}
        hint={m.companies.contactHint()}
        maxLength={COMPANY_CONTACT_MAX}
        autoComplete="off"
        required
      />
      <FormActions form={form} action={company ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}
