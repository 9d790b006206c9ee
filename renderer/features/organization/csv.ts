import { isValidElement, type ReactNode } from 'react';
import type { RowOrder } from '../../../shared/model/index.ts';
import { type AnySection, type Look, linesOf } from './section.ts';

/** A table as it is shown, as text. */
export interface ShownTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the rows of a section that a search finds, in their order, with every column and the id. */
export function tableOf(declared: AnySection, look: Look, search: string, order: RowOrder | null): ShownTable {
  const { columns, texts = {} } = declared;
  const hasId = columns.some(({ key }) => key === 'id');
  const lines = linesOf(declared, look, search, order).lines;
  return {
    header: [...columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...(hasId ? [] : ['id'])],
    rows: lines.flatMap((line) => {
      if (!('row' in line)) return [];
      const { row } = line;
      return [[...columns.map(({ key, cell }) => texts[key]?.(row) ?? textIn(cell(row))), ...(hasId ? [] : [row.id])]];
    }),
  };
}

/** Returns the text of a cell. Its parts have a whole text, several names, or words with a text. */
function textIn(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textIn).join('');
  if (!isValidElement<Record<string, unknown>>(node)) return '';
  const { text, names, words, children } = node.props;
  if (typeof text === 'string') return text;
  if (Array.isArray(names)) return names.join(', ');
  if (typeof words === 'object' && words !== null && 'text' in words) return String(words.text);
  return textIn(children as ReactNode);
}
