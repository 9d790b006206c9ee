import { type LocalizableText, type Text, textOf } from '../../shared/errors/index.ts';
import { HAS_SENTENCES } from './locale.ts';
import type { SentenceReader } from './sentence-reader.ts';
import { TABLE_WORDS } from './table-words.ts';

let sentences: ReadonlyMap<string, string> | null = null;
let reader: SentenceReader | null = null;
let loading: Promise<void> | null = null;

/** Loads the translations of main's sentences. English has none and loads nothing. Never rejects: English stays then. */
export function loadSentences(): Promise<void> {
  loading ??= HAS_SENTENCES ? load().catch(() => undefined) : Promise.resolve();
  return loading;
}

async function load(): Promise<void> {
  const [{ SENTENCES, TEMPLATES }, { sentenceReader }] = await Promise.all([
    import('./sentences.ts'),
    import('./sentence-reader.ts'),
  ]);
  sentences = new Map([...SENTENCES, ...TEMPLATES]);
  reader = sentenceReader(SENTENCES);
}

/**
 * Returns a sentence of main in the language of the page: a state of this machine, or the progress of work. An unknown
 * sentence stays in English.
 *
 * Choice (sentences-of-main): the page looks up a translation by the English sentence.
 *
 * Choice (english-explanations): a sentence that explains content to sign or to vote on has no translation.
 */
export const sentence = (text: string): string => reader?.(text) ?? text;

/**
 * As `sentence`, for an error. It looks up the whole text, or the template that main used. It never guesses where a value
 * begins: a text of a service could look like a sentence with a value.
 */
export const errorSentence = (text: Text): string =>
  (sentences === null ? null : translationOf(text, sentences)) ?? textOf(text);

const HOLE = /\{\{|\{(\d+)\}/g;

/**
 * Returns the text in another language with the same values. A value that is a known text is in that language too, unless
 * it is quoted: a name is data. Null for an unknown text.
 */
export function translationOf(text: Text, known: ReadonlyMap<string, string>): string | null {
  if (typeof text === 'string') return known.get(text.replaceAll('{', '{{'))?.replaceAll('{{', '{') ?? null;
  const written = known.get(text.key.trim()) ?? (text.values.length === 0 ? TABLE_WORDS.get(text.key) : undefined);
  // A template without words, such as `: {0}`, is the same in every language.
  const template = written ?? (hasWords(text) ? null : text.key);
  if (template === null) return null;
  // Translations have no space at their ends.
  const space = (at: RegExp) => (written === undefined ? '' : (at.exec(text.key)?.[0] ?? ''));
  const filled = template.replaceAll(HOLE, (hole, at?: string) => {
    const value = at === undefined ? undefined : text.values[Number(at)];
    if (value === undefined) return hole.slice(0, 1);
    const isName = typeof value === 'string' && text.key.includes(`“{${at}}”`);
    return (isName ? null : translationOf(value, known)) ?? textOf(value);
  });
  return space(/^ */) + filled + space(/ *$/);
}

const hasWords = ({ key }: LocalizableText): boolean => /\p{L}{2}/u.test(key.replaceAll(/\{\d+\}/g, ''));
