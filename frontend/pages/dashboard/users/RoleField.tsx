import type { UseFormReturn } from 'react-hook-form';
import { mayEdit } from '#contract/capabilities.ts';
import type { AdminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, roles } from '#contract/users.ts';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { useOwnRole } from '../useCan.ts';
import { roleNames, roleSummaries } from './userNames.ts';

type RoleFieldProps = {
  form: UseFormReturn<AdminUserInput>;
  user: AdminUserView;
  /** Why the role can't be changed. */
  locked?: string;
};

/** A user's role, with what the chosen one may do. Offers the roles that one may assign. */
export function RoleField({ form, user, locked }: RoleFieldProps) {
  const ownRole = useOwnRole();
  const choices = roles.toReversed().filter((role) => role === user.role || mayEdit(ownRole, user.role, role));
  return (
    <SelectField
      {...fieldsOf(form)('role')}
      label="Role"
      autoComplete="off"
      disabled={locked !== undefined || choices.length === 1}
      hint={locked ?? roleSummaries[form.watch('role') ?? user.role]}
    >
      {choices.map((role) => (
        <option key={role} value={role}>
          {roleNames[role].one}
        </option>
      ))}
    </SelectField>
  );
}
