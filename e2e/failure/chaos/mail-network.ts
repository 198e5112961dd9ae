import { type NetworkProxy, startProxy } from './proxy.ts';

/** The way to the mail server. */
export type MailNetwork = NetworkProxy & {
  /** From now on, cuts connections after the mail server has got a mail whole, before it can say that it took it. */
  cutInMidDelivery(isCutting: boolean): void;
  /** How many mails were cut off so: each was taken, and its sender does not know. */
  cutDeliveries(): number;
};

/** https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.4: how a mail ends. */
const END_OF_MAIL = '\r\n.\r\n';

export async function startMailNetwork(smtpPort: number): Promise<MailNetwork> {
  let isCutting = false;
  let count = 0;
  /** Connections on which a mail has ended that is not answered yet. */
  const ended = new WeakSet<object>();
  const proxy = await startProxy({
    targets: () => [smtpPort],
    inspect(piece, direction, connection) {
      if (direction === 'there') {
        if (piece.toString('latin1').endsWith(END_OF_MAIL)) ended.add(connection);
        return true;
      }
      if (!ended.delete(connection) || !isCutting) return true;
      count += 1;
      return false;
    },
  });
  return {
    ...proxy,
    cutInMidDelivery(cutting) {
      isCutting = cutting;
    },
    cutDeliveries: () => count,
  };
}
