import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { codeForm } from '#contract/users/factors.input.ts';
import type { AppSetupView } from '#contract/users/factors.ts';
import { m } from '#messages';
import { confirmApp, type FactorChange } from '../../../api/factors.ts';
import { CodeField } from '../../../components/forms/CodeField.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import styles from './TwoStep.module.css';

type AppSetupProps = { setup: AppSetupView; onCancel: () => void; onDone: (change: FactorChange) => void };

/** Shows an authenticator app its secret, and checks its first code. */
export default function AppSetup({ setup: { secret, uri }, onCancel, onDone }: AppSetupProps) {
  const form = useForm({ resolver: yupResolver(codeForm(false)), defaultValues: { code: '' } });
  const submit = submitOf(form, async ({ code }) => onDone(await confirmApp(code)));
  return (
    <Form onSubmit={submit}>
      <p>{m.profile.scan()}</p>
      <QrCode text={uri} />
      <p className={styles.secret}>
        <span className="visually-hidden">{`${m.profile.key()} `}</span>
        <span dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <CodeField {...fieldsOf(form)('code')} hint={m.profile.appCodeHint()} />
      <FormActions form={form} action={m.profile.turnOn()} onCancel={onCancel} />
    </Form>
  );
}

/** A QR code, black on white in both themes: apps can't read inverted ones. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={m.profile.qrCode()}>
      <path d={squares.join('')} />
    </svg>
  );
}
