/** The code of an example in a docstring: all lines from the tag to the next tag or the end. */
const EXAMPLE = /^[ \t]*\* @example\b.*(?:\n[ \t]*\*(?! @).*)*/gm;

/**
 * The text of each comment of a source: block comments whole, without their examples, and lines of `//` that follow each
 * other joined.
 */
export function commentsOf(source: string): string[] {
  const blocks = [...source.matchAll(/\/\*\*?(.*?)\*\//gs)].map(([, text = '']) =>
    text
      .replace(EXAMPLE, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
      .join(' ')
      .trim(),
  );
  const lines = source.split('\n').map((line) => /^\s*\/\/ ?(.*)/.exec(line)?.[1] ?? null);
  const joined = lines.reduce<string[][]>(
    (runs, line) => {
      if (line === null) runs.push([]);
      else runs.at(-1)?.push(line);
      return runs;
    },
    [[]],
  );
  return [...blocks, ...joined.filter((run) => run.length > 0).map((run) => run.join(' '))];
}

const MAXIMUM_WORDS = 25;

/** The faults that are counted, each with the sentences that have it. */
const FAULTS = {
  /** A clause in place of a noun: "What came back is kept." */
  openers: (sentence) => /^(?:What|Who|Whose|Whom|Where|Whether|Which|How)\b/.test(sentence) && !sentence.endsWith('?'),
  /** A program returns, reports, reads or shows. Only people tell. */
  tells: (sentence) => /\b(?:told|tells?|telling)\b/.test(sentence),
  /** "Of what was kept, …", "By it …" */
  fronted: (sentence) => /^(?:Of|By|At|For) (?:what|it|them|those|these|whom|which)\b/.test(sentence),
  semicolons: (sentence) => sentence.includes(';') && !sentence.includes('`'),
  long: (sentence) => sentence.split(/\s+/).length > MAXIMUM_WORDS,
} satisfies Record<string, (sentence: string) => boolean>;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** The sentences of a comment that have a fault, without the tag of a docstring in front of them. */
export function faultySentences(comment: string, fault: Fault): string[] {
  return comment
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/^@\w+(?:\s+\w+)?\s+/, ''))
    .filter(FAULTS[fault]);
}
