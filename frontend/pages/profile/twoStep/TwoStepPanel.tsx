import { useState } from 'react';
import type { AppSetupView, FactorsView, PasskeyView } from '#contract/factors.ts';
import { showFailure } from '../../../api/errors.ts';
import {
  beginApp,
  type FactorChange,
  lacksRequiredFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  useFactors,
} from '../../../api/factors.ts';
import { showToast } from '../../../browser/toasts.ts';
import { confirm, type Question } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { Panel } from '../../../components/Panel.tsx';
import styles from '../ProfilePage.module.css';
import { FactorList } from './FactorList.tsx';

const AppSetup = lazyPart(() => import('./AppSetup.tsx'), <Skeleton height="24rem" />);
const NewPasskey = lazyPart(() => import('./NewPasskey.tsx'), <Skeleton height="9rem" />);
const RecoveryCodes = lazyPart(() => import('./RecoveryCodes.tsx'), <Skeleton height="14rem" />);

/** What an open dialog is about. */
type Task = { kind: 'app'; setup: AppSetupView } | { kind: 'passkey' } | { kind: 'codes'; codes: string[] };

/** Lets users protect their login with a second factor. */
export function TwoStepPanel() {
  const { data, error, isLoading, retry } = useFactors();
  return (
    <Panel className={styles.panel} aria-labelledby="two-step">
      <h2 id="two-step" className="text-heading">
        Two-step login
      </h2>
      <p className={styles.lead}>
        {lacksRequiredFactor(data)
          ? 'The dashboard requires it. Add an authenticator app or a passkey.'
          : 'Protects your account even if someone learns your password.'}
      </p>
      {data && <Factors factors={data} />}
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="9rem" />}
    </Panel>
  );
}

function Factors({ factors }: { factors: FactorsView }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);

  const finish = ({ message, recoveryCodes }: FactorChange) => {
    showToast('success', message);
    setTask(recoveryCodes && { kind: 'codes', codes: recoveryCodes });
  };
  const setUpApp = async () => {
    await beginApp().then((setup) => setTask({ kind: 'app', setup }), showFailure);
  };
  const isLast = (factors.appSince === null ? 0 : 1) + factors.passkeys.length === 1;
  const ending = isLast ? ` ${TURNS_OFF}` : '';

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
      <FactorList
        factors={factors}
        onSetUpApp={setUpApp}
        onRemoveApp={askToRemoveApp}
        onAddPasskey={() => setTask({ kind: 'passkey' })}
        onRemovePasskey={askToRemovePasskey}
        onRenewCodes={askToRenewCodes}
      />
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
