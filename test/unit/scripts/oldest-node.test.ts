import { readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseSource, readText, root } from '../repository/sources.ts';
import { node18Exports } from './node-18.ts';

interface Import {
  readonly from: string;
  /** `*` for a whole module. */
  readonly names: readonly string[];
  readonly hasAttributes: boolean;
}

const entries = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'));

const importsOfScripts = new Map<string, Import[]>();

/** Returns the static imports and re-exports of a script. */
function importsOf(path: string, text: string): Import[] {
  const known = importsOfScripts.get(text) ?? readImports(path, text);
  importsOfScripts.set(text, known);
  return known;
}

function readImports(path: string, text: string): Import[] {
  return parseSource(path, text).tree.statements.flatMap((statement): Import[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier, attributes } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const from = moduleSpecifier.text;
    return [{ from, names: namesOf(statement), hasAttributes: attributes !== undefined }];
  });
}

function namesOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
  const names = clause !== undefined && ts.isImportClause(clause) && clause.name !== undefined ? ['default'] : [];
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (bindings === undefined || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return names;
  return [...names, ...bindings.elements.map((each) => (each.propertyName ?? each.name).text)];
}

/** Returns all scripts that Node links before it runs the first line of `entry`. */
function graphOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { from } of importsOf(entry, readText(entry)))
    if (from.startsWith('.')) graphOf(posix.join(dirname(entry), from), seen);
  return seen;
}

/** Returns what Node 18 would not link in a script. */
function faultsOf(path: string, text: string): string[] {
  const faults = importsOf(path, text).flatMap(({ from, names, hasAttributes }) => {
    if (hasAttributes) return [`${path} imports ${from} with attributes`];
    if (!from.startsWith('node:')) return [];
    const known = node18Exports(from);
    if (known === undefined) return [`${path} imports ${from}, which node-18.ts does not list`];
    return names.filter((name) => !known.has(name)).map((name) => `${path} imports ${name} from ${from}`);
  });
  return /import\.meta\.(?:dirname|filename)/.test(text) ? [...faults, `${path} has import.meta.dirname`] : faults;
}

describe('on Node 18, where set-up names the lines that install a newer Node', () => {
  it.each(entries)('%s links', (entry) => {
    const faults = [...graphOf(`scripts/${entry}`)].flatMap((path) => faultsOf(path, readText(path)));
    expect(faults).toEqual([]);
  });

  it.each(entries.filter((entry) => graphOf(`scripts/${entry}`).has('scripts/lib/prepare.mjs')))(
    '%s imports no package before the check of the system',
    (entry) => {
      const graph = [...graphOf(`scripts/${entry}`)];
      const packages = graph.flatMap((path) => importsOf(path, readText(path)).map(({ from }) => from));
      expect(packages.filter((from) => !/^(?:node:|\.)/.test(from))).toEqual([]);
    },
  );

  it.each([
    ["import { crc32 } from 'node:zlib';", 'a.mjs imports crc32 from node:zlib'],
    ["import { glob as all } from 'node:fs';", 'a.mjs imports glob from node:fs'],
    ["export { styleText } from 'node:util';", 'a.mjs imports styleText from node:util'],
    ["import { DatabaseSync } from 'node:sqlite';", 'a.mjs imports node:sqlite, which node-18.ts does not list'],
    ["import json from './a.json' with { type: 'json' };", 'a.mjs imports ./a.json with attributes'],
    ['const here = import.meta.dirname;', 'a.mjs has import.meta.dirname'],
  ])('this would not: %s', (text, fault) => {
    expect(faultsOf('a.mjs', text)).toEqual([fault]);
    expect(faultsOf('a.mjs', "import zlib, { gzipSync } from 'node:zlib';")).toEqual([]);
  });
});
