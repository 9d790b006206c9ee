import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { inRoot } from '../paths.mjs';
import { hasLetters, SENTENCE } from './rules.mjs';
import { textsOf } from './texts.mjs';

/**
 * The files whose texts describe the state of this program and this machine. The page shows them as main wrote them, so it
 * looks up their translations. No text of them explains what is signed.
 */
const STATES = [
  'electron/custody/activities/try-policy.ts',
  'electron/engine/doctor',
  'electron/engine/keys/stores.ts',
  'electron/engine/service/service-keeper.ts',
  'electron/engine/stamping/sender.ts',
  'electron/engine/vault/vault-keeper.ts',
  'electron/engine/webhooks/body-changes.ts',
  'electron/engine/webhooks/verify-delivery.ts',
  'electron/main/runtime.ts',
  'electron/main/sandbox.ts',
  'electron/storage/keychain/keystore-file.ts',
  'electron/storage/keychain/os-keychain.ts',
  'electron/vault/import-forms.ts',
  'shared/model/deliveries.ts',
];

/**
 * The places whose errors reach the page. Those of `crypto` and `custody` explain content, or are of any service, except
 * the errors of keystore files.
 */
const ERRORS = [
  'electron/crypto/keystore-file.ts',
  ...['electron/approvals', 'electron/client', 'electron/engine', 'electron/hardening', 'electron/main'],
  ...['electron/storage', 'electron/token', 'electron/vault', 'shared/errors', 'shared/processes'],
];

/** A sentence with its place. A template of an error is looked up by its key alone, and so is a text for one of its values. */
/** @typedef {{ key: string, file: string, line: number, isTemplate?: boolean }} Said */

/**
 * Returns the sentences that main says and the page shows: the texts of states and of progress with their holes, and the
 * errors. A sentence of an error with values is a template with the tag `sentence`.
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
    ...ERRORS.flatMap(filesIn).flatMap((file) => errorTexts(readFileSync(inRoot(file), 'utf8'), file)),
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
 * Returns the texts of a source's errors and of its progress:
 * - The messages without a value of `new AppError(code, message)`, and members called `message`.
 * - The templates with the tag `sentence`.
 * - The texts that stand for a value of one: a branch of a condition, or an argument that a function puts into a template.
 * - The text of an object with `done` and `total`.
 * @param {string} code
 * @param {string} file
 * @returns {Said[]}
 */
