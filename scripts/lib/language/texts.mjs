import ts from 'typescript';
import {
  ALWAYS,
  COUNTING,
  hasLetters,
  LOOKS_UP,
  NEVER,
  NEVER_ATTRIBUTES,
  readsAsWords,
  SAID,
  SENTENCE,
  UNREAD,
} from './rules.mjs';

/**
 * A value in a text, with the forms of its noun if it is a counted one.
 * @typedef {Span & { isElement: boolean, noun: Noun | null }} Hole
 */
/** @typedef {{ one: Span, many: Span | null, forms: [string, string] }} Noun */
/** @typedef {{ start: number, end: number }} Span */
/** @typedef {{ parts: (string | Hole)[] }} Leaf */
/** @typedef {{ span: Span, condition: Span & { text: string }, yes: Tree, no: Tree }} Choice */
/** @typedef {Leaf | Choice} Tree */
/** @typedef {'expression' | 'attribute' | 'children'} Place */
/** @typedef {{ key: string, before: string, after: string, leaf: Leaf }} Found */
/**
 * A text that a reader sees. With values it has holes: `Delete ${name}` is "Delete {0}". A counted noun has its forms:
 * "{0:entry|entries} left". A condition inside a text gives a text for each branch.
 * @typedef {Span & { place: Place, tree: Tree, texts: Found[] }} Text
 */

/** A text with more branches has a hole for its conditions. */
const MOST_BRANCHES = 4;

/**
 * Returns the texts of a source file in their order. Texts inside the holes of others are among them.
 * @param {string} code
 * @param {string} file Its name, which decides whether it has JSX.
 * @param {ReadonlySet<string>} names Texts that are names for the program.
 * @returns {Text[]}
 */
export function textsOf(code, file, names = new Set()) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  /** @type {Text[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const text = textAt(node, source, names);
    if (text === null) {
      ts.forEachChild(node, visit);
      return;
    }
    found.push(text);
    for (const inner of innerOf(node, text)) visit(inner);
  };
  /** The nodes below one that became a text, which can have texts of their own. @param {ts.Node} node @param {Text} text */
  const innerOf = (node, text) => {
    const holes = leavesOf(text.tree).flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string'));
    const conditions = conditionsOf(text.tree);
    const spans = [...holes.filter(({ noun }) => noun === null), ...conditions];
    /** @type {Map<string, ts.Node>} */
    const nodes = new Map();
    /** @param {ts.Node} each */
    const search = (each) => {
      const at = `${each.getStart(source)} ${each.end}`;
      if (each !== node && spans.some(({ start, end }) => `${start} ${end}` === at) && !nodes.has(at))
        nodes.set(at, each);
      else ts.forEachChild(each, search);
    };
    search(node);
    if (ts.isJsxElement(node)) nodes.set('opening', node.openingElement);
    return [...nodes.values()];
  };
  visit(source);
  return found.sort((one, other) => one.start - other.start);
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 * @param {ReadonlySet<string>} names
 * @returns {Text | null}
 */
function textAt(node, source, names) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return childrenText(node, source, names);
  if (ts.isCallExpression(node) && nounOf(node, source) !== null) {
    const tree = { parts: [holeOf(node, source)] };
    return { ...spanOf(node, source), place: 'expression', tree, texts: foundIn(tree) };
  }
  if (!isLiteral(node)) return null;
  const context = contextOf(node);
  if (context === 'never') return null;
  const tree = treeOf(node, source);
  const texts = foundIn(tree);
  const fits = context === 'always' ? hasLetters : readsAsWords;
  if (!texts.some(({ key, before, after }) => fits(before + key + after))) return null;
  if (texts.every(({ key }) => names.has(key))) return null;
  const place = ts.isJsxAttribute(node.parent) ? 'attribute' : 'expression';
  return { start: node.getStart(source), end: node.end, place, tree, texts };
}

/** @param {ts.Node} node @returns {node is ts.StringLiteralLike | ts.TemplateExpression} */
const isLiteral = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/**
 * Returns `never` for a text that the program compares, looks up or names something by, and `always` in places for words.
 * @param {ts.Node} node
 * @returns {'never' | 'always' | 'perhaps'}
 */
