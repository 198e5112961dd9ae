import { m } from '#messages';
import { Button } from '../Button.tsx';
import { Notice } from './Notice.tsx';

type FailureNoticeProps = {
  /** The message from the server or the store. */
  message: string;
  onRetry: () => void;
  busy?: boolean;
};

/** A failed load, with a retry. */
export function FailureNotice({ message, onRetry, busy }: FailureNoticeProps) {
  return (
    <Notice
      failure
      icon="alert"
      title={message}
      actions={
        <Button variant="primary" onClick={onRetry} busy={busy}>
          {m.common.retry()}
        </Button>
      }
    />
  );
}
