import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '../../backend/config.ts';

type Report = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: {
    violations: { rule: { name: string }; from: string; to: string }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
};

/** For each rule, a file and an import that breaks it. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['room: backend/contract/', 'backend/contract/a.ts', 'backend/core/database/db.ts'],
  ['room: backend/core/', 'backend/core/a.ts', 'backend/modules/users/accounts/users.service.ts'],
  [
    'room: backend/modules/pictures/',
    'backend/modules/pictures/a.ts',
    'backend/modules/users/accounts/users.service.ts',
  ],
  ['room: backend/modules/orders/', 'backend/modules/orders/a.ts', 'backend/modules/comments/comments.service.ts'],
  ['room: workers/', 'workers/a.ts', 'testing/shop/shop.ts'],
  ['room: testing/', 'testing/a.ts', 'e2e/steps.ts'],
  ['room: frontend/pages/', 'frontend/pages/A.tsx', 'backend/core/observability/log.ts'],
  ['room: frontend/stores/', 'frontend/stores/a.ts', 'frontend/components/Button.tsx'],
  ['room: frontend/api/', 'frontend/api/a.ts', 'frontend/stores/cart.ts'],
  ['tests', 'workers/b.test.ts', 'e2e/steps.ts'],
  ['no-room', 'scripts/a.ts', 'backend/core/database/db.ts'],
  ['no-tests', 'backend/core/b.ts', 'backend/core/users.test.ts'],
  ['no-cycle', 'backend/core/c.ts', 'backend/core/d.ts'],
  ['unresolved', 'backend/core/e.ts', 'backend/core/missing.ts'],
  ['contract-packages', 'backend/contract/b.ts', 'node:path'],
  ['frontend-packages', 'frontend/stores/b.ts', 'node:path'],
  ['admin-apart', 'frontend/pages/B.tsx', 'frontend/api/admin/users.ts'],
  ['pages-do-not-fetch', 'frontend/pages/C.tsx', 'frontend/api/call.ts'],
  ["another-module's-routes", 'backend/modules/orders/b.ts', 'backend/modules/users/accounts/users.routes.ts'],
  ["another-module's-tables", 'backend/modules/orders/c.ts', 'backend/modules/users/accounts/user.entity.ts'],
  ["another-module's-tables", 'backend/modules/orders/d.ts', 'backend/modules/users/accounts/users.tables.ts'],
  ["another-module's-tables", 'backend/modules/orders/folder/a.ts', 'backend/modules/users/folder/user.entity.ts'],
  ["another-module's-tables", 'backend/app.ts', 'backend/modules/users/accounts/user.entity.ts'],
  ["another-module's-tables", 'workers/c.ts', 'backend/modules/users/accounts/users.tables.ts'],
  ["another-module's-tables", 'backend/modules/orders/e.test.ts', 'backend/modules/users/accounts/user.entity.ts'],
  ['routes', 'backend/main.ts', 'backend/modules/users/accounts/users.routes.ts'],
  ['workers-call-services', 'workers/d.ts', 'backend/modules/users/accounts/users.queries.ts'],
  ['bullmq', 'workers/workers.ts', 'bullmq'],
  ['payment-providers', 'backend/modules/payments/provider/port.ts', 'stripe'],
  ['behind-the-port', 'backend/modules/payments/a.ts', 'backend/modules/payments/provider/stripe/client.ts'],
  ['behind-the-port', 'backend/operations/a.ts', 'backend/modules/payments/provider/local/local.ts'],
  ['behind-the-port-of-the-client', 'frontend/pages/D.tsx', 'frontend/payments/stripe/load.ts'],
];

const allowed: [from: string, to: string][] = [
  ['backend/modules/orders/placing/orders.service.ts', 'backend/modules/users/accounts/users.queries.ts'],
  ['backend/modules/orders/orders.queries.ts', 'backend/modules/orders/order.entity.ts'],
  ['backend/modules/orders/lines.queries.ts', 'backend/modules/orders/folder/line.entity.ts'],
  ['backend/modules/orders/order.entity.ts', 'backend/modules/users/accounts/user.entity.ts'],
  ['backend/local/seed.ts', 'backend/modules/users/accounts/user.entity.ts'],
  ['workers/queues/queues.ts', 'bullmq'],
  ['backend/modules/payments/provider/stripe/refunds.ts', 'stripe'],
  ['backend/modules/payments/provider/providers.ts', 'backend/modules/payments/provider/stripe/stripe.ts'],
  ['frontend/payments/provider.ts', 'frontend/payments/stripe/stripe.tsx'],
  ['workers/jobs.test.ts', 'testing/shop/shop.ts'],
  ['frontend/pages/dashboard/Users.tsx', 'frontend/api/admin/users.ts'],
];

/** Closes the cycle, which is reported once, where it starts. */
const importBack = ['backend/core/d.ts', 'backend/core/c.ts'] as const;

const folder = await mkdtemp(join(tmpdir(), 'import-rules-'));
afterAll(() => rm(folder, { recursive: true }));
const { modules, summary } = await cruise();

/** Checks a project that consists of the imports above. */
async function cruise(): Promise<Report> {
  const imports = [...forbidden.map(([, from, to]) => [from, to] as const), ...allowed, importBack];
  const files = new Map<string, string>([['package.json', '{"dependencies":{"bullmq":"1.0.0","stripe":"1.0.0"}}']]);
  for (const name of ['bullmq', 'stripe']) {
    files.set(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
    files.set(`node_modules/${name}/index.js`, '');
  }
  for (const [, to] of imports) if (isFile(to) && !to.includes('missing')) files.set(to, 'export type Thing = string;');
  for (const [from, to] of imports) {
    const path = isFile(to) ? `./${relative(dirname(from), to)}` : to;
    files.set(from, `import type { Thing } from '${path}';\nexport type Other = Thing;`);
  }
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const program = join(projectFolder, 'node_modules/.bin/depcruise');
  const config = join(projectFolder, '.dependency-cruiser.js');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, '.', '--config', config, '--output-type', 'json'],
      { cwd: folder, maxBuffer: 10 * 1024 * 1024 },
      // The exit code is the number of violations.
      (_error, stdout, stderr) => (stdout === '' ? reject(new Error(stderr)) : resolve(JSON.parse(stdout))),
    );
  });
}

function isFile(target: string): boolean {
  return target.includes('/');
}

/** The rules that an import breaks. */
function brokenBy(from: string): string[] {
  return summary.violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name);
}

test.each(forbidden)('%s: %s may not import %s', (rule, from) => {
  expect(brokenBy(from)).toContain(rule);
});

test.each(allowed)('%s may import %s', (from, to) => {
  const imports = modules.find(({ source }) => source === from)?.dependencies.map(({ resolved }) => resolved);
  expect(imports).toEqual([expect.stringContaining(to)]);
  expect(brokenBy(from)).toEqual([]);
});

test('every rule that is not about a room has a case', () => {
  const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !name.startsWith('room: '));
  expect(forbidden.map(([rule]) => rule)).toEqual(expect.arrayContaining(rules));
});
