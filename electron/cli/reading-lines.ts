import type { ChainReading } from '../../shared/model/index.ts';
import {
  earlierSentence,
  earlierWords,
  inSentence,
  missingOf,
  notRead,
  percentOf,
  wholeWords,
} from '../../shared/words/index.ts';

/** A line is printed each time the progress grows by this much. Percent. */
const STEP = 10;
/** Lines of one chain in an hour at most, even with an unstable node or many new accounts. */
const MOST_OF_AN_HOUR = 30;
const HOUR = 3_600_000;

interface Printed {
  /** The state that the last line reported. */
  step: string;
  /**
   * The number of digits of the count of incomplete blocks, by kind. The first, the tenth and the hundredth get a line.
   */
  readonly digits: Map<string, number>;
  /** The times of the lines of the last hour. */
  times: number[];
}

/** Returns a function that reports the progress of chains: it takes a reading and returns the new lines. */
export function createReadingLines(now: () => number): (reading: ChainReading) => readonly string[] {
  const chains = new Map<string, Printed>();

  const newsOf = (reading: ChainReading, printed: Printed): string[] => {
    const { step, line } = standOf(reading) ?? { step: printed.step, line: '' };
    const news = step === printed.step ? [] : [line];
    printed.step = step;
    for (const { kind, blocks, title, sentence } of missingOf(reading)) {
      const digits = String(blocks).length;
      if (digits > (printed.digits.get(kind) ?? 0)) news.push(`${title}. ${sentence}`);
      printed.digits.set(kind, digits);
    }
    return news;
  };

  return (reading) => {
    const printed = chains.get(reading.chain) ?? { step: '', digits: new Map(), times: [] };
    chains.set(reading.chain, printed);
    const news = newsOf(reading, printed);
    printed.times = printed.times.filter((time) => time > now() - HOUR);
    const room = MOST_OF_AN_HOUR - printed.times.length;
    printed.times.push(...news.slice(0, room).map(now));
    return news
      .slice(0, room)
      .map((line, index) =>
        index === room - 1 ? `${line} Castellan reports this again after an hour at the earliest.` : line,
      );
  };
}

/** Returns the state of a chain and its line, or null when reading merely continues. */
function standOf({ chain, problem, isCurrent, earlier }: ChainReading): { step: string; line: string } | null {
  if (problem !== null) return { step: problem, line: `${notRead(chain)}. ${inSentence(problem)}` };
  if (earlier === null) return isCurrent ? { step: 'whole', line: `${wholeWords(chain)}.` } : null;
  const { isPaused, problem: searchProblem } = earlier;
  const reached = isPaused ? 'paused' : Math.floor(percentOf(earlier) / STEP);
  return {
    step: searchProblem ?? String(reached),
    line: `${earlierWords(chain, earlier)}. ${earlierSentence(earlier)}`,
  };
}
