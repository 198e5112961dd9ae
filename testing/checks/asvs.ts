import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../backend/config.ts';

/** The requirements of ASVS 5.0.0 by level: https://github.com/OWASP/ASVS/tree/v5.0.0/5.0 */
const REQUIREMENTS = { 1: 70, 2: 183 };

const ANSWERS = ['Met', 'Partly', 'Not met', 'N/A'];

type Item = { ids: string[]; level: number; answer: string };

/** A file, and the names of its tests: `` `backend/app.test.ts`: “has one shape”, “has another” `` */
const EVIDENCE = /`([\w.-]+(?:\/[\w.-]+)+|[\w.-]*\.(?:js|json|yml)|Dockerfile|\.dockerignore)`((?:[:,]? “[^”]+”)*)/g;

/** `- V1.2.3, V1.2.4 (level 2): What is required. **Met**: the evidence`, over several lines. */
const ITEM = /^- (V\d[\dV., ]*) \(level (\d)\): ((?:.|\n(?!- |\n))*)/gm;

/** The items of docs/asvs.md. */
function readItems(document: string): Item[] {
  return [...document.matchAll(ITEM)].map(([, ids = '', level, answer = '']) => ({
    ids: ids.split(', '),
    level: Number(level),
    answer: answer.replace(/\s+/g, ' '),
  }));
}

/** What is missing in the document: requirements, answers, files, or tests. `read` returns null for a file that doesn't exist. */
export function findProblems(document: string, read: (file: string) => string | null): string[] {
  const items = readItems(document);
  return [...findMissing(items), ...items.flatMap((item) => findUnproved(item, read))];
}

function findMissing(items: Item[]): string[] {
  const ids = items.flatMap((item) => item.ids);
  const counts = Object.entries(REQUIREMENTS).map(([level, expected]) => {
    const found = items.filter((item) => item.level === Number(level)).flatMap((item) => item.ids).length;
    return found === expected ? [] : [`${found} requirements of level ${level} instead of ${expected}`];
  });
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [...counts.flat(), ...repeated.map((id) => `${id} is there twice`)];
}

function findUnproved({ ids, answer }: Item, read: (file: string) => string | null): string[] {
  const [id] = ids;
  const verdict = /\*\*([^*]+)\*\*/.exec(answer)?.[1] ?? '';
  if (!ANSWERS.includes(verdict)) return [`${id}: "${verdict}" is none of ${ANSWERS.join(', ')}`];
  const evidence = [...answer.matchAll(EVIDENCE)];
  const isProved = evidence.length > 0 || answer.includes('](../');
  if (verdict === 'Met' && !isProved) return [`${id}: no test, file or document shows it`];
  return evidence.flatMap(([, file = '', titles = '']) => {
    const content = read(file);
    if (content === null) return [`${id}: ${file} does not exist`];
    const names = [...titles.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
    return names.filter((name) => !isIn(content, name)).map((name) => `${id}: ${file} has no test “${name}”`);
  });
}

/** Whether a program contains a text as a whole string. */
function isIn(program: string, text: string): boolean {
  return ["'", '"', '`'].some((quote) => program.includes(quote + text + quote));
}

if (import.meta.main) {
  const read = (file: string) => {
    const path = join(projectFolder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const problems = findProblems(read('docs/asvs.md') ?? '', read);
  for (const problem of problems) process.stderr.write(`docs/asvs.md: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
