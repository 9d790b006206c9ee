import { existsSync } from 'node:fs';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { inQuotes } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { readRegister } from '../documents/register.ts';

/**
 * Throws STATE_FILE_CORRUPT where the list of profiles is missing, although the audit log names profiles. Otherwise a
 * copied folder without it would look like a new one. The first set-up records its profile just before it writes the
 * list. So one profile without requests is an unfinished set-up, which the next one completes. Closes the files before
 * it throws.
 */
export function requireProfiles({ ports: { paths }, records, cache, history }: Base): void {
  if (existsSync(paths.profiles)) return;
  const names = [...readRegister(records.audit.unprovenProfiles()).profiles.keys()];
  const isUsed = names.some((name) => records.journal.newestAnswered(name, 1).length > 0);
  if (names.length < 2 && !isUsed) return;
  for (const opened of [records, cache, history]) opened.close();
  throw new AppError(
    'STATE_FILE_CORRUPT',
    sentence`${paths.profiles}, the list of profiles, is missing, although the audit log beside it names ${names.map(inQuotes).join(', ')}. Nothing was started or made. Copy the file from the original folder, or restore a backup with \`castellan backup restore\`.`,
  );
}
