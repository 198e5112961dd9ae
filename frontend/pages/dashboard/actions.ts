import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showAdminFailure } from '../../api/admin/failure.ts';
import { showToast } from '../../browser/toasts.ts';
import { submitOf } from '../../components/forms/submit.ts';

/** Runs an action of a button, and shows its message or failure in a toast. */
export function useAction(): { isBusy: boolean; run: (action: () => Promise<string>) => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (action: () => Promise<string>) => {
    setIsBusy(true);
    try {
      showToast('success', await action());
    } catch (error) {
      showAdminFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}

/** The submit handler of a form in the dashboard. */
export function adminSubmit<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  send: (values: Sent) => unknown,
) {
  return submitOf(form, send, showAdminFailure);
}
