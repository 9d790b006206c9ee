import type { StationExport, StationFile, StationKind } from '../../shared/model/index.ts';
import { minutesLeft } from '../../shared/words/index.ts';
import { counted } from './number.ts';

/** The kinds of files, as they stand in the list. */
export const STATION_TITLES: Readonly<Record<StationKind, string>> = {
  'wanted-exports': 'List of exports',
  'export-targets': 'Export targets',
  'gathered-exports': 'Gathered exports',
  'request-to-stamp': 'Request to stamp',
  'stamped-request': 'Stamped request',
};

/** The headline of a file: its subject in words. */
export function stationHeadline({ kind, exports, operation }: StationFile): string {
  const many = counted(exports.length, 'export', 'exports');
  switch (kind) {
    case 'wanted-exports':
      return `Make target keys for ${many}`;
    case 'export-targets':
      return `Ask the service for ${many}`;
    case 'gathered-exports':
      return `Open ${many}`;
    case 'request-to-stamp':
      return `Stamp a request: ${operation ?? ''}`;
    case 'stamped-request':
      return `Stamped request: ${operation ?? ''}`;
  }
}

/** The state of a file in the list. `now` is in milliseconds since the epoch. */
export function stationState(
  { kind, exports, madeAt }: StationFile,
  now: number,
): {
  readonly tone: 'plain' | 'proven' | 'danger';
  readonly text: string;
} {
  if (madeAt !== null) return livenessState(madeAt, now);
  if (kind !== 'gathered-exports') return { tone: 'plain', text: 'Nothing of it is proven' };
  const proven = exports.filter(({ state }) => state === 'proven').length;
  if (exports.every(({ state }) => state === 'listed')) return { tone: 'plain', text: 'Not opened' };
  return proven === exports.length
    ? { tone: 'proven', text: exports.length === 1 ? 'Proven' : `All ${exports.length} proven` }
    : { tone: 'danger', text: `${proven} of ${exports.length} proven` };
}

/** The time in which the service still takes a request, by the clock of this machine. */
function livenessState(madeAt: number, now: number): ReturnType<typeof stationState> {
  const left = minutesLeft(madeAt, now);
  if (left === null) return { tone: 'danger', text: 'Its time is in the future' };
  return left > 0
    ? { tone: 'plain', text: `${counted(left, 'minute', 'minutes')} left` }
    : { tone: 'danger', text: 'Too old for the service' };
}

export const EXPORT_NAMES: Readonly<Record<StationExport['kind'], string>> = {
  account: 'Account',
  wallet: 'Wallet',
  'private key': 'Private key',
};