export function errorTexts(code, file) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  /** @type {Said[]} */
  const found = [];
  /** @param {string} text @param {ts.Node} node @param {boolean} isTemplate */
  const add = (text, node, isTemplate) => {
    const key = text.trim();
    if (hasLetters(key) && !NAME.test(key)) found.push({ key, file, line: lineAt(code, node.getStart()), isTemplate });
  };
  /** @param {ts.Expression} node */
  const addLiterals = (node) => {
    for (const text of literals(node)) add(escaped(text.text), text, true);
  };
  /** @type {Map<string, Set<number>>} */
  const passedOn = new Map();
  /** @param {ts.TaggedTemplateExpression} node */
  const ofTemplate = ({ template }) => {
    add(keyOf(template), template, true);
    if (!ts.isTemplateExpression(template)) return;
    for (const { expression } of template.templateSpans) {
      for (const value of valuesOf(expression, source)) addLiterals(value);
      if (!ts.isIdentifier(expression)) continue;
      const [name, at] = parameterOf(expression) ?? [];
      if (name !== undefined && at !== undefined) passedOn.set(name, (passedOn.get(name) ?? new Set()).add(at));
    }
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sentence') ofTemplate(node);
    const said = messageIn(node);
    for (const text of said === undefined ? [] : literals(said))
      if (SENTENCE.test(text.text)) add(escaped(text.text), text, false);
    for (const text of progressIn(node)) add(keyOf(text), text, false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  /** @param {ts.Node} node */
  const visitCalls = (node) => {
    const called =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? passedOn.get(node.expression.text) : undefined;
    if (called !== undefined && ts.isCallExpression(node))
      for (const at of called) if (node.arguments[at] !== undefined) addLiterals(node.arguments[at]);
    ts.forEachChild(node, visitCalls);
  };
  visitCalls(source);
  return found;
}

/**
 * Returns the places of errors whose message has a value that is not kept apart, as `file:line`.
 * @returns {string[]}
 */
export function untaggedErrors() {
  return ERRORS.flatMap(filesIn).flatMap((file) => {
    const code = readFileSync(inRoot(file), 'utf8');
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
    /** @type {string[]} */
    const found = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
      const isError = ts.isNewExpression(node) && node.expression.getText() === 'AppError';
      const said = isError ? node.arguments?.[1] : undefined;
      if (said !== undefined && branchesOf(said).some((text) => isJoined(text, source)))
        found.push(`${file}:${lineAt(code, said.getStart())}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** The English text of an error that was caught. */
const ERROR = /\b(?:error|cause|failure|toErrorData\(.*\))\.message$/;

/**
 * Returns true for a text that was joined, or that is the English text of another error, also by a constant of the file.
 * @param {ts.Expression} text
 * @param {ts.SourceFile} source
 * @returns {boolean}
 */
function isJoined(text, source) {
  if (ts.isTemplateExpression(text) || ts.isBinaryExpression(text)) return true;
  if (ts.isPropertyAccessExpression(text)) return ERROR.test(text.getText(source));
  if (!ts.isIdentifier(text)) return false;
  /** @type {boolean} */
  let found = false;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isNamed = (ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && node.name.getText() === text.text;
    if (isNamed && ts.isBindingElement(node))
      found ||=
        ts.isVariableDeclaration(node.parent.parent) &&
        ERROR.test(`${node.parent.parent.initializer?.getText(source)}.${text.text}`);
    else if (isNamed && node.initializer !== undefined)
      found ||= branchesOf(node.initializer).some((value) => !ts.isIdentifier(value) && isJoined(value, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The name of a member or of a standard: `block.timestamp`, `caip19`. */
const NAME = /^[a-z]+(?:\d+|\.[\w.]+)$/i;

/** @param {string} text */
const escaped = (text) => text.replaceAll('{', '{{');

/** Returns the text of a template with its holes. @param {ts.Expression} node */
function keyOf(node) {
  if (ts.isStringLiteralLike(node)) return escaped(node.text);
  if (!ts.isTemplateExpression(node)) return '';
  const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  return parts.map(({ text }, at) => (at === 0 ? '' : `{${at - 1}}`) + escaped(text)).join('');
}

/** Returns the texts of a report of progress, which has `done` and `total` beside its text. @param {ts.Node} node */
function progressIn(node) {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const names = node.properties.map((property) => property.name?.getText() ?? '');
  const text = node.properties.find((property) => property.name?.getText() === 'text');
  if (!names.includes('done') || !names.includes('total') || text === undefined || !ts.isPropertyAssignment(text))
    return [];
  return branchesOf(text.initializer);
}

/**
 * Returns the expressions that a value of a template can be. A call has the results of its function, and a lookup has the
 * members of its table, both of the same file.
 * @param {ts.Expression} value
 * @param {ts.SourceFile} source
 * @returns {ts.Expression[]}
 */
function valuesOf(value, source) {
  const named = ts.isCallExpression(value) || ts.isElementAccessExpression(value) ? value.expression.getText() : null;
  if (named === null) return [value];
  /** @type {ts.Expression[]} */
  const found = [];
  /** @param {ts.Node} node @param {boolean} isInside */
  const visit = (node, isInside) => {
    const isNamed =
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText() === named;
    if (isInside && ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    if (isInside && ts.isPropertyAssignment(node)) found.push(node.initializer);
    ts.forEachChild(node, (inner) => visit(inner, isInside || isNamed));
  };
  visit(source, false);
  return found;
}

/** Returns the message of an error, or undefined for another node. @param {ts.Node} node @returns {ts.Expression | undefined} */
function messageIn(node) {
  if (ts.isNewExpression(node) && node.expression.getText() === 'AppError') return node.arguments?.[1];
  return ts.isPropertyAssignment(node) && ['message', 'sentence'].includes(node.name.getText())
    ? node.initializer
    : undefined;
}

/**
 * Returns the function that has an identifier as its parameter, by its name, and the position of the parameter.
 * @param {ts.Identifier} identifier
 * @returns {[name: string, at: number] | null}
 */
function parameterOf(identifier) {
  for (let node = identifier.parent; node !== undefined; node = node.parent) {
    if (!ts.isFunctionLike(node)) continue;
    const at = node.parameters.findIndex(({ name }) => name.getText() === identifier.text);
    if (at === -1) continue;
    const named = ts.isFunctionDeclaration(node)
      ? node.name
      : ts.isVariableDeclaration(node.parent)
        ? node.parent.name
        : undefined;
    return named === undefined ? null : [named.getText(), at];
  }
  return null;
}

/** The texts that an expression can be. @param {ts.Expression} node @returns {ts.StringLiteralLike[]} */
const literals = (node) => branchesOf(node).filter((each) => ts.isStringLiteralLike(each));

/** The values that an expression can have. @param {ts.Expression} node @returns {ts.Expression[]} */
function branchesOf(node) {
  if (ts.isParenthesizedExpression(node)) return branchesOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...branchesOf(node.whenTrue), ...branchesOf(node.whenFalse)];
  const isAlternative = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return isAlternative ? [...branchesOf(node.left), ...branchesOf(node.right)] : [node];
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
