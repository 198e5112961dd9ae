import { readConfig, requireSettings } from './config.ts';
import { openDatabase, requireDatabase } from './core/database/db.ts';
import { run, StartError } from './core/process/start.ts';
import { entities } from './entities.ts';
import { appointOwner } from './modules/users/administration/admin-account.ts';

/** Makes the user with the email in the first argument an owner of the shop. */
async function main(): Promise<void> {
  const [email = ''] = process.argv.slice(2);
  const { databaseUrl } = requireSettings(readConfig(), ['databaseUrl']);
  const database = await openDatabase({ url: databaseUrl, entities });
  try {
    await requireDatabase(database, databaseUrl);
    const outcome = await appointOwner(database.em, email);
    if (outcome === 'unknown') throw new StartError(`No account has the email "${email}". Register it first.`);
    if (outcome === 'inactive') throw new StartError(`The account ${email} is inactive. Activate it first.`);
    process.stdout.write(`${email} is ${outcome === 'isOwner' ? 'already' : 'now'} an owner.\n`);
  } finally {
    await database.close();
  }
}

run(main);
