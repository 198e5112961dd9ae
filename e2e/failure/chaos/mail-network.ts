import { type NetworkProxy, startProxy } from '../../../testing/servers/proxy.ts';

/** The network to the mail server. */
export type MailNetwork = NetworkProxy & {
  /** While on, cuts each connection between the end of a mail and the server's confirmation. */
  dropConfirmations(isOn: boolean): void;
  /** Message-IDs of mails that were sent in full but never confirmed: the sender can't know whether they were accepted. */
  unconfirmed(): string[];
};

/** https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.4: how a mail ends. */
const END_OF_MAIL = '\r\n.\r\n';

export async function startMailNetwork(smtpPort: number): Promise<MailNetwork> {
  let isDropping = false;
  /** What each client has sent since the server's last reply. */
  const sent = new WeakMap<object, string>();
  const unconfirmed = new Map<object, string>();
  const proxy = await startProxy({
    targets: () => [smtpPort],
    inspect(chunk, direction, connection) {
      if (direction === 'upstream') {
        const text = (sent.get(connection) ?? '') + chunk.toString('latin1');
        sent.set(connection, text);
        if (text.endsWith(END_OF_MAIL)) unconfirmed.set(connection, readMessageId(text));
        return true;
      }
      sent.delete(connection);
      if (isDropping && unconfirmed.has(connection)) return false;
      unconfirmed.delete(connection);
      return true;
    },
  });
  return {
    ...proxy,
    dropConfirmations(isOn) {
      isDropping = isOn;
    },
    unconfirmed: () => [...unconfirmed.values()],
  };
}

function readMessageId(mail: string): string {
  return /^message-id:\s*(<[^>]+>)/im.exec(mail)?.[1] ?? 'a mail without a Message-ID';
}
