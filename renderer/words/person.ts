import type { Person } from '../../shared/model/index.ts';

/** The words for the own user in lists, in every language of the window. */
const OWN_WORDS: ReadonlySet<string> = new Set(['you', 'sie']);
/** Other characters that look like letters of these words, before they are written in small letters. */
const ALIKE: Readonly<Record<string, string>> = {
  Υ: 'y',
  У: 'y',
  у: 'y',
  Ү: 'y',
  ү: 'y',
  γ: 'y',
  Ο: 'o',
  ο: 'o',
  О: 'o',
  о: 'o',
  Օ: 'o',
  օ: 'o',
  '0': 'o',
  υ: 'u',
  ս: 'u',
  Ѕ: 's',
  ѕ: 's',
  Ι: 'i',
  ι: 'i',
  І: 'i',
  і: 'i',
  ı: 'i',
  Ε: 'e',
  ε: 'e',
  Е: 'e',
  е: 'e',
};

/** Returns true for a name that looks like the word for the own user. */
export function isOwnWord(name: string): boolean {
  const letters = name.normalize('NFKD').replaceAll(/./gu, (character) => ALIKE[character] ?? character);
  return OWN_WORDS.has(letters.replaceAll(/[^\p{L}]/gu, '').toLowerCase());
}

/**
 * Returns the name of a user, or words where the service names nobody. The id stands beside it on request. A name that
 * looks like the word for the own user is in quotes, because the service names its users.
 */
export function personWords(person: Pick<Person, 'name'> | null): string {
  if (person === null) return 'somebody not known';
  const { name } = person;
  if (name === null || name === '') return 'a user without a known name';
  // Such a name has no other words, so that no quotation mark in it ends the quotation for a reader.
  return isOwnWord(name) ? `“${name}”` : name;
}
