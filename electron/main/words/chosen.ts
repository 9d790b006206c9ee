import type { Language } from '../../../shared/ipc/index.ts';
import { WORDS, type Words } from './words.ts';

/** The words of main in the chosen language. */
export interface ChosenWords {
  /** The words at this moment. A kept copy is of an earlier language after a change. */
  readonly current: () => Words;
  /** Loads the words of a newly chosen language, then calls the listeners. */
  readonly change: () => Promise<void>;
  /** Calls back after each change of the language. */
  readonly onChange: (listener: () => void) => void;
}

/** Each language has a built file of its own. English loads none of them. */
const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly WORDS: Words }>>> = {
  de: () => import('./de.ts'),
};

const load = async (language: Language): Promise<Words> =>
  language === 'en' ? WORDS : (await OTHERS[language]()).WORDS;

/** Loads the words of the chosen language, which `language` returns. */
export async function openWords(language: () => Language): Promise<ChosenWords> {
  const listeners: (() => void)[] = [];
  let words = await load(language());
  return {
    current: () => words,
    onChange: (listener) => void listeners.push(listener),
    async change() {
      const chosen = language();
      const loaded = await load(chosen);
      // Another language was chosen meanwhile. Its own call loads it.
      if (language() !== chosen) return;
      words = loaded;
      for (const listener of listeners) listener();
    },
  };
}
