import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// A browser that translates a page replaces its text nodes. React then changes nodes that are no longer shown, and fails
// to insert elements before them. An element with one text and nothing else is safe: React sets its whole content.

type Node = { type: string; start: number; [key: string]: unknown };

/** Content that the caller of a component gives: elements. */
const SLOTS = new Set(['children', 'title', 'head', 'lead', 'aside', 'action', 'actions', 'shown', 'tools', 'fields']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  if (!isNode(value)) return;
  yield value;
  for (const each of Object.values(value)) yield* nodesIn(each);
}

function isElement({ type }: Node): boolean {
  return type === 'JSXElement' || type === 'JSXFragment';
}

function isBlank({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return /^\s*\n\s*$/.test(String(value));
  return isNode(expression) && expression.type === 'JSXEmptyExpression';
}

/** A message without values stays as it is: `m.cart.empty()`. */
function isFixedMessage(expression: Node): boolean {
  let root: unknown = expression.callee;
  while (isNode(root) && root.type === 'MemberExpression') root = root.object;
  return isNode(root) && root.name === 'm' && Array.isArray(expression.arguments) && expression.arguments.length === 0;
}

type Kind = 'text' | 'changing text' | 'passing text' | 'element' | 'passing element';

/** What a child of an element renders. "Passing" is what comes and goes. */
function kindOf({ type, expression }: Node): Kind {
  if (type === 'JSXText') return 'text';
  if (type !== 'JSXExpressionContainer' || !isNode(expression)) return 'element';
  if (expression.type === 'Literal' || isFixedMessage(expression)) return 'text';
  const hasElements = [...nodesIn(expression)].some(isElement);
  if (expression.type === 'LogicalExpression' && expression.operator === '&&') {
    return hasElements ? 'passing element' : 'passing text';
  }
  if (hasElements) return expression.type === 'ConditionalExpression' ? 'passing element' : 'element';
  const slot = expression.type === 'CallExpression' && isNode(expression.callee) ? expression.callee : expression;
  const isSlot = slot.type === 'Identifier' && SLOTS.has(String(slot.name));
  return isSlot ? 'element' : 'changing text';
}

/** Whether React would change, insert before or remove a text node with siblings. */
function isUnsafe(kinds: Kind[], allowsChanges: boolean): boolean {
  if (kinds.length < 2) return false;
  if (kinds.includes('passing text') || (!allowsChanges && kinds.includes('changing text'))) return true;
  return kinds.some((kind, index) => {
    const next = kinds.slice(index + 1).find((other) => other !== 'passing element');
    return kind === 'passing element' && next !== undefined && next !== 'element';
  });
}

const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));

test.each(files)('%s keeps text that changes in elements of its own', (name) => {
  const source = readFileSync(`frontend/${name}`, 'utf8');
  const unsafe = [...nodesIn(parseSync(name, source, { lang: 'tsx' }).program)].filter((node) => {
    if (!isElement(node)) return false;
    const kinds = (node.children as Node[]).filter((child) => !isBlank(child)).map(kindOf);
    // The dashboard's texts beside others belong to a row or a screen, which is replaced as a whole.
    return isUnsafe(kinds, name.includes('pages/dashboard/'));
  });
  const lines = unsafe.map(({ start }) => source.slice(0, start).split('\n').length);
  expect(lines).toEqual([]);
});
