import { HAS_SENTENCES } from './locale.ts';
import type { SentenceReader } from './sentence-reader.ts';

let reader: SentenceReader | null = null;
let loading: Promise<void> | null = null;

/** Loads the translations of main's sentences. English has none and loads nothing. Never rejects: English stays then. */
export function loadSentences(): Promise<void> {
  loading ??= HAS_SENTENCES ? load().catch(() => undefined) : Promise.resolve();
  return loading;
}

async function load(): Promise<void> {
  const [{ SENTENCES }, { sentenceReader }] = await Promise.all([
    import('./sentences.ts'),
    import('./sentence-reader.ts'),
  ]);
  reader = sentenceReader(SENTENCES);
}

/**
 * Returns a sentence of main in the language of the page: a state of this machine, or an error. An unknown sentence stays in
 * English.
 *
 * Choice (sentences-of-main): the page looks up a translation by the English sentence.
 *
 * Choice (english-explanations): a sentence that explains content to sign or to vote on has no translation.
 */
export const sentence = (text: string): string => reader?.(text) ?? text;

/** As `sentence`, for an error. Its text may be of a service, so only a whole known one is translated. */
export const fixedSentence = (text: string): string => reader?.(text, true) ?? text;
