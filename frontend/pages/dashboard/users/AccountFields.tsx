import type { UseFormReturn } from 'react-hook-form';
import { mayEdit } from '#contract/users/capabilities.ts';
import type { AdminUserInput } from '#contract/users/users.input.ts';
import { type AdminUserView, roles } from '#contract/users/users.ts';
import { m } from '#messages';
import { UsernameField } from '../../../components/forms/accountFields.tsx';
import { FieldPair, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { useOwnRole } from '../useCan.ts';
import styles from './EditUserForm.module.css';
import { roleNames, roleSummaries, statusName } from './userNames.ts';

type AccountFieldsProps = { form: UseFormReturn<AdminUserInput>; user: AdminUserView; isSelf: boolean };

/** A user's name, status and role. Offers the roles that one may assign, with what the chosen one may do. */
export function AccountFields({ form, user, isSelf }: AccountFieldsProps) {
  const field = fieldsOf(form);
  const becomesInactive = user.status && form.watch('status') === false;
  const ownRole = useOwnRole();
  const choices = roles.toReversed().filter((role) => role === user.role || mayEdit(ownRole, user.role, role));
  const ownAccount = isSelf ? { disabled: true, hint: m.adminUsers.ownAccount() } : {};
  return (
    <>
      <UsernameField {...field('username')} autoComplete="off" />
      <FieldPair>
        <SelectField
          {...form.register('status', { setValueAs: readStatus })}
          error={form.formState.errors.status?.message}
          label={m.common.status()}
          autoComplete="off"
          {...ownAccount}
        >
          {[true, false].map((status) => (
            <option key={String(status)} value={String(status)}>
              {statusName(status)}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...field('role')}
          label={m.adminUsers.role()}
          autoComplete="off"
          disabled={choices.length === 1}
          hint={roleSummaries[form.watch('role') ?? user.role]()}
          {...ownAccount}
        >
          {choices.map((role) => (
            <option key={role} value={role}>
              {roleNames[role].one()}
            </option>
          ))}
        </SelectField>
        <p className={`remark ${styles.warning}`} role="status">
          {becomesInactive && m.adminUsers.endsSessions()}
        </p>
      </FieldPair>
    </>
  );
}

/** Select values are strings. */
function readStatus(value: unknown): boolean {
  return value === true || value === 'true';
}
