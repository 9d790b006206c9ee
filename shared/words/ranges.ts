/**
 * Returns ascending whole numbers in words, with neighbours joined, and the rest as a count beyond `most` parts.
 *
 * @example
 * rangesText([5, 7, 8, 9, 12]);
 * // '5, 7 to 9, 12'
 */
export function rangesText(numbers: readonly number[], most = 8): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, most).map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const left = ranges.slice(most).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return [...shown, ...(left === 0 ? [] : [`and ${left} more`])].join(', ');
}
