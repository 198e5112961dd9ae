import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { answer, confirmation, type Question } from './confirm.ts';

const none: Question = { title: '', text: null, action: '' };

/** Shows the questions of `confirm`. Unmounting answers an open one with false. */
export function Confirmation() {
  const { question } = useSnapshot(confirmation);
  const { text, ...rest } = (question as Question | null) ?? none;

  useEffect(() => () => answer(false), []);

  return (
    <ConfirmDialog {...rest} open={question !== null} onConfirm={() => answer(true)} onClose={() => answer(false)}>
      {text}
    </ConfirmDialog>
  );
}
