import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { inRoot } from '../paths.mjs';
import { SENTENCE } from './rules.mjs';
import { textsOf } from './texts.mjs';

/**
 * The files whose texts describe the state of this program and this machine. The page shows them as main wrote them, so it
 * looks up their translations. No text of them explains what is signed.
 */
const STATES = [
  'electron/engine/doctor',
  'electron/engine/keys/stores.ts',
  'electron/engine/service/service-keeper.ts',
  'electron/engine/vault/vault-keeper.ts',
  'electron/main/runtime.ts',
  'electron/main/sandbox.ts',
  'electron/storage/keychain/keystore-file.ts',
  'electron/storage/keychain/os-keychain.ts',
];

/** The places whose errors reach the page. Those of `crypto` and `custody` explain content, or are of any service. */
const ERRORS = [
  ...['electron/approvals', 'electron/client', 'electron/engine', 'electron/hardening', 'electron/main'],
  ...['electron/storage', 'electron/token', 'electron/vault', 'shared/errors', 'shared/processes'],
];

/** @typedef {{ key: string, file: string, line: number }} Said */

/**
 * Returns the sentences that main says and the page shows: the texts of states with their holes, and the errors without a
 * value in them. An error that quotes something is not among them.
 * @param {(file: string) => ReadonlySet<string>} namesOf
 * @returns {Said[]}
 */
export function mainSentences(namesOf) {
  return [
    ...STATES.flatMap(filesIn).flatMap((file) => {
      const code = readFileSync(inRoot(file), 'utf8');
      const said = textsOf(code, file, namesOf(file)).flatMap(({ start, texts }) =>
        [...new Set(texts.map(({ key }) => key))].map((key) => ({ key, file, line: lineAt(code, start) })),
      );
      return [...said, ...checkNames(code, file)];
    }),
    ...ERRORS.flatMap(filesIn).flatMap((file) => fixedErrors(readFileSync(inRoot(file), 'utf8'), file)),
  ].filter(({ key, file }) => !namesOf(file).has(key));
}

/** The name of a check, in an object or in a constant. */
const CHECK_NAME = /\bname(?:: | = )'(\p{Lu}[^']+)'/gu;

/** Returns the names of the checks in a source. Other members called `name` are names for the program. @param {string} code @param {string} file @returns {Said[]} */
const checkNames = (code, file) =>
  file.startsWith('electron/engine/doctor/')
    ? [...code.matchAll(CHECK_NAME)].map(({ 1: key = '', index }) => ({ key, file, line: lineAt(code, index) }))
    : [];

/**
 * Returns the messages of a source's errors that have no value in them: of `new AppError(code, message)`, and members
 * called `message`.
 * @param {string} code
 * @param {string} file
 * @returns {Said[]}
 */
export function fixedErrors(code, file) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  /** @type {Said[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const said =
      ts.isNewExpression(node) && node.expression.getText() === 'AppError'
        ? node.arguments?.[1]
        : ts.isPropertyAssignment(node) && node.name.getText() === 'message'
          ? node.initializer
          : undefined;
    for (const text of said === undefined ? [] : literals(said))
      if (SENTENCE.test(text.text))
        found.push({ key: text.text.replaceAll('{', '{{'), file, line: lineAt(code, text.getStart()) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The texts that an expression can be. @param {ts.Expression} node @returns {ts.StringLiteralLike[]} */
function literals(node) {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  const isAlternative = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return isAlternative ? [...literals(node.left), ...literals(node.right)] : [];
}

/** @param {string} path a file or a folder @returns {string[]} */
function filesIn(path) {
  if (statSync(inRoot(path)).isFile()) return [path];
  return readdirSync(inRoot(path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name).split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('electron/main/words/'))
    .sort();
}

/** @param {string} code @param {number} at */
const lineAt = (code, at) => code.slice(0, at).split('\n').length;
