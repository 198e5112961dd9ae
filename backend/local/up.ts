import { join } from 'node:path';
import { type Config, ownEnvironment, readConfig } from '../config.ts';
import { reachableHost } from '../core/http/listen.ts';
import { createLog } from '../core/observability/log.ts';
import { StartError } from '../core/process/start.ts';
import { type Child, startChild, untilReady } from './child.ts';
import { prepareDatabase, startDatabase } from './database.ts';
import { lockDataFolder } from './lock.ts';
import { type Mailbox, startMailbox } from './mailbox/mailbox.ts';
import { isStopping, register, registerStarting, runUntilStopped, stopAll, throwIfStopping } from './parts.ts';
import { isFree, preferredPort } from './ports.ts';
import { printAddresses } from './screen.ts';
import { loadSecrets, recordShown, type Secrets } from './secrets.ts';
import { startPaymentProvider } from './stripe/server.ts';
import { stateFileIn } from './stripe/state.ts';
import { type LocalVies, startVies } from './vies/vies.ts';

/** Starts the whole shop on this machine; Ctrl-C stops it in order. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.production)
    throw new StartError("`make up` is for development: production starts the Dockerfile's commands");
  await requireFreePorts(config);
  register(lockDataFolder(config.dataDir));
  const secrets = loadSecrets(config.dataDir);
  const startPrepared = async () => {
    const { url } = await registerStarting(startDatabase(config));
    const admin = await prepareDatabase(url, config, secrets);
    // Seeded orders bring the payments that the provider then knows.
    return { url, admin, provider: await startProvider(config, secrets) };
  };
  const [{ url, admin, provider }, mailbox, vies] = await Promise.all([
    startPrepared(),
    startLocalMailbox(config),
    startLocalVies(config),
  ]);
  throwIfStopping();
  const environment = {
    ...ownEnvironment,
    DATABASE_URL: url,
    OPERATOR_PASSWORD: config.operatorPassword ?? secrets.operatorPassword,
    ...provider,
    ...(mailbox && { SMTP_URL: mailbox.smtpUrl }),
    ...(vies && { VIES_URL: vies.url }),
  };
  const logFolder = join(config.dataDir, 'logs');
  const workers = register(startChild({ name: 'workers', script: 'workers/main.ts', environment, logFolder }));
  const api = register(startChild({ name: 'api', script: 'backend/main.ts', environment, logFolder }));
  await Promise.all([
    untilReady(api, `${urlOf(config)}/health/ready`),
    untilReady(workers, `${urlOf(config, config.operationsPort)}/health/ready`),
  ]);
  stopWith(api, workers);
  const shown = printAddresses({ config, secrets, admin, mailboxUrl: mailbox?.url ?? null });
  recordShown(config.dataDir, secrets, shown);
}

/** The URL of one of the shop's servers, as seen from this machine. */
function urlOf({ host, port: shopPort }: Config, port = shopPort): string {
  return `http://${reachableHost(host)}:${port}`;
}

async function requireFreePorts(config: Config): Promise<void> {
  // Port 0 fails only if the address itself is unavailable.
  if (!(await isFree(0, config.host))) throw new StartError(`HOST is not an address of this machine: '${config.host}'`);
  const problems: string[] = [];
  for (const [variable, port] of [
    ['PORT', config.port],
    ['OPERATIONS_PORT', config.operationsPort],
    ['METRICS_PORT', config.metricsPort],
  ] as const) {
    if (port !== null && !(await isFree(port, config.host)))
      problems.push(`Port ${port} is taken: set ${variable} to another`);
  }
  if (problems.length > 0) throw new StartError(problems);
}

/** The ports that the shop itself needs. */
function portsOf({ port, operationsPort, metricsPort }: Config): number[] {
  return [port, operationsPort, ...(metricsPort === null ? [] : [metricsPort])];
}

/** Starts the local payment provider unless keys of the real one are set. @returns its environment variables */
async function startProvider(config: Config, secrets: Secrets): Promise<Record<string, string>> {
  const { dataDir, port, payments, paymentProvider, logLevel } = config;
  if (payments !== null) return {};
  const keys = {
    secretKey: secrets.stripeSecretKey,
    publishableKey: secrets.stripePublishableKey,
    webhookSecret: secrets.stripeWebhookSecret,
  };
  const provider = await startPaymentProvider({
    port: await preferredPort(port + 2, portsOf(config)),
    stateFile: stateFileIn(dataDir),
    webhookUrl: `${urlOf(config)}/api/v1/payment/webhook`,
    log: createLog('payment provider', logLevel === 'info' ? 'warn' : logLevel),
    speaks: paymentProvider,
    ...keys,
  });
  register({ stop: () => provider.close() });
  if (paymentProvider === 'local') {
    return { LOCAL_PAYMENTS_URL: `${provider.url}/local`, LOCAL_PAYMENTS_KEY: keys.secretKey };
  }
  return {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: provider.url,
    STRIPE_SCRIPT_URL: `${provider.url}/stripe.js`,
  };
}

async function startLocalMailbox(config: Config): Promise<Mailbox | null> {
  const { dataDir, port, smtpUrl } = config;
  if (smtpUrl !== null) return null;
  // Prefer the same address at every start: people keep the mailbox open.
  const pagesPort = await preferredPort(port + 3, portsOf(config));
  const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: pagesPort });
  register({ stop: () => mailbox.close() });
  return mailbox;
}

async function startLocalVies(config: Config): Promise<LocalVies | null> {
  if (config.viesUrl !== null) return null;
  const vies = await startVies({ port: await preferredPort(config.port + 4, portsOf(config)) });
  register({ stop: () => vies.close() });
  return vies;
}

/** Stops everything if one process exits. */
function stopWith(...children: Child[]): void {
  for (const child of children) {
    child.ended.then(({ code, stderrTail }) => {
      if (isStopping()) return;
      process.stderr.write(`${child.name} exited with code ${code}. ${stderrTail}\n`);
      stopAll(1);
    });
  }
}

runUntilStopped(main);
