import type { StationExport, StationFile, StationKind } from '../../shared/model/index.ts';
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

/** The state of a file in the list. */
export function stationState({ kind, exports }: StationFile): {
  readonly tone: 'plain' | 'proven' | 'danger';
  readonly text: string;
} {
  if (kind !== 'gathered-exports') return { tone: 'plain', text: 'Nothing of it is proven' };
  const proven = exports.filter(({ state }) => state === 'proven').length;
  if (exports.every(({ state }) => state === 'listed')) return { tone: 'plain', text: 'Not opened' };
  return proven === exports.length
    ? { tone: 'proven', text: exports.length === 1 ? 'Proven' : `All ${exports.length} proven` }
    : { tone: 'danger', text: `${proven} of ${exports.length} proven` };
}

export const EXPORT_NAMES: Readonly<Record<StationExport['kind'], string>> = {
  account: 'Account',
  wallet: 'Wallet',
  'private key': 'Private key',
};
