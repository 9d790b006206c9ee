import ts from 'typescript';
import type { SourceFile } from './sources.ts';

/** Each detector returns `path:line` of its findings, so that a failing budget names the place. */
export type Detector = (source: SourceFile) => string[];

function nodesOf(source: SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return nodes;
}

const placeOf = ({ path, tree }: SourceFile, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;

const detector =
  (matches: (node: ts.Node) => boolean): Detector =>
  (source) =>
    nodesOf(source)
      .filter(matches)
      .map((node) => placeOf(source, node));

/** The type `any`, wherever it is written. */
export const anyTypes = detector((node) => node.kind === ts.SyntaxKind.AnyKeyword);

/** Detects a global object or an imported name. Members and keys of the same name (`port.console`) do not count. */
export const uses = (name: string): Detector =>
  detector((node) => {
    if (!ts.isIdentifier(node) || node.text !== name) return false;
    const { parent } = node;
    return (
      !(ts.isPropertyAccessExpression(parent) && parent.name === node) &&
      !(ts.isPropertyAssignment(parent) && parent.name === node)
    );
  });

/** A call of a member of a global object, as `Math.random()`. */
export const memberUses = (object: string, member: string): Detector =>
  detector(
    (node) => ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === member,
  );

/** A call of a method of that name, whatever it is called on. */
export const methodCalls = (method: string): Detector =>
  detector(
    (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === method,
  );

/** A string or a part of a template that `test` accepts. Module names in import declarations count too. */
export const strings = (test: (text: string) => boolean): Detector =>
  detector(
    (node) =>
      (ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node)) &&
      test(node.text),
  );

const NAMES = 'eip155|solana|bip122|tron|cosmos|sui|aptos|stellar|tvm|xrpl';
const NAMESPACE = new RegExp(`(?:^|[^-a-z0-9])(?:${NAMES}):$`);
const PREFIX = new RegExp(`^/\\^(?:${NAMES}):/$`);
const PARTS_OF_TEXT = new Set(['startsWith', 'endsWith', 'split', 'indexOf', 'slice', 'substring', 'replace', 'match']);

/**
 * Decisions by the text of a chain's or an asset's name. One form is a namespace with its colon as a text of its own.
 * The other is a method that takes a part of a value named chain, caip2 or caip19.
 */
export const chainTexts = detector((node) => {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node))
    return NAMESPACE.test(node.text);
  if (ts.isRegularExpressionLiteral(node)) return PREFIX.test(node.text);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  const of = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const [first] = node.arguments;
  const isWritten = first !== undefined && ts.isStringLiteral(first) && NAMESPACE.test(first.text);
  return PARTS_OF_TEXT.has(name.text) && /^(?:chain|caip2|caip19)$/i.test(of) && !isWritten;
});

/** Ways to load a module that the import rules cannot see: `createRequire`, `require` and `import()` of anything but a plain string. */
export const hiddenLoads = detector((node) => {
  if (ts.isIdentifier(node) && (node.text === 'createRequire' || node.text === 'require')) {
    return !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node);
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return false;
  const [module] = node.arguments;
  return module === undefined || !ts.isStringLiteral(module);
});

/** Comments that switch the type checker off. */
export const silencedTypes: Detector = ({ path, text }) =>
  text
    .split('\n')
    .flatMap((line, index) => (/@ts-(ignore|nocheck|expect-error)\b/.test(line) ? [`${path}:${index + 1}`] : []));

/**
 * Returns the names imported from a module that `matches` accepts. `*` means all at once, or a re-export. Types do not
 * count, because they have no effect.
 */
export function importedNames({ tree }: SourceFile, matches: (module: string) => boolean): string[] {
  return tree.statements.flatMap((statement) => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier &&
      ts.isStringLiteral(statement.moduleSpecifier)
    ) {
      return matches(statement.moduleSpecifier.text) && !statement.isTypeOnly ? ['*'] : [];
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    if (!matches(statement.moduleSpecifier.text)) return [];
    const { importClause } = statement;
    if (importClause === undefined) return ['*'];
    if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const bindings = importClause.namedBindings;
    const named =
      bindings && ts.isNamedImports(bindings) ? bindings.elements.filter((element) => !element.isTypeOnly) : [];
    const whole = importClause.name !== undefined || (bindings !== undefined && ts.isNamespaceImport(bindings));
    return [...(whole ? ['*'] : []), ...named.map((element) => (element.propertyName ?? element.name).text)];
  });
}

/** The modules a file imports or re-exports, as written. */
export function importedModules({ tree }: SourceFile): string[] {
  const modules: string[] = [];
  const visit = (node: ts.Node): void => {
    const from = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
    const loaded =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
    const module = from ?? loaded;
    if (module && ts.isStringLiteral(module)) modules.push(module.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return modules;
}
