import { type NetworkProxy, startProxy } from '../../../testing/proxy.ts';

/** The way to the mail server. */
export type MailNetwork = NetworkProxy & {
  /** From now on, cuts connections after the mail server has got a mail whole, before it can say that it took it. */
  cutInMidDelivery(isCutting: boolean): void;
  /** The Message-IDs of mails that went out whole and whose answer never came back: nobody knows whether they were taken. */
  unanswered(): string[];
};

/** https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.4: how a mail ends. */
const END_OF_MAIL = '\r\n.\r\n';

export async function startMailNetwork(smtpPort: number): Promise<MailNetwork> {
  let isCutting = false;
  /** What each connection has said since it was last answered. */
  const said = new WeakMap<object, string>();
  const unanswered = new Map<object, string>();
  const proxy = await startProxy({
    targets: () => [smtpPort],
    inspect(piece, direction, connection) {
      if (direction === 'there') {
        const text = (said.get(connection) ?? '') + piece.toString('latin1');
        said.set(connection, text);
        if (text.endsWith(END_OF_MAIL)) unanswered.set(connection, readMessageId(text));
        return true;
      }
      said.delete(connection);
      if (isCutting && unanswered.has(connection)) return false;
      unanswered.delete(connection);
      return true;
    },
  });
  return {
    ...proxy,
    cutInMidDelivery(cutting) {
      isCutting = cutting;
    },
    unanswered: () => [...unanswered.values()],
  };
}

function readMessageId(mail: string): string {
  return /^message-id:\s*(<[^>]+>)/im.exec(mail)?.[1] ?? 'a mail without a Message-ID';
}
