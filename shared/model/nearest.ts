/** Longer words are not compared: no name that is declared here is that long. */
const MAXIMUM_LENGTH = 64;
/** A name may differ in one of so many characters, and in one at least. */
const LETTERS_PER_DIFFERENCE = 4;

/**
 * Returns the known names that a word was probably meant to be, nearest first, at most three. Ignores case, and treats
 * `_` and `-` alike. Names that begin with the word count as near. Returns an empty list when no name is near.
 *
 * @example
 * nearest('sign-transacton', ['sign_raw_payload', 'sign_transaction']);
 * // ['sign_transaction']
 */
export function nearest(word: string, known: readonly string[]): string[] {
  const meant = plain(word);
  if (meant === '' || meant.length > MAXIMUM_LENGTH) return [];
  return known
    .map((name) => ({ name, distance: distanceOf(meant, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / LETTERS_PER_DIFFERENCE)))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

const plain = (text: string) => text.toLowerCase().replaceAll('_', '-');

function distanceOf(word: string, name: string): number {
  return word.length > 1 && name.startsWith(word) ? 1 : editDistance(word, name);
}

/** Returns the number of inserted, removed, replaced or swapped characters (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? 0;
}
