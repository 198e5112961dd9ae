import { type Config, readConfig } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { StartError } from '../../core/process/start.ts';
import { checkDatabase } from './database.ts';
import { checkDuties } from './duties.ts';
import { checkFiles } from './files.ts';
import { type Check, type Finding, problem } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkProvider } from './provider.ts';
import { checkRedis } from './redis.ts';
import { checkVies } from './vies.ts';

const checks: Record<string, Check> = {
  Database: checkDatabase,
  Redis: checkRedis,
  Files: checkFiles,
  Mail: checkMail,
  Payments: checkProvider,
  'VAT IDs': checkVies,
  'Legal duties': checkDuties,
};

/** Milliseconds: more than each check allows its own steps, so that one that hangs can't hold up the rest. */
const TIMEOUT = 30_000;

/** Checks all parts of an installation at once. Without a valid configuration, it can't reach them. */
export async function examine(): Promise<Finding[]> {
  const config = readValidConfig();
  if (Array.isArray(config)) return config;
  const findings = await Promise.all(Object.entries(checks).map(([part, check]) => inTime(part, check(config))));
  return findings.flat();
}

/** The configuration, or its problems. */
function readValidConfig(): Config | Finding[] {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.problems.map((text) => problem(`Configuration: ${text}`));
  }
}

/** @param findings of a part, whose failure is a problem of its own */
async function inTime(part: string, findings: Promise<Finding[]>): Promise<Finding[]> {
  const silence = new Promise<Finding[]>((resolve) => {
    setTimeout(() => resolve([problem(`${part}: no answer within ${TIMEOUT / 1000} seconds`)]), TIMEOUT).unref();
  });
  return Promise.race([findings.catch((error: unknown) => [problem(`${part}: ${reasonOf(error)}`)]), silence]);
}
