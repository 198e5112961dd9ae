import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { hasPasskeys } from '../../api/passkeys.ts';
import { Button } from '../Button.tsx';
import { InlineError } from '../feedback/InlineError.tsx';

type PasskeyButtonProps = {
  /** Opens the browser's dialog. */
  onUse: () => Promise<void>;
  variant?: 'primary' | 'secondary';
  size?: 'medium' | 'large';
  children: ReactNode;
};

/** A button for a passkey, in browsers that have them. */
export function PasskeyButton({ onUse, variant, size, children }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!hasPasskeys()) return null;

  const use = async () => {
    setIsBusy(true);
    setError(null);
    await onUse().catch((failure) => setError(errorMessage(failure)));
    setIsBusy(false);
  };
  return (
    <>
      <Button variant={variant} size={size} wide busy={isBusy} onClick={use}>
        {children}
      </Button>
      <InlineError>{error}</InlineError>
    </>
  );
}
