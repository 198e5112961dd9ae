import { expect, test } from 'vitest';
import { bundledPackages, findForbiddenLicenses, findRanges, findUnguarded } from './packages.ts';

test.each(['MIT', 'Apache-2.0', 'MIT OR GPL-3.0-only', '(BSD-3-Clause AND ISC)'])(
  'allows the license %s',
  (license) => {
    expect(findForbiddenLicenses([{ name: 'a', license }])).toEqual([]);
  },
);

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND SSPL-1.0', 'SEE LICENSE IN LICENSE.md', undefined])(
  'refuses the license %s',
  (license) => {
    expect(findForbiddenLicenses([{ name: 'a', license }])).toEqual([expect.stringContaining('a: the license')]);
  },
);

test('an exception is for its package only', () => {
  const license = 'LGPL-3.0-or-later';
  expect(findForbiddenLicenses([{ name: '@img/sharp-libvips-linux-x64', license }])).toEqual([]);
  expect(findForbiddenLicenses([{ name: '@other/sharp-libvips', license }])).toHaveLength(1);
});

test('refuses a package without a hash, and a script that nobody has decided about', () => {
  const decided = { allowScripts: { allowed: true, denied: false } };
  const script = { integrity: 'sha512-a', hasInstallScript: true };
  const packages = ['allowed', 'denied', 'new'].map((name) => ({ name, ...script }));
  expect(findUnguarded(packages, decided)).toEqual(['new: allow or deny its script in "allowScripts"']);
  expect(findUnguarded([{ name: 'a' }], decided)).toEqual(['a: the lock has no hash of it']);
});

test.each(['^1.2.3', '~1.2.3', '1.x', 'latest', '*', 'github:owner/name', '>=1.2.3'])(
  'refuses the version %s',
  (version) => {
    expect(findRanges({ dependencies: { a: version }, devDependencies: { b: '1.2.3-beta.4' } })).toEqual([
      `a: ${version} is not an exact version`,
    ]);
  },
);

test('reads the packages of the client with their licenses', () => {
  const list = '# Licenses\n\n## @a/b - 1.2.3 (MIT)\n\nText\n\n## c - 4.5.6\n';
  expect(bundledPackages(list)).toEqual([
    { name: '@a/b', license: 'MIT' },
    { name: 'c', license: undefined },
  ]);
});
