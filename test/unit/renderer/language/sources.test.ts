import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { namesReader, usedTexts } from '../../../../scripts/lib/language/catalogue.mjs';
import { textsOf } from '../../../../scripts/lib/language/texts.mjs';
import { translated } from '../../../../scripts/lib/language/translated.mjs';

const namesOf = namesReader();
const files = [...new Set([...usedTexts().values()].flat().map(({ file }) => file))].filter((file) =>
  /\.tsx?$/.test(file),
);

/** Another text with the same holes in the opposite order, and letters that English has not. */
function turned(key: string): string {
  const holes = [...key.matchAll(/\{\{|\{\d+(?::[^}]*)?\}/g)].map(([hole]) => hole);
  const reversed = holes.toReversed().map((hole) => hole.replaceAll(/[:|]/g, (mark) => `${mark}ß`));
  return `„ß\`\${"'<${key.replaceAll(/\{\{|\{\d+(?::[^}]*)?\}/g, () => reversed.shift() ?? '')}>`;
}

const faultsOf = (code: string, file: string): readonly string[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source: object = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, kind);
  const { parseDiagnostics } = source as { parseDiagnostics: readonly ts.Diagnostic[] };
  return parseDiagnostics.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
};

it('every source can be parsed when each of its texts is another one', () => {
  const faults = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const texts = textsOf(code, file, namesOf(file));
    expect(translated(code, texts, () => undefined)).toBe(code);
    const other = translated(code, texts, turned);
    const left = textsOf(other, file).flatMap((text) => text.texts.map(({ key }) => key));
    const known = new Set(texts.flatMap((text) => text.texts.map(({ key }) => key)));
    const english = left.filter((key) => known.has(key) && !namesOf(file).has(key));
    return [...faultsOf(other, file), ...english.map((key) => `${file}: not translated: ${key}`)];
  });
  expect(faults).toEqual([]);
});
