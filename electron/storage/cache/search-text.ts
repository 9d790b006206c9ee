const MAXIMUM_TERMS = 8;

/** What a search looks through: the parts in lowercase, a line each, so that no match reaches from one into the next. */
export function searchText(parts: readonly (string | null)[]): string {
  return fold(parts.filter((part) => part !== null && part !== '').join('\n'));
}

/** The words of a search; a row is found when it holds every one of them, in any letter case. */
export function searchTerms(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAXIMUM_TERMS);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
