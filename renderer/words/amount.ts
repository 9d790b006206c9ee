import { grouped } from '../../shared/model/index.ts';

/** Digits after the point that a list has room for. */
const SHOWN = 6;

/** An exact decimal number where there is little room: nothing is rounded, and an ellipsis says that there is more. */
export function groupedShort(text: string): string {
  const point = text.indexOf('.');
  return grouped(point < 0 || text.length <= point + 1 + SHOWN ? text : `${text.slice(0, point + 1 + SHOWN)}…`);
}
