/** A search text in two parts: the filters that are drawn as tokens, and the rest, which is typed. */
export interface SearchParts {
  /** Such as `profile:staging`. */
  readonly tokens: readonly string[];
  readonly text: string;
}

/**
 * Splits a search. A word `filter:value` of a known filter becomes a token once a space follows it.
 *
 * @example
 * searchParts('profile:staging pay', ['profile']);
 * // { tokens: ['profile:staging'], text: 'pay' }
 */
export function searchParts(search: string, filters: readonly string[]): SearchParts {
  const tokens: string[] = [];
  const text = search.replaceAll(/(\S+)\s/g, (whole, word: string) => {
    const at = word.indexOf(':');
    if (at < 0 || at === word.length - 1 || !filters.includes(word.slice(0, at).toLowerCase())) return whole;
    tokens.push(word);
    return '';
  });
  return { tokens, text };
}

/** Returns the search text of tokens and typed text. */
export function joinSearch({ tokens, text }: SearchParts): string {
  return [...tokens.map((token) => `${token} `), text].join('');
}
