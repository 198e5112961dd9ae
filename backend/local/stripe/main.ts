import { parseArgs } from 'node:util';
import { createLog } from '../../core/log.ts';
import { startPaymentProvider } from './server.ts';

const USAGE =
  'node backend/local/stripe/main.ts --state-file FILE --secret-key KEY --publishable-key KEY --webhook-secret SECRET --webhook-url URL [--port PORT] [--host HOST] [--log-level LEVEL]';

const OPTIONS = {
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  'state-file': { type: 'string' },
  'secret-key': { type: 'string' },
  'publishable-key': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'webhook-url': { type: 'string' },
  'log-level': { type: 'string', default: 'info' },
} as const;

/** The payment provider as a process. Its first log line has its address; SIGTERM and SIGINT close it. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const required = (name: keyof typeof OPTIONS): string => {
    const value = values[name];
    if (!value) throw new Error(`--${name} is missing. Usage: ${USAGE}`);
    return value;
  };
  const log = createLog('payment provider', values['log-level']);
  const provider = await startPaymentProvider({
    port: readPort(values.port),
    host: values.host,
    stateFile: required('state-file'),
    secretKey: required('secret-key'),
    publishableKey: required('publishable-key'),
    webhookSecret: required('webhook-secret'),
    webhookUrl: required('webhook-url'),
    log,
  });
  const stop = () => {
    provider.close().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  log.info({ url: provider.url }, 'ready');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new Error(`--port must be from 0 to 65535, not ${text}`);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

main().catch(fail);
