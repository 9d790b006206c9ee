/** Returns a sentence of main in another language, or null for an unknown one. */
export type SentenceReader = (sentence: string) => string | null;

interface Pattern {
  readonly whole: RegExp;
  /** The numbers of the holes, in the order of the English text. */
  readonly holes: readonly string[];
  readonly text: string;
  /** The characters around the holes. */
  readonly words: number;
}

/** No text of main is longer. A reply of a service can be. */
const LONGEST = 2_000;
/** Sentences in one text. Each of their rows is tried, so many would take long. */
const MOST_SENTENCES = 12;
const HOLE = /\{(\d)\}/g;
const NEXT_SENTENCE = /(?<=[.?!]) (?=[\p{Lu}\d“])/u;
const LISTS = ['; ', ', '];

/**
 * Returns the lookup of sentences in the catalogue. A key with holes fits any values, and a value that is a known sentence
 * is translated too. A row of sentences, or a list of parts, is translated only when each of them is known.
 * @param sentences The translations by their English text, with holes as `{0}`.
 */
export function sentenceReader(sentences: ReadonlyMap<string, string>): SentenceReader {
  const patterns = [...sentences]
    .flatMap(([key, text]) => patternOf(key, text))
    .sort((one, other) => other.words - one.words);

  const matched = (sentence: string): string | null => {
    for (const { whole, holes, text } of patterns) {
      const [, ...values] = whole.exec(sentence) ?? [];
      if (values.length === 0) continue;
      return text.replaceAll(HOLE, (_hole, number: string) => {
        const value = values[holes.indexOf(number)] ?? '';
        return read(value) ?? value;
      });
    }
    return null;
  };

  const listed = (text: string): string | null => {
    const end = text.endsWith('.') ? '.' : '';
    const bare = text.slice(0, text.length - end.length);
    for (const comma of LISTS) {
      const items = bare.split(comma).map((item) => sentences.get(item));
      if (items.length > 1 && items.every((item) => item !== undefined)) return items.join(comma) + end;
    }
    return null;
  };

  /** The texts of one call that were read, because a text can be in several rows. */
  let tried = new Map<string, string | null>();
  /** The first sentences that have a translation together, and the others after them. */
  const inTurn = (parts: readonly string[]): string | null => {
    if (parts.length > MOST_SENTENCES) return null;
    for (let end = parts.length - 1; end > 0; end -= 1) {
      const run = parts.slice(0, end).join(' ');
      const first = sentences.get(run) ?? matched(run) ?? listed(run);
      const rest = first === null ? null : read(parts.slice(end).join(' '));
      if (rest !== null) return `${first} ${rest}`;
    }
    return null;
  };

  const read = (text: string): string | null => {
    const before = tried.get(text);
    if (before !== undefined) return before;
    const found = sentences.get(text) ?? inTurn(text.split(NEXT_SENTENCE)) ?? matched(text) ?? listed(text);
    tried.set(text, found);
    return found;
  };
  return (text) => {
    tried = new Map();
    return text.length > LONGEST ? null : read(text);
  };
}

/** A key without holes is looked up as it is, and has no pattern. */
function patternOf(key: string, text: string): Pattern[] {
  const parts = key.split(HOLE);
  if (parts.length === 1) return [];
  const around = parts.filter((_part, index) => index % 2 === 0);
  return [
    {
      whole: new RegExp(`^${around.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')}$`, 's'),
      holes: parts.filter((_part, index) => index % 2 === 1),
      text,
      words: around.join('').length,
    },
  ];
}
