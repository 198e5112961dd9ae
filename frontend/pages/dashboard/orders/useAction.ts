import { useState } from 'react';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import { showToast } from '../../../browser/toasts.ts';

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
