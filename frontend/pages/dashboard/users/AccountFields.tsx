import type { UseFormReturn } from 'react-hook-form';
import type { AdminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, roles } from '#contract/users.ts';
import { Field } from '../../../components/Field.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import styles from './EditUserForm.module.css';
import { roleNames, statusName } from './userNames.ts';

const OWN_ACCOUNT = 'You cannot take away your own admin role or activity.';
const ENDS_SESSIONS = 'Saving this logs the user out everywhere at once, and they can no longer log in.';

type AccountFieldsProps = { form: UseFormReturn<AdminUserInput>; user: AdminUserView; isSelf: boolean };

/** What a user may do in the shop, and under which name. */
export function AccountFields({ form, user, isSelf }: AccountFieldsProps) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const becomesInactive = user.status && watch('status') === false;
  return (
    <>
      <Field
        {...register('username')}
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        required
      />
      <div className={styles.pair}>
        <SelectField
          {...register('status', { setValueAs: readStatus })}
          label="Status"
          autoComplete="off"
          error={errors.status?.message}
          {...(isSelf ? ownAccount : {})}
        >
          {[true, false].map((status) => (
            <option key={String(status)} value={String(status)}>
              {statusName(status)}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...register('role')}
          label="Role"
          autoComplete="off"
          error={errors.role?.message}
          {...(isSelf ? ownAccount : {})}
        >
          {roles.toReversed().map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </SelectField>
        <p className={styles.warning} role="status">
          {becomesInactive && ENDS_SESSIONS}
        </p>
      </div>
    </>
  );
}

const ownAccount = { disabled: true, hint: OWN_ACCOUNT };

/** What a select holds is text. */
function readStatus(value: unknown): boolean {
  return value === true || value === 'true';
}