function contextOf(node) {
  const { parent } = node;
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isComputedPropertyName(parent) ||
    ts.isEnumMember(parent) ||
    ts.isExpressionStatement(parent)
  )
    return 'never';
  if (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) {
    if (parent.name === node) return 'never';
    const name = ts.isComputedPropertyName(parent.name) ? '' : parent.name.getText().replaceAll(/['"]/g, '');
    if (ts.isJsxAttribute(parent)) return contextOfAttribute(name);
    if (NEVER.has(name)) return ts.isStringLiteralLike(node) && SENTENCE.test(node.text) ? 'perhaps' : 'never';
    return ALWAYS.has(name) ? 'always' : 'perhaps';
  }
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    if (operator >= ts.SyntaxKind.EqualsEqualsToken && operator <= ts.SyntaxKind.ExclamationEqualsEqualsToken)
      return 'never';
    if (operator === ts.SyntaxKind.InKeyword || operator === ts.SyntaxKind.LessThanToken) return 'never';
    const isAlternative =
      operator === ts.SyntaxKind.QuestionQuestionToken ||
      operator === ts.SyntaxKind.BarBarToken ||
      (operator === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === node);
    return isAlternative ? contextOf(parent) : 'perhaps';
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'never' : contextOf(parent);
  if (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  )
    return contextOf(parent);
  if (ts.isArrayLiteralExpression(parent)) return contextOf(parent) === 'never' ? 'never' : 'perhaps';
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? contextOfAttribute(parent.parent.name.getText()) : 'always';
  }
  if (ts.isTemplateSpan(parent)) {
    const context = contextOf(parent.parent);
    const isText =
      context !== 'never' && foundIn(treeOf(parent.parent, node.getSourceFile())).some(({ key }) => readsAsWords(key));
    return isText ? 'always' : context === 'never' ? 'never' : 'perhaps';
  }
  if (ts.isNewExpression(parent)) return UNREAD.has(parent.expression.getText()) ? 'never' : 'perhaps';
  if (ts.isCallExpression(parent)) return contextOfArgument(parent, node);
  return 'perhaps';
}

/** @param {string} name @returns {'never' | 'always' | 'perhaps'} */
function contextOfAttribute(name) {
  if (ALWAYS.has(name)) return 'always';
  return NEVER.has(name) || NEVER_ATTRIBUTES.has(name) || /^(?:data|aria)-/.test(name) ? 'never' : 'perhaps';
}

/** @param {ts.CallExpression} call @param {ts.Node} node @returns {'never' | 'always' | 'perhaps'} */
function contextOfArgument(call, node) {
  if (call.expression === node) return 'never';
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : call.expression.getText();
  if (name === 'import' || name === 'require') return 'never';
  if (ts.isPropertyAccessExpression(call.expression) && LOOKS_UP.has(name)) return 'never';
  if (SAID.has(name)) return 'always';
  return 'perhaps';
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Tree} */
function treeOf(node, source) {
  if (ts.isStringLiteralLike(node)) return { parts: [node.text] };
  if (ts.isTemplateExpression(node))
    return joined([
      { parts: [node.head.text] },
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        branches(expression, source),
        { parts: [literal.text] },
      ]),
    ]);
  return { parts: [holeOf(node, source)] };
}

/** The tree of an expression in a text: a condition between texts is a choice. @param {ts.Node} node @param {ts.SourceFile} source @returns {Tree} */
function branches(node, source) {
  if (ts.isParenthesizedExpression(node)) return branches(node.expression, source);
  if (isLiteral(node)) return treeOf(node, source);
  if (!ts.isConditionalExpression(node)) return { parts: [holeOf(node, source)] };
  const [yes, no] = [branches(node.whenTrue, source), branches(node.whenFalse, source)];
  const hasText = [yes, no].some((tree) =>
    leavesOf(tree).some(({ parts }) => parts.some((part) => typeof part === 'string' && part !== '')),
  );
  if (!hasText) return { parts: [holeOf(node, source)] };
  const condition = { ...spanOf(node.condition, source), text: node.condition.getText(source) };
  return { span: spanOf(node, source), condition, yes, no };
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Hole} */
function holeOf(node, source) {
  return { ...spanOf(node, source), isElement: false, noun: nounOf(node, source) };
}

/** The noun of a call such as `counted(n, 'entry', 'entries')`. @param {ts.Node} node @param {ts.SourceFile} source @returns {Hole['noun']} */
function nounOf(node, source) {
  if (!ts.isCallExpression(node) || !COUNTING.has(node.expression.getText(source))) return null;
  const [, one, many] = node.arguments;
  if (one === undefined || !ts.isStringLiteralLike(one)) return null;
  if (many !== undefined && !ts.isStringLiteralLike(many)) return null;
  return {
    one: spanOf(one, source),
    many: many === undefined ? null : spanOf(many, source),
    forms: [one.text, many?.text ?? `${one.text}s`],
  };
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Span} */
const spanOf = (node, source) => ({ start: node.getStart(source), end: node.end });

