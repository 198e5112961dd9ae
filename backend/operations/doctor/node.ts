import { type Finding, ok, problem } from './finding.ts';

/** The major version in package.json (`engines`). */
const MAJOR = '24';

export function checkNode(): Finding {
  const { node } = process.versions;
  if (node.split('.')[0] === MAJOR) return ok(`Node.js ${node}`);
  return problem(`Node.js ${node}: the shop needs version ${MAJOR}`);
}
