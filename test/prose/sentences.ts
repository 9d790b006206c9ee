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

/** Code blocks of Markdown: between fences, and indented behind an empty line. */
const CODE_BLOCK = /^ *```[\s\S]*?^ *```|(?<=\n\n)(?: {4}.*\n)+/gm;
/** The start of a paragraph or of an item of a list. */
const PARAGRAPH = /\n\s*\n|\n(?= *(?:[-*>|#]|\d+\.) )/;

/** The text of each paragraph and item of a Markdown document, without code, headings and tables. */
export function paragraphsOf(document: string): string[] {
  return document
    .replace(CODE_BLOCK, '')
    .split(PARAGRAPH)
    .filter((text) => !/^\s*[|#]/.test(text))
    .map((text) =>
      text
        .replace(/^\s*(?:[-*>]|\d+\.) /, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}

/** A text in single quotes or backticks on one line. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g;

/** True for a text that begins with a capital letter and ends with a full stop or question mark. */
export const isSentence = (text: string): boolean => /^[A-Z].* .*[.?]$/.test(text);

/** The texts of a source that are sentences. */
export function sentencesIn(source: string): string[] {
  return [...source.matchAll(QUOTED)].map(([, single, template]) => single ?? template ?? '').filter(isSentence);
}

/** The names of tests in a source. */
export function testNamesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['`])(.*?)(?<!\\)\1/g)].map(
    ([, , name = '']) => name,
  );
}

/** Comments and quoted texts, which hold no identifiers. */
const NOT_CODE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** A word of an identifier that only people do: `told`, `isTold`, `tellAll`, `MAXIMUM_TOLD`. */
const TELLS = /(?:^|_)(?:tell|tells|telling|told|untold|foretold)(?:_|$)/i;

/** The identifiers of a source that say that a program tells something. */
export function tellingNamesIn(source: string): string[] {
  return [...source.replaceAll(NOT_CODE, ' ').matchAll(/[\w$]+/g)].flatMap(([name]) => {
    const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');
    return TELLS.test(words) ? [name] : [];
  });
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

/** The sentences of a text that have a fault, without the tag of a docstring in front of them. */
export function faultySentences(text: string, fault: Fault): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/^@\w+(?:\s+\w+)?\s+/, ''))
    .filter(FAULTS[fault]);
}
