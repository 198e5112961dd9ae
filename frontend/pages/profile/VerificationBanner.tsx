import { ActionButton } from '../../components/ActionButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { resendVerification } from '../../stores/account.ts';
import styles from './VerificationBanner.module.css';

/** Asks the user to confirm their email with the link that they were sent. */
export function VerificationBanner({ email }: { email: string }) {
  return (
    <Panel className={styles.banner} aria-labelledby="verification">
      <div className={styles.text}>
        <h2 id="verification" className="text-body">
          Confirm your email
        </h2>
        <p className="soft breaks">{`Open the link that we sent to ${email}.`}</p>
      </div>
      <ActionButton action={resendVerification}>Send again</ActionButton>
    </Panel>
  );
}
