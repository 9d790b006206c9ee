import type { WalletListRow } from '../../shared/model/index.ts';
import type { Tone } from './status.ts';
import { moment } from './time.ts';

interface BackupWords {
  /** For a cell. */
  readonly short: string;
  readonly tone: Tone;
  readonly sentence: string;
}

/** Returns the words for the backup of a wallet's seed. Null for a wallet that no backup of this machine holds. */
export function backupWords(backup: WalletListRow['backup']): BackupWords | null {
  if (backup === null) return null;
  const { state, at } = backup;
  if (at === null) return { short: 'No backup', tone: 'care', sentence: 'No backup was made on this machine.' };
  const of = `the backup of ${moment(at)}`;
  switch (state) {
    case 'included':
      return { short: 'Included', tone: 'plain', sentence: `In ${of}` };
    case 'missing':
      return { short: 'Not included', tone: 'care', sentence: `Not in ${of}` };
    case 'unknown':
      return { short: 'Not known', tone: 'plain', sentence: `Not known whether it is in ${of}` };
  }
}
