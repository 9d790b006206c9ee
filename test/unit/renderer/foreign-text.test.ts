import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { Problem } from '../../../renderer/parts/problem.tsx';
import { AppError } from '../../../shared/errors/index.ts';

const folder = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

/**
 * Members whose text a service, a node, a signed notice, a file or another operator may write. Members with further
 * uses, such as `label` and `name`, are here with the name before them.
 */
const FOREIGN =
  /(?:^|\.)(?:symbol|unit|summary|failure|message|finding|advice|eventId|asset|path|description|organizationName|claimedName)$|\b(?:counterparty|account|alike|party|command|row|key|recipient)\??\.(?:label|name|note)$|^(?:note|detail|failure|problem)$|\bone\.of$/;

/** Components that make each text child visible, or that draw nothing. */
const VISIBLE = ['Notice', 'Badge'];

/** The texts that an expression may draw. */
function drawnBy(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return drawnBy(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((each) => drawnBy(each));
  if (ts.isBinaryExpression(expression)) return [expression.left, expression.right].flatMap((each) => drawnBy(each));
  if (ts.isTemplateExpression(expression)) return expression.templateSpans.flatMap((span) => drawnBy(span.expression));
  return [expression];
}

/** The children of elements that are drawn as they are, by their place. */
function rawIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(`${folder}${path}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const { parent } = node;
    if (ts.isJsxExpression(node) && node.expression !== undefined && !ts.isJsxAttribute(parent)) {
      const tag = ts.isJsxElement(parent) ? parent.openingElement.tagName.getText() : '';
      for (const drawn of VISIBLE.includes(tag) ? [] : drawnBy(node.expression))
        if (FOREIGN.test(drawn.getText())) found.push(`${path}: ${drawn.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('an error names invisible characters in the text of a service', () => {
  const fields = [{ path: '/name\u202e', reason: 'is wrong' }];
  const error = new AppError('SERVICE_REFUSED', 'The service says: pay\u200bme\u202e.', { fields });
  const drawn = renderToStaticMarkup(createElement(Problem, { error }));
  expect(drawn).toMatch(/U\+200B.*U\+202E.*U\+202E/s);
  expect(drawn).not.toMatch(/[\u200b\u202e]/);
});

test('text of others is drawn with its invisible characters made visible', () => {
  expect(pages.flatMap((path) => rawIn(path))).toEqual([]);
});
