import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductView } from '#contract/catalogue.ts';
import { type Config, projectFolder, readConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { StartError, tell } from '../core/start.ts';
import { type Child, startChild, untilReady } from './child.ts';
import { prepareDatabase, startDatabase } from './database.ts';
import { lockDataFolder } from './lock.ts';
import { type Mailbox, startMailbox } from './mailbox/mailbox.ts';
import { freePort, isFree } from './ports.ts';
import { printAddresses } from './screen.ts';
import { loadSecrets, noteTold, type Secrets } from './secrets.ts';
import { startPaymentProvider } from './stripe/server.ts';

/** Something that was started and must be stopped again. */
type Part = { stop(): Promise<unknown> | unknown };

/** Parts in the order of their start; they are stopped in the reverse one. */
const running: Part[] = [];

/** Starts a whole shop on this machine, and stops it in order on Ctrl-C. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.production)
    throw new StartError('`make up` is for development: production starts the Dockerfile’s commands');
  await requireFreePorts(config);
  running.push(lockDataFolder(config.dataDir));
  const secrets = loadSecrets(config.dataDir);

  // A part from the moment it begins to start: Ctrl-C may come while it does.
  const starting = startDatabase(config);
  running.push({ stop: () => starting.then((database) => database.stop(), hasNotStarted) });
  const database = await starting;
  proceed();
  const isFilled = await prepareDatabase(database.url, config, secrets);
  proceed();
  const [provider, mailbox] = await Promise.all([startProvider(config, secrets), startLocalMailbox(config)]);
  proceed();
  const environment = {
    ...environmentOf(config),
    DATABASE_URL: database.url,
    OPERATOR_PASSWORD: config.operatorPassword ?? secrets.operatorPassword,
    ...provider.environment,
    ...(mailbox && { SMTP_URL: mailbox.smtpUrl }),
  };
  const logFolder = join(config.dataDir, 'logs');
  const workers = startChild({ name: 'workers', script: 'workers/main.ts', environment, logFolder });
  running.push(workers);
  const api = startChild({ name: 'api', script: 'backend/main.ts', environment, logFolder });
  running.push(api);
  await Promise.all([
    untilReady(api, `http://127.0.0.1:${config.port}/health/ready`),
    untilReady(workers, `http://127.0.0.1:${config.operationsPort}/health/ready`),
  ]);
  stopWith(api, workers);
  if (isFilled) await untilPicturesReady(config.port);
  printAddresses({ config, secrets, mailboxUrl: mailbox?.url ?? null });
  noteTold(config.dataDir, secrets);
}

async function requireFreePorts(config: Config): Promise<void> {
  const problems: string[] = [];
  for (const [variable, port] of [
    ['PORT', config.port],
    ['OPERATIONS_PORT', config.operationsPort],
  ] as const) {
    if (!(await isFree(port))) problems.push(`Port ${port} is taken: set ${variable} to another`);
  }
  if (problems.length > 0) throw new StartError(problems);
}

/** What was set, handed on to the shop's own processes. */
function environmentOf({ port, operationsPort, redisUrl, smtpUrl, admin, ...config }: Config): Record<string, string> {
  return {
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    HOST: config.host,
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataDir,
    LOG_LEVEL: config.logLevel,
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
    ...(admin !== null && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
    // Starts are faster when the code needn't be compiled again.
    NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/compile'),
  };
}

/** The stand-in for the payment provider, unless keys of the real one are set. */
async function startProvider({ dataDir, port, stripe, logLevel }: Config, secrets: Secrets) {
  if (stripe !== null) return { environment: stripeEnvironment(stripe) };
  const keys = {
    secretKey: secrets.stripeSecretKey,
    publishableKey: secrets.stripePublishableKey,
    webhookSecret: secrets.stripeWebhookSecret,
  };
  const provider = await startPaymentProvider({
    port: await preferredPort(port + 2),
    stateFile: join(dataDir, 'payments.sqlite'),
    webhookUrl: `http://127.0.0.1:${port}/api/v1/payment/webhook`,
    log: createLog('payment provider', logLevel === 'info' ? 'warn' : logLevel),
    ...keys,
  });
  running.push({ stop: () => provider.close() });
  return { environment: stripeEnvironment({ ...keys, apiUrl: provider.url, scriptUrl: `${provider.url}/stripe.js` }) };
}

function stripeEnvironment(stripe: NonNullable<Config['stripe']>): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiUrl !== null && { STRIPE_API_URL: stripe.apiUrl }),
    ...(stripe.scriptUrl !== null && { STRIPE_SCRIPT_URL: stripe.scriptUrl }),
  };
}

async function startLocalMailbox({ dataDir, port, smtpUrl }: Config): Promise<Mailbox | null> {
  if (smtpUrl !== null) return null;
  const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: await preferredPort(port + 3) });
  running.push({ stop: () => mailbox.close() });
  return mailbox;
}

/** The same address at every start where that can be had, since people keep it open. */
async function preferredPort(port: number): Promise<number> {
  return (await isFree(port)) ? port : freePort();
}

/** Milliseconds that a first start waits at most for the workers to publish the demo's pictures. */
const PICTURES_DEADLINE = 60_000;

/** The first look at the shop is of a whole one. A slow machine shows it all the same, with its pictures still coming. */
async function untilPicturesReady(port: number): Promise<void> {
  const end = performance.now() + PICTURES_DEADLINE;
  while (performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/products`);
    const { products } = (await answer.json()) as { products: ProductView[] };
    if (products.every(({ imageState }) => imageState !== 'processing')) return;
    await sleep(250);
  }
}

let isStopping = false;

/** Called before a start goes on to its next parts. @throws Error if the stop has begun meanwhile, which then ends the start */
function proceed(): void {
  if (isStopping) throw new Error('Stopped while it started');
}

/** What did not start needs no stop; `main` tells why. */
function hasNotStarted(): void {}

async function stopAll(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const part of running.reverse()) {
    try {
      await part.stop();
    } catch (error) {
      code = 1;
      tell(error);
    }
  }
  process.exit(code);
}

/** A shop of which a part has died is no shop. */
function stopWith(...children: Child[]): void {
  for (const child of children) {
    child.ended.then(({ code, lastWords }) => {
      if (isStopping) return;
      process.stderr.write(`${child.name} ended with code ${code}. ${lastWords}\n`);
      stopAll(1);
    });
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(0));

main().catch((error: unknown) => {
  // Of a start that was stopped in the middle, what it then lacked is no news.
  if (isStopping) return;
  tell(error);
  stopAll(1);
});
