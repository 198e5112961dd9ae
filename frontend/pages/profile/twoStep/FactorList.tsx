import { useState } from 'react';
import type { AppSetupView, FactorsView, PasskeyView } from '#contract/factors.ts';
import { counted } from '#contract/numbers.ts';
import { showFailure } from '../../../api/errors.ts';
import { beginApp, type FactorChange, removeApp, removePasskey, renewRecoveryCodes } from '../../../api/factors.ts';
import { hasPasskeys } from '../../../api/passkeys.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm, type Question } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { longDate } from '../../../texts/dates.ts';
import { Entry } from '../Entry.tsx';

const AppSetup = lazyPart(() => import('./AppSetup.tsx'), <Skeleton height="24rem" />);
const NewPasskey = lazyPart(() => import('./NewPasskey.tsx'), <Skeleton height="9rem" />);
const RecoveryCodes = lazyPart(() => import('./RecoveryCodes.tsx'), <Skeleton height="14rem" />);

const CODE = { one: 'code', other: 'codes' };

/** What an open dialog is about. */
type Task = { kind: 'app'; setup: AppSetupView } | { kind: 'passkey' } | { kind: 'codes'; codes: string[] };

/** The second factors of an account, each with what can be done about it. */
export function FactorList({ factors: { appSince, passkeys, recoveryCodesLeft } }: { factors: FactorsView }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const count = (appSince === null ? 0 : 1) + passkeys.length;
  const ending = count === 1 ? ` ${TURNS_OFF}` : '';

  const finish = ({ message, recoveryCodes }: FactorChange) => {
    showToast('success', message);
    setTask(recoveryCodes && { kind: 'codes', codes: recoveryCodes });
  };
  const setUpApp = async () => {
    await beginApp().then((setup) => setTask({ kind: 'app', setup }), showFailure);
  };
  const change = async (question: Question, work: () => Promise<FactorChange>) => {
    if (await confirm(question)) await work().then(finish, showFailure);
  };
  const askToRemoveApp = () => {
    const text = <p>{`Its codes will no longer work.${ending}`}</p>;
    return change({ title: 'Remove your authenticator app?', text, action: 'Remove' }, removeApp);
  };
  const askToRemovePasskey = ({ _id, name }: PasskeyView) => {
    const text = (
      <p>
        <strong>{name}</strong> <span>{`will no longer work.${ending}`}</span>
      </p>
    );
    return change({ title: 'Remove this passkey?', text, action: 'Remove' }, () => removePasskey(_id));
  };
  const askToRenewCodes = () => {
    const text = <p>Your old codes will no longer work.</p>;
    return change({ title: 'Get new recovery codes?', text, action: 'Get new codes' }, renewRecoveryCodes);
  };

  return (
    <>
      <ul className="divided">
        <Entry
          name="Authenticator app"
          note={appSince === null ? 'Codes from an app on your phone.' : `Added ${longDate(appSince)}`}
        >
          {appSince === null ? (
            <Button size="small" onClick={setUpApp}>
              Set up<span className="visually-hidden"> an authenticator app</span>
            </Button>
          ) : (
            <Button size="small" onClick={askToRemoveApp}>
              Remove<span className="visually-hidden"> authenticator app</span>
            </Button>
          )}
        </Entry>
        {passkeys.map((passkey) => (
          <Entry key={passkey._id} name={passkey.name} note={`Passkey. ${usageOf(passkey)}`}>
            <Button size="small" onClick={() => askToRemovePasskey(passkey)}>
              Remove<span className="visually-hidden">{` ${passkey.name}`}</span>
            </Button>
          </Entry>
        ))}
        {hasPasskeys() && (
          <Entry
            name={passkeys.length === 0 ? 'Passkeys' : 'More passkeys'}
            note="Log in with your fingerprint, face, PIN or a security key."
          >
            <Button size="small" onClick={() => setTask({ kind: 'passkey' })}>
              Add<span className="visually-hidden"> a passkey</span>
            </Button>
          </Entry>
        )}
        {count > 0 && (
          <Entry name="Recovery codes" note={`${counted(recoveryCodesLeft, CODE)} left, in case you lose the rest.`}>
            <Button size="small" onClick={askToRenewCodes}>
              Get new codes
            </Button>
          </Entry>
        )}
      </ul>
      <Dialog open={task?.kind === 'app'} onClose={close} title="Set up an authenticator app">
        {task?.kind === 'app' && <AppSetup setup={task.setup} onCancel={close} onDone={finish} />}
      </Dialog>
      <Dialog open={task?.kind === 'passkey'} onClose={close} title="Add a passkey">
        <NewPasskey onCancel={close} onDone={finish} />
      </Dialog>
      <Dialog open={task?.kind === 'codes'} onClose={close} title="Save your recovery codes">
        {task?.kind === 'codes' && <RecoveryCodes codes={task.codes} onClose={close} />}
      </Dialog>
    </>
  );
}

const TURNS_OFF = 'This turns off two-step login: your password will be enough to log in.';

function usageOf({ date, lastUsed }: PasskeyView): string {
  return lastUsed === null ? `Added ${longDate(date)}` : `Last used ${longDate(lastUsed)}`;
}
