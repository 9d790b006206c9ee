import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type ChainReading, chainName, MAXIMUM_READING_PROBLEM } from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Base } from '../base.ts';

/** The progress of this process's embedded service on each chain that it has a node of. */
export interface Readings {
  /** Nothing while another Castellan runs the service. */
  list(): ChainReading[];
  /**
   * The time until which the service's chain data is complete. Null when it has not read some chain since its start.
   * Undefined when all chains are current, or nothing is known here.
   */
  wholeUntil(): number | null | undefined;
  /** Records the running service's report on a chain. Returns it as it may be shown. */
  note(reading: ChainReading): ChainReading;
  /** Called when the service has stopped. */
  forget(): void;
}

export function createReadings({ changes }: Pick<Base, 'changes'>): Readings {
  const readings = new Map<string, ChainReading>();
  return {
    list: () => [...readings.values()],
    wholeUntil() {
      const behind = [...readings.values()].filter(({ isCurrent }) => !isCurrent);
      if (behind.length === 0) return undefined;
      const times = behind.map(({ readAt }) => readAt);
      return times.includes(null) ? null : Math.min(...times.map(Number));
    },
    note(reading) {
      const { problem, earlier } = reading;
      const noted = {
        ...reading,
        problem: shown(problem),
        earlier: earlier && { ...earlier, problem: shown(earlier.problem) },
      };
      readings.set(reading.chain, noted);
      changes.announce('readings');
      return noted;
    },
    forget() {
      if (readings.size === 0) return;
      readings.clear();
      changes.announce('readings');
    },
  };
}

/** A node may have said it. */
const shown = (problem: string | null) => problem && oneLine(problem, MAXIMUM_READING_PROBLEM);

/** For a service that does not run in this process. */
export const notReadHere = (chain: string) =>
  new AppError(
    'NOT_FOUND',
    sentence`The vault of this window reads no history of ${chainName(chain)} now. Nothing was changed. Unlock it, or use the other Castellan that runs it.`,
  );
