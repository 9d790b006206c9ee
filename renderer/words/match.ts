/**
 * Returns the closeness of typed words to a text, or 0 for no match. Every word must begin a word of the text, or at
 * least occur in it. Words at the beginning count most. Letter case and apostrophes never count.
 */
export function closeness(typed: string, text: string): number {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const target = folded(text);
  let score = 0;
  for (const word of words) {
    if (target.startsWith(word)) score += 4;
    else if (target.includes(` ${word}`)) score += 3;
    else if (target.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/['’‘´`]/g, '');

/** Returns the matching entries, the best first. Equal ones keep their order. */
export function ranked<Entry extends { readonly label: string; readonly words?: string }>(
  typed: string,
  entries: readonly Entry[],
): readonly Entry[] {
  return entries
    .map((entry) => ({
      entry,
      score: Math.max(closeness(typed, entry.label), closeness(typed, entry.words ?? '') * 0.5),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
