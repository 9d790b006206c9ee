import { grouped } from '../../shared/model/index.ts';

/** Digits after the point that a list has room for. */
const SHOWN = 6;

/** Shortens an exact decimal number for little room. Nothing is rounded, and an ellipsis marks omitted digits. */
export function groupedShort(text: string): string {
  const point = text.indexOf('.');
  return grouped(point < 0 || text.length <= point + 1 + SHOWN ? text : `${text.slice(0, point + 1 + SHOWN)}…`);
}
