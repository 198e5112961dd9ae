import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../backend/config.ts';

/** Licenses that only ask for their text and notices to be kept (https://spdx.org/licenses/). */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Packages with another license, or without one in their package.json, and why production may contain them. */
const EXCEPTIONS: [name: RegExp, reason: string][] = [
  [/^@img\/sharp-/, 'LGPL: libvips, a library of its own that anyone can replace'],
  [
    /^@(expo-google-fonts|fontsource-variable)\/noto-/,
    'OFL-1.1: the fonts of invoices, which may be embedded in documents',
  ],
  [/^png-js$/, 'MIT, as its LICENSE says'],
];

type Package = {
  name: string;
  license?: string;
  /** Of the lock only: the hash of its archive, and whether it runs a script when it is installed. */
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
};

type Dependencies = { dependencies?: Record<string, string>; devDependencies: Record<string, string> };
type Manifest = Dependencies & { allowScripts: Record<string, boolean> };

/** The packages whose licenses production may not contain. */
export function findForbiddenLicenses(packages: readonly Package[]): string[] {
  return packages
    .filter(({ name, license }) => !isAllowed(license) && !EXCEPTIONS.some(([exception]) => exception.test(name)))
    .map(({ name, license }) => `${name}: the license ${license ?? '(none)'} is not allowed`);
}

/** Whether a license, or one choice of an SPDX expression such as "(MIT OR GPL-3.0-only)", is allowed. */
function isAllowed(license = ''): boolean {
  const choices = license.replaceAll(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => ALLOWED.includes(part)));
}

/** The packages of the lock that could be replaced, or run a script that nobody has decided about. */
export function findUnguarded(
  packages: readonly Package[],
  { allowScripts }: Pick<Manifest, 'allowScripts'>,
): string[] {
  return packages.flatMap(({ name, integrity, hasInstallScript = false }) => [
    ...(integrity === undefined ? [`${name}: the lock has no hash of it`] : []),
    ...(hasInstallScript && !(name in allowScripts) ? [`${name}: allow or deny its script in "allowScripts"`] : []),
  ]);
}

/** The dependencies that are not one exact version. */
export function findRanges({ dependencies, devDependencies }: Dependencies): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not an exact version`);
}

/** The packages in the built client, as `build.license` of Vite lists them. */
export function bundledPackages(licenses: string): Package[] {
  return [...licenses.matchAll(/^## (\S+) - \S+(?: \((.+)\))?$/gm)].map(([, name = '', license]) => ({
    name,
    license,
  }));
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
  const manifest: Manifest = JSON.parse(read('package.json'));
  const lock: { packages: Record<string, Omit<Package, 'name'>> } = JSON.parse(read('package-lock.json'));
  const packages = Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/') && !path.endsWith('/webshop-testing'))
    .map(([path, entry]) => ({
      ...entry,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }));
  const problems = [
    ...findRanges(manifest),
    ...findRanges(JSON.parse(read('testing/packages/package.json'))),
    ...findUnguarded(packages, manifest),
    ...findForbiddenLicenses(packages.filter(({ dev = false }) => !dev)),
    ...findForbiddenLicenses(bundledPackages(read('dist/client/licenses.txt'))),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
