import { execFileSync } from 'node:child_process';
import { findBrowser } from './browser.ts';

/** Uses installed browsers, or installs Playwright's or, as root, the system's packages. */
function installBrowser(): void {
  if (findBrowser({ isFull: true }) !== null) return;
  const installers: [string, string[]][] = [['playwright', ['install', 'chromium']]];
  if (process.getuid?.() === 0)
    installers.push(['sh', ['-c', 'apt-get update && apt-get install -y chromium chromium-headless-shell']]);
  for (const [program, programArguments] of installers) {
    try {
      execFileSync(program, programArguments, { stdio: 'inherit' });
      if (findBrowser({ isFull: true }) !== null) return;
    } catch {
      process.stderr.write(`'${program} ${programArguments.join(' ')}' did not install a browser\n`);
    }
  }
  process.stderr.write('The browser tests require Chromium: install it, or run `npx playwright install chromium`\n');
  process.exitCode = 1;
}

installBrowser();
