import { compileFunction } from 'node:vm';
import ts from 'typescript';
import type { SourceFile } from '../unit/repository/sources.ts';

/** One `@example` of a docstring: statements, the last of which is an expression, then its result as a comment. */
export interface Example {
  readonly path: string;
  /** The function that the docstring is of. */
  readonly name: string;
  readonly text: string;
}

const TAG = /^\s*\*\s*@example(?=\s)/gm;

/** The number of tags in a text. One that `examplesOf` does not find is not at an exported function. */
export const countTags = ({ text }: SourceFile): number => text.match(TAG)?.length ?? 0;

/** Returns the examples of the exported functions of a file, in their order. */
export function examplesOf({ path, tree }: SourceFile): Example[] {
  return tree.statements.flatMap((statement) => {
    const [name] = exportedNames(statement);
    if (name === undefined) return [];
    return ts
      .getJSDocTags(statement)
      .filter((tag) => tag.tagName.text === 'example')
      .map((tag) => ({ path, name, text: ts.getTextOfJSDocComment(tag.comment)?.trim() ?? '' }));
  });
}

function exportedNames(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations
    .filter(({ initializer }) => initializer !== undefined && ts.isArrowFunction(initializer))
    .map(({ name }) => name.getText());
}

const MAXIMUM_LINES = 4;

/**
 * Runs an example with the names of `scope`.
 * @returns The value of its last expression and the value that its comment states. For a comment `throws CODE`, both
 * are such texts, with the code of an AppError or the name of another error.
 * Throws when the example does not run, calls another function, or states no result.
 */
export async function runExample(
  { name, text }: Example,
  scope: Readonly<Record<string, unknown>>,
): Promise<{ readonly value: unknown; readonly stated: unknown }> {
  const { code, lastStart, comment } = partsOf(text);
  if (!code.includes(`${name}(`)) throw new Error(`The example does not call ${name}.`);
  if (code.split('\n').length > MAXIMUM_LINES) throw new Error(`The example has more than ${MAXIMUM_LINES} lines.`);
  const body = `return (async () => {\n${code.slice(0, lastStart)}return ${code.slice(lastStart)}\n})();`;
  const run = compileFunction(withoutTypes(body), Object.keys(scope)) as (...values: unknown[]) => Promise<unknown>;
  const value = run(...Object.values(scope));
  if (!comment.startsWith('throws ')) return { value: await value, stated: literalOf(expressionOf(comment)) };
  return { value: await value.then(() => 'throws nothing', thrownBy), stated: comment };
}

function partsOf(text: string): { code: string; lastStart: number; comment: string } {
  const { statements } = ts.createSourceFile('example.ts', text, ts.ScriptTarget.ESNext, true);
  const last = statements.at(-1);
  if (last === undefined || !ts.isExpressionStatement(last)) throw new Error('The example ends with no expression.');
  const lines = text.slice(last.end).trim().split('\n');
  if (!lines.every((line) => line.startsWith('// '))) throw new Error('The example states no result in a comment.');
  const comment = lines.map((line) => line.slice(3).trim()).join('\n');
  return { code: text.slice(0, last.end), lastStart: last.getStart(), comment };
}

const withoutTypes = (body: string): string =>
  ts.transpileModule(body, { compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext } })
    .outputText;

function thrownBy(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return `throws ${'code' in error ? error.code : error.name}`;
}

function expressionOf(text: string): ts.Expression {
  const { statements } = ts.createSourceFile('result.ts', `(${text})`, ts.ScriptTarget.ESNext, true);
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0 || !ts.isExpressionStatement(only)) throw notLiteral(text);
  return only.expression;
}

/** The value of a literal. Nothing is run, so that a comment cannot repeat the code. */
function literalOf(node: ts.Expression): unknown {
  if (ts.isParenthesizedExpression(node)) return literalOf(node.expression);
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isBigIntLiteral(node)) return BigInt(node.text.slice(0, -1));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
    return -(literalOf(node.operand) as number);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literalOf);
  if (ts.isObjectLiteralExpression(node)) return Object.fromEntries(node.properties.map(memberOf));
  if (ts.isCallExpression(node) && node.expression.getText() === 'Uint8Array.of')
    return Uint8Array.from(node.arguments.map((value) => literalOf(value) as number));
  const known = WORDS.get(node.getText());
  if (known === undefined) throw notLiteral(node.getText());
  return known.value;
}

const WORDS: ReadonlyMap<string, { readonly value: unknown }> = new Map(
  [true, false, null, undefined].map((value) => [String(value), { value }]),
);

function memberOf(member: ts.ObjectLiteralElementLike): [string, unknown] {
  if (!ts.isPropertyAssignment(member)) throw notLiteral(member.getText());
  const { name, initializer } = member;
  return [ts.isStringLiteral(name) ? name.text : name.getText(), literalOf(initializer)];
}

const notLiteral = (text: string): Error => new Error(`The stated result is no literal: ${text}`);
