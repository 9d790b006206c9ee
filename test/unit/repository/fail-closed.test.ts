import { existsSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parseSource, readText, repositoryFiles } from './sources.ts';

/** Each `catch`, limit and default of the code that decides a permission has a row in the register. */
const PAGE = 'docs/fail-closed.md';
const FOLDERS = [
  'custody/(?:policies|activities|authentication|submission|signers)/',
  'custody/handlers/(?:otp/(?:codes|stranger-codes)|sessions/open-session)',
  'approvals/',
  'vault/(?:[^.]*(?:approv|consent)|decode-content)',
  'engine/(?:consent/|batches/(?:batches|nonces|result-file|signing|store|watch)|requests/outpoints)',
  'main/trusted/questions',
];
const DECIDING = new RegExp(`^electron/(?:${FOLDERS.join('|')}).*\\.ts$`);

/** Numbers that a format gives. Nothing can exceed them. */
const FORMATS = [
  ...['DIGEST_BYTES', 'TYPED_DATA_BYTES', 'AUTHENTICATOR_BYTES', 'FLAGS_AT', 'USER_PRESENT'].map(
    (name) => `electron/custody/policies/raw-content.ts:${name}`,
  ),
  ...['TAG_BYTES', 'AMOUNT_BYTES', 'SEED_HEAD'].map((name) => `electron/custody/policies/solana-moves.ts:${name}`),
  'electron/custody/policies/typed-data.ts:ADDRESS_DIGITS',
  ...['MOVING', 'WORD', 'ADDRESS_DIGITS'].map((name) => `electron/custody/policies/velocity/token-call.ts:${name}`),
];

const isTruth = (node: ts.Node | undefined) =>
  node?.kind === ts.SyntaxKind.TrueKeyword || node?.kind === ts.SyntaxKind.FalseKeyword;

/** The constants that stand for a number in a limit. */
const UNITS = ['DAY_MS', 'MEBIBYTE'];

/** Returns true for a number or a unit, a calculation with these, and an object of these. */
function isNumber(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isBinaryExpression(node)) return isNumber(node.left) && isNumber(node.right);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isNumber(node.expression);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every((one) => ts.isPropertyAssignment(one) && isNumber(one.initializer));
  if (ts.isIdentifier(node)) return UNITS.includes(node.text);
  return ts.isNumericLiteral(node) || ts.isBigIntLiteral(node);
}

function isLimit({ name, initializer }: ts.VariableDeclaration): boolean {
  const text = name.getText();
  return /^(?:MAXIMUM_|DEFAULT_|\w*BUDGET)/.test(text) || (/^[A-Z][A-Z0-9_]*$/.test(text) && isNumber(initializer));
}

/** Returns true for a handler of errors, and for a default that is true or false. */
function isDecision(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return true;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'catch';
  if (ts.isParameter(node) || ts.isBindingElement(node)) return isTruth(node.initializer);
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    isTruth(node.right)
  );
}

function placesOf(path: string, text: string): string[] {
  const { tree } = parseSource(path, text);
  const found: string[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    if (isDecision(node)) found.push(`${path}:${owner}`);
    ts.forEachChild(node, (child) => visit(child, owner));
  };
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) {
      const named =
        ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ? statement.name : undefined;
      visit(statement, named?.text ?? '');
      continue;
    }
    for (const declaration of statement.declarationList.declarations) {
      const owner = declaration.name.getText();
      if (isLimit(declaration)) found.push(`${path}:${owner}`);
      visit(declaration, owner);
    }
  }
  return found;
}
const rows = () => [...readText(PAGE).matchAll(/^\| `([^`]+:\w+)` \| .+ \| `([^`]+)` \|$/gm)];
const places = () => [
  ...new Set(
    repositoryFiles()
      .filter((path) => DECIDING.test(path))
      .flatMap((path) => placesOf(path, readText(path))),
  ),
];

it('registers every catch, limit and default that decides a permission', () => {
  const registered = rows().map(([, place = '']) => place);
  expect([...registered, ...FORMATS].toSorted()).toEqual(places().toSorted());
});

it('names a test that exists for each', () => {
  expect(rows().filter(([, , test]) => !existsSync(test ?? ''))).toEqual([]);
});

it.each([
  ['a handler of errors', 'function ask() {\n  try {\n  } catch {\n  }\n}', 'ask'],
  ['a handler of a promise', 'export const ask = () => work().catch(() => null);', 'ask'],
  ['a limit by its name', 'const MAXIMUM_X = other();', 'MAXIMUM_X'],
  ['a limit by its value', 'export const NESTING = 60 * 60_000;', 'NESTING'],
  ['a limit by a unit', 'const REMEMBERED = 2 * DAY_MS;', 'REMEMBERED'],
  ['limits of an object', 'const LIMITS: Limits = {\n  bytes: 256 * 1024,\n  keys: 100,\n};', 'LIMITS'],
  ['a default by its name', "const DEFAULT_ROLE = 'nobody';", 'DEFAULT_ROLE'],
  ['a default of a value', 'const may = (user) => user.rights?.may ?? true;', 'may'],
  ['a default of a parameter', 'function may({ isOurs = false }) {}', 'may'],
])('finds %s by the function or constant that owns it', (_what, text, owner) => {
  expect(placesOf('a.ts', text)).toEqual([`a.ts:${owner}`]);
});

it('finds no other constants', () => {
  expect(placesOf('a.ts', "const KIND = 'sign';\nconst both = a ?? null;\nconst PARTS = { one: 'a' };")).toEqual([]);
});
