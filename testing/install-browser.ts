import { execFileSync } from 'node:child_process';
import { findBrowser } from './browser.ts';

/** Brings a browser for the tests: the machine's, else Playwright's own, else the system's package where we may. */
function installBrowser(): void {
  if (findBrowser() !== null) return;
  const ways: [string, string[]][] = [['playwright', ['install', 'chromium']]];
  if (process.getuid?.() === 0)
    ways.push(['sh', ['-c', 'apt-get update && apt-get install -y chromium-headless-shell']]);
  for (const [program, programArguments] of ways) {
    try {
      execFileSync(program, programArguments, { stdio: 'inherit' });
      if (findBrowser() !== null) return;
    } catch {
      process.stderr.write(`'${program} ${programArguments.join(' ')}' did not bring a browser\n`);
    }
  }
  process.stderr.write('The browser tests need Chromium: install it, or run `npx playwright install chromium`\n');
  process.exitCode = 1;
}

installBrowser();
