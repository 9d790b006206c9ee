import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { ATTACKERS, type Attacker } from './attackers.ts';
import type { Claim } from './lift.ts';
import { CLAIMS } from './lifts/index.ts';
import { SHOWN } from './shown.ts';

interface Row {
  readonly id: string;
  readonly sentence: string;
  /** The cell of mechanisms. */
  readonly mechanisms: string;
  readonly tests: readonly string[];
}

/** SECURITY.md: the front page, then one section for each attacker with its claims, one a line. */
export function securityPage(): string {
  const rows: Row[] = [
    ...CLAIMS.map(liftedRow),
    ...SHOWN.map(({ id, sentence, test, reason }) => ({ id, sentence, mechanisms: reason, tests: [test] })),
  ];
  return [textOf('test/lifted/front.md'), ...ATTACKERS.map((attacker) => sectionOf(attacker, rows))].join('\n');
}

/** The id of the attacker that a claim is about: `PAGE` of `PAGE-03`. */
export const attackerOf = (id: string): string => id.slice(0, id.lastIndexOf('-'));

function sectionOf({ id, name, what, gets, open }: Attacker, rows: readonly Row[]): string {
  const claims = rows
    .filter((row) => attackerOf(row.id) === id)
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map((row) => `| ${row.id} | ${row.sentence} | ${row.mechanisms} | ${listOf(row.tests)} |`);
  const table = claims.length === 0 ? [] : ['| id | claim | mechanism | test |', '|---|---|---|---|', ...claims, ''];
  return [
    `## ${name}`,
    '',
    what,
    '',
    'Can do anyway:',
    '',
    ...gets.map((line) => `- ${line}`),
    '',
    ...table,
    'Open:',
    '',
    ...open.map((line) => `- ${line}`),
    '',
  ].join('\n');
}

function liftedRow({ id, sentence, lifts }: Claim): Row {
  const mechanisms = listOf(lifts.map(({ file, from }) => `${file}:${nameAround(file, from)}`));
  return { id, sentence, mechanisms, tests: lifts.map(({ test }) => test) };
}

const listOf = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(', ');

/**
 * Returns the name of the nearest function, method, class or outer variable that holds this text of a source file. Throws
 * for a text outside of all.
 */
function nameAround(file: string, text: string): string {
  const tree = treeOf(file);
  const at = tree.text.indexOf(text) + text.search(/\S/);
  let name = '';
  const visit = (node: ts.Node): void => {
    if (at < node.getStart(tree) || at >= node.getEnd()) return;
    if (isNamed(node)) name = node.name.getText(tree);
    // The text may begin with `const`, before the declaration itself.
    if (ts.isVariableStatement(node) && ts.isSourceFile(node.parent))
      name = node.declarationList.declarations[0]?.name.getText(tree) ?? '';
    ts.forEachChild(node, visit);
  };
  visit(tree);
  if (name === '') throw new Error(`${file}: nothing with a name holds “${text}”`);
  return name;
}

const trees = new Map<string, ts.SourceFile>();

/** The source as TypeScript reads it: parsed once, because many lifts are in one file. */
function treeOf(file: string): ts.SourceFile {
  const tree = trees.get(file) ?? ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true);
  trees.set(file, tree);
  return tree;
}

function isNamed(node: ts.Node): node is ts.Node & { name: ts.Node } {
  const isOuter = ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent);
  return isOuter || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node);
}

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
