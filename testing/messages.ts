import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { parseMessage, valueTypes } from '../messages/compile.ts';
import { DEFAULT_LANGUAGE, languages, shopLanguages } from '../messages/languages.ts';
import { type Patterns, readMessages } from '../messages/read.ts';

/** The types of all messages. */
function describeMessages(patterns: Patterns): string {
  const areas = Object.entries(patterns).map(([area, texts]) => {
    const members = Object.entries(texts).map(([key, pattern]) => {
      return `    /** ${pattern.replaceAll('*/', '*\\/')} */\n    ${key}: (${parametersOf(pattern)}) => string;\n`;
    });
    return `  ${area}: {\n${members.join('')}  };\n`;
  });
  return `// Written by \`make messages\` from ${DEFAULT_LANGUAGE}.json.\n\nexport type Messages = {\n${areas.join('')}};\n`;
}

function parametersOf(pattern: string): string {
  const types = valueTypes(parseMessage(pattern, languages[DEFAULT_LANGUAGE]));
  const members = [...types].map(([name, type]) => `${name}: ${type}`);
  return members.length === 0 ? '' : `values: { ${members.join('; ')} }`;
}

/** The messages in alphabetical order, so that changes of different people merge. */
export function formatMessages(patterns: Patterns): string {
  const sorted = <T>(members: Record<string, T>) =>
    Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
  const areas = Object.entries(patterns).map(([area, texts]) => [area, sorted(texts)]);
  return `${JSON.stringify(sorted(Object.fromEntries(areas)), null, 2)}\n`;
}

export function messageFile(code: string): string {
  return join(projectFolder, `messages/${code}.json`);
}

if (import.meta.main) {
  for (const code of shopLanguages) writeFileSync(messageFile(code), formatMessages(readMessages(code)));
  writeFileSync(
    join(projectFolder, 'messages/types.ts'),
    describeMessages(JSON.parse(readFileSync(messageFile(DEFAULT_LANGUAGE), 'utf8'))),
  );
}
