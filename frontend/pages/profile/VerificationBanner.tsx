import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { resendVerification } from '../../stores/account.ts';
import styles from './VerificationBanner.module.css';

/** Asks the user to confirm their email with the link that they were sent. */
export function VerificationBanner({ email }: { email: string }) {
  const [isSending, setIsSending] = useState(false);

  const send = async () => {
    setIsSending(true);
    await resendVerification();
    setIsSending(false);
  };

  return (
    <Panel className={styles.banner} aria-labelledby="verification">
      <div className={styles.text}>
        <h2 id="verification" className="text-body">
          Confirm your email
        </h2>
        <p className="soft breaks">{`Open the link that we sent to ${email}.`}</p>
      </div>
      <Button busy={isSending} onClick={send}>
        Send again
      </Button>
    </Panel>
  );
}
