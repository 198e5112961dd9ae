import type { ReactNode } from 'react';
import type { FactorsView, PasskeyView } from '#contract/factors.ts';
import { counted } from '#contract/numbers.ts';
import { hasPasskeys } from '../../../api/passkeys.ts';
import { Button } from '../../../components/Button.tsx';
import { longDate } from '../../../texts/dates.ts';
import styles from './TwoStep.module.css';

const CODE = { one: 'code', other: 'codes' };

type FactorListProps = {
  factors: FactorsView;
  onSetUpApp: () => void;
  onRemoveApp: () => void;
  onAddPasskey: () => void;
  onRemovePasskey: (passkey: PasskeyView) => void;
  onRenewCodes: () => void;
};

/** The second factors of an account, each with what can be done about it. */
export function FactorList(props: FactorListProps) {
  const { appSince, passkeys, recoveryCodesLeft } = props.factors;
  const isOn = appSince !== null || passkeys.length > 0;
  return (
    <ul className={`divided ${styles.factors}`}>
      <Factor
        name="Authenticator app"
        note={appSince === null ? 'Codes from an app on your phone.' : `Added ${longDate(appSince)}`}
      >
        {appSince === null ? (
          <Button size="small" onClick={props.onSetUpApp}>
            Set up<span className="visually-hidden"> an authenticator app</span>
          </Button>
        ) : (
          <Button size="small" onClick={props.onRemoveApp}>
            Remove<span className="visually-hidden"> authenticator app</span>
          </Button>
        )}
      </Factor>
      {passkeys.map((passkey) => (
        <Factor key={passkey._id} name={passkey.name} note={`Passkey. ${usageOf(passkey)}`}>
          <Button size="small" onClick={() => props.onRemovePasskey(passkey)}>
            Remove<span className="visually-hidden">{` ${passkey.name}`}</span>
          </Button>
        </Factor>
      ))}
      {hasPasskeys() && (
        <Factor
          name={passkeys.length === 0 ? 'Passkeys' : 'More passkeys'}
          note="Log in with your fingerprint, face, PIN or a security key."
        >
          <Button size="small" onClick={props.onAddPasskey}>
            Add<span className="visually-hidden"> a passkey</span>
          </Button>
        </Factor>
      )}
      {isOn && (
        <Factor name="Recovery codes" note={`${counted(recoveryCodesLeft, CODE)} left, in case you lose the rest.`}>
          <Button size="small" onClick={props.onRenewCodes}>
            Get new codes
          </Button>
        </Factor>
      )}
    </ul>
  );
}

function usageOf({ date, lastUsed }: PasskeyView): string {
  return lastUsed === null ? `Added ${longDate(date)}` : `Last used ${longDate(lastUsed)}`;
}

function Factor({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className={styles.factor}>
      <div className={styles.text}>
        <p className="medium breaks">{name}</p>
        <p className="soft text-note">{note}</p>
      </div>
      {children}
    </li>
  );
}
