import { useState } from 'react';
import type { AppSetupView, FactorsView, PasskeyView } from '#contract/users/factors.ts';
import { m } from '#messages';
import { showFailure } from '../../../api/errors.ts';
import { beginApp, type FactorChange, removeApp, removePasskey, renewRecoveryCodes } from '../../../api/factors.ts';
import { hasPasskeys } from '../../../api/passkeys.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm, type Question } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { longDate } from '../../../texts/dates.ts';
import { Entry } from '../Entry.tsx';

const AppSetup = lazyPart(() => import('./AppSetup.tsx'), <Skeleton height="24rem" />);
const NewPasskey = lazyPart(() => import('./NewPasskey.tsx'), <Skeleton height="9rem" />);
const RecoveryCodes = lazyPart(() => import('./RecoveryCodes.tsx'), <Skeleton height="14rem" />);

/** What an open dialog is about. */
type Task = { kind: 'app'; setup: AppSetupView } | { kind: 'passkey' } | { kind: 'codes'; codes: string[] };

/** The second factors of an account, each with what can be done about it. */
export function FactorList({ factors: { appSince, passkeys, recoveryCodesLeft } }: { factors: FactorsView }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const count = (appSince === null ? 0 : 1) + passkeys.length;
  const isOnly = count === 1;

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
    const text = (
      <>
        <p>{m.profile.appEnds()}</p>
        {isOnly && <p>{m.profile.turnsOff()}</p>}
      </>
    );
    return change({ title: m.profile.removeAppTitle(), text, action: m.common.remove() }, removeApp);
  };
  const askToRemovePasskey = ({ _id, name }: PasskeyView) => {
    const text = (
      <>
        <p>
          <Sentence of={m.profile.passkeyEnds({ name })} parts={{ name: (text) => <strong>{text}</strong> }} />
        </p>
        {isOnly && <p>{m.profile.turnsOff()}</p>}
      </>
    );
    return change({ title: m.profile.removePasskeyTitle(), text, action: m.common.remove() }, () => removePasskey(_id));
  };
  const askToRenewCodes = () => {
    const text = <p>{m.profile.codesRenewed()}</p>;
    return change({ title: m.profile.getNewCodesTitle(), text, action: m.profile.getNewCodes() }, renewRecoveryCodes);
  };

  return (
    <>
      <ul className="divided">
        <Entry
          name={m.profile.app()}
          note={appSince === null ? m.profile.appNote() : m.profile.added({ date: longDate(appSince) })}
        >
          {appSince === null ? (
            <Button size="small" onClick={setUpApp}>
              <Sentence of={m.profile.setUpApp()} parts={{ hidden }} />
            </Button>
          ) : (
            <Button size="small" onClick={askToRemoveApp}>
              <Sentence of={m.profile.removeApp()} parts={{ hidden }} />
            </Button>
          )}
        </Entry>
        {passkeys.map((passkey) => (
          <Entry key={passkey._id} name={passkey.name} note={m.profile.passkeyUsage({ usage: usageOf(passkey) })}>
            <Button size="small" onClick={() => askToRemovePasskey(passkey)}>
              <Sentence of={m.profile.removePasskey({ name: passkey.name })} parts={{ hidden }} />
            </Button>
          </Entry>
        ))}
        {hasPasskeys() && (
          <Entry
            name={passkeys.length === 0 ? m.profile.passkeys() : m.profile.morePasskeys()}
            note={m.profile.passkeyNote()}
          >
            <Button size="small" onClick={() => setTask({ kind: 'passkey' })}>
              <Sentence of={m.profile.addPasskey()} parts={{ hidden }} />
            </Button>
          </Entry>
        )}
        {count > 0 && (
          <Entry name={m.profile.recoveryCodes()} note={m.profile.codesLeft({ count: recoveryCodesLeft })}>
            <Button size="small" onClick={askToRenewCodes}>
              {m.profile.getNewCodes()}
            </Button>
          </Entry>
        )}
      </ul>
      <Dialog open={task?.kind === 'app'} onClose={close} title={m.profile.setUpAppTitle()}>
        {task?.kind === 'app' && <AppSetup setup={task.setup} onCancel={close} onDone={finish} />}
      </Dialog>
      <Dialog open={task?.kind === 'passkey'} onClose={close} title={m.profile.addPasskeyTitle()}>
        <NewPasskey onCancel={close} onDone={finish} />
      </Dialog>
      <Dialog open={task?.kind === 'codes'} onClose={close} title={m.profile.saveCodesTitle()}>
        {task?.kind === 'codes' && <RecoveryCodes codes={task.codes} onClose={close} />}
      </Dialog>
    </>
  );
}

function usageOf({ date, lastUsed }: PasskeyView): string {
  return lastUsed === null
    ? m.profile.added({ date: longDate(date) })
    : m.profile.lastUsed({ date: longDate(lastUsed) });
}
