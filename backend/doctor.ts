import { readConfig } from './config.ts';
import { run } from './core/process/start.ts';
import { examine } from './operations/doctor/doctor.ts';
import type { Finding } from './operations/doctor/finding.ts';
import { checkSender } from './operations/doctor/mail.ts';

const STATE_WIDTH = 'problem'.length;

/** Says what is wrong with an installation. Also sends a mail to the address in the first argument, if there is one. */
async function main(): Promise<void> {
  const findings = await examine();
  const problems = findings.filter(({ state }) => state === 'problem');
  const [recipient = ''] = process.argv.slice(2);
  if (recipient !== '' && problems.length === 0) findings.push(await checkSender(recipient, readConfig()));
  for (const finding of findings) print(finding);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}

function print({ state, text }: Finding): void {
  process.stdout.write(`${state.padEnd(STATE_WIDTH)}  ${text}\n`);
}

run(main);
