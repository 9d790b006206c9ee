import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readsAsWords } from '../../../../scripts/lib/language/rules.mjs';

const ROOT = join(import.meta.dirname, '../../../..');
const WORDS = 'electron/main/words/';
/** Members of Electron's options that an operator reads. */
const SHOWN = ['label', 'sublabel', 'toolTip', 'title', 'subtitle', 'body', 'buttonLabel', 'nameFieldLabel'];
/** Methods of Electron that show their arguments. */
const SHOWS = ['setToolTip', 'setTitle', 'showErrorBox', 'showMessageBox', 'showMessageBoxSync', 'displayBalloon'];
const CHOOSES = ['showOpenDialog', 'showOpenDialogSync', 'showSaveDialog', 'showSaveDialogSync'];
/** The name of the program is the same in every language. */
const NAMES = ['Castellan'];

/** Returns the texts in places where main shows something. */
function shownTexts(code: string): string[] {
  const source = ts.createSourceFile('main.ts', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const textsIn = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && readsAsWords(node.text) && !NAMES.includes(node.text)) found.push(node.text);
    ts.forEachChild(node, textsIn);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && SHOWN.includes(node.name.getText())) textsIn(node.initializer);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if ([...SHOWS, ...CHOOSES].includes(node.expression.name.text)) node.arguments.forEach(textsIn);
      else ts.forEachChild(node, visit);
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('main shows no text of its own outside the folder of its words, which is in every language', () => {
  const files = readdirSync(join(ROOT, 'electron/main'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('electron/main', path).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith(WORDS));
  expect(files.length).toBeGreaterThan(50);
  const faults = files.flatMap((file) =>
    shownTexts(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: move to ${WORDS}: ${text}`),
  );
  expect(faults).toEqual([]);
});

it.for([
  ["menu.append(new MenuItem({ label: 'Open window' }))", 'Open window'],
  ['new Notification({ title: `Your vote counts`, body })', 'Your vote counts'],
  ["new Notification({ title, body: isOne ? 'One key ends' : words.many })", 'One key ends'],
  ["tray.setToolTip('Two votes wait')", 'Two votes wait'],
  ["dialog.showMessageBox({ type: 'error', message: words.a, detail: 'Start it again' })", 'Start it again'],
  ["dialog.showOpenDialog(window, { title: words.title, buttonLabel: 'Choose' })", 'Choose'],
] as const)('%s shows a text of its own', ([code, text]) => expect(shownTexts(code)).toEqual([text]));

it.for([
  ["dialog.showErrorBox('Castellan', text)"],
  ["dialog.showMessageBox({ type: 'error', message: words.notOpened })"],
  ["logger.write('info', 'main.started', { detail: 'On Electron' })"],
] as const)('%s shows none', ([code]) => expect(shownTexts(code)).toEqual([]));