/**
 * Joins trees in a row. A choice that would give too many branches becomes a hole.
 * @param {Tree[]} trees
 * @returns {Tree}
 */
function joined(trees) {
  /** @type {Tree} */
  let all = { parts: [] };
  for (const tree of trees) {
    const next = appended(all, tree);
    const isWide = 'condition' in tree && leavesOf(next).length > MOST_BRANCHES;
    all = isWide ? appended(all, { parts: [{ ...tree.span, isElement: false, noun: null }] }) : next;
  }
  return all;
}

/** @param {Tree} tree @param {Tree} next @returns {Tree} */
function appended(tree, next) {
  if ('condition' in tree) {
    return {
      ...tree,
      yes: appended(tree.yes, assumed(next, tree.condition.text, true)),
      no: appended(tree.no, assumed(next, tree.condition.text, false)),
    };
  }
  if ('condition' in next) return { ...next, yes: appended(tree, next.yes), no: appended(tree, next.no) };
  return { parts: [...tree.parts, ...next.parts] };
}

/**
 * Returns a tree without the branches that a condition outside it excludes.
 * @param {Tree} tree
 * @param {string} text of the condition
 * @param {boolean} is its value
 * @returns {Tree}
 */
function assumed(tree, text, is) {
  if (!('condition' in tree)) return tree;
  if (tree.condition.text === text) return assumed(is ? tree.yes : tree.no, text, is);
  return { ...tree, yes: assumed(tree.yes, text, is), no: assumed(tree.no, text, is) };
}

/** @param {Tree} tree @returns {Leaf[]} */
export const leavesOf = (tree) => ('condition' in tree ? [...leavesOf(tree.yes), ...leavesOf(tree.no)] : [tree]);

/** @param {Tree} tree @returns {Span[]} */
const conditionsOf = (tree) =>
  'condition' in tree ? [tree.condition, ...conditionsOf(tree.yes), ...conditionsOf(tree.no)] : [];

/**
 * The text of an element's children, if words stand among them.
 * @param {ts.JsxElement | ts.JsxFragment} node
 * @param {ts.SourceFile} source
 * @param {ReadonlySet<string>} names
 * @returns {Text | null}
 */
function childrenText(node, source, names) {
  if (!node.children.some((child) => ts.isJsxText(child) && hasLetters(shownOf(child.text)))) return null;
  const trees = node.children.flatMap((child) => childTree(child, source));
  const tree = joined(trees);
  const texts = foundIn(tree);
  if (texts.every(({ key }) => names.has(key))) return null;
  const [opening, closing] = ts.isJsxElement(node)
    ? [node.openingElement, node.closingElement]
    : [node.openingFragment, node.closingFragment];
  return { start: opening.end, end: closing.getStart(source), place: 'children', tree, texts };
}

/** @param {ts.JsxChild} child @param {ts.SourceFile} source @returns {Tree[]} */
function childTree(child, source) {
  if (ts.isJsxText(child)) return [{ parts: [shownOf(child.text)] }];
  if (!ts.isJsxExpression(child)) return [{ parts: [{ ...spanOf(child, source), isElement: true, noun: null }] }];
  return child.expression === undefined ? [] : [branches(child.expression, source)];
}

/**
 * The text of JSX as React gets it: without the line ends and the space around them.
 * @param {string} written
 */
export function shownOf(written) {
  const lines = written.split(/\r?\n/);
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? begun : begun.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** @param {Tree} tree @returns {Found[]} */
function foundIn(tree) {
  const all = leavesOf(tree).map(keyed);
  // A branch of one letter counts beside one with words.
  return all.some(({ key }) => hasLetters(key))
    ? all.filter(({ key }) => /\p{L}/u.test(key.replaceAll(/\{\d\}/g, '')))
    : [];
}

/**
 * The key of a text: its words with numbered holes, without the space around them.
 * @param {Leaf} leaf
 * @returns {Found}
 */
export function keyed(leaf) {
  let count = 0;
  const whole = leaf.parts
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll('{', '{{');
      const index = count++;
      return part.noun === null ? `{${index}}` : `{${index}:${part.noun.forms.join('|')}}`;
    })
    .join('');
  const key = whole.trim();
  const at = whole.indexOf(key);
  return { key, before: whole.slice(0, at), after: whole.slice(at + key.length), leaf };
}
