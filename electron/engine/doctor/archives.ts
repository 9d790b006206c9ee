import { toErrorData } from '../../../shared/errors/index.ts';
import type { DamagedArchive } from '../../storage/records/index.ts';
import type { Engine } from '../engine-interface.ts';
import type { Check } from './machine.ts';

/** The errors of a database that was read and is damaged. Any other error leaves its archives unchecked. */
const DAMAGE = ['DATABASE_CORRUPT', 'DATABASE_CHANGED'];

/** The kinds of archives: what works without one, and what follows its repair. */
const KINDS = {
  records: {
    works:
      'Signing and all other entries still work. The audit log does not verify, and no backup is made until the file is back.',
    advice: 'If an archive of records is lost, start a new log with `castellan audit begin`.',
  },
  activities: {
    works:
      'Signing and all other activities still work. Requests that may need the file are refused, and backups are made without it.',
    advice: 'After an archive of activities is back, restart its service.',
  },
} as const;
const RESTORE = 'Restore an older backup into an empty folder, and copy the file from there.';

/** Compares every archive with its digest. Names each damaged one with its content. */
export async function archivesCheck({ checkArchives }: Pick<Engine, 'checkArchives'>): Promise<Check> {
  const name = 'Archives';
  try {
    const report = await checkArchives();
    const offline = report.unread.some(({ code }) => code === 'OFFLINE');
    const unread = report.unread.filter(({ code }) => code !== 'OFFLINE');
    const damaged = (['records', 'activities'] as const).filter((kind) => report[kind].length > 0);
    const finding = [
      ...damaged.flatMap((kind) => [...report[kind].map(sentenceOf), KINDS[kind].works]),
      ...unread.map(({ message }) => message),
      ...(damaged.length + unread.length === 0 ? [wholeIn(report.compared)] : []),
      ...(offline ? ['An offline run does not check those of local services.'] : []),
    ].join(' ');
    if (damaged.length > 0) {
      const advice = [RESTORE, ...damaged.map((kind) => KINDS[kind].advice)].join(' ');
      return { name, status: 'problem', finding, advice };
    }
    const isBroken = unread.some(({ code }) => DAMAGE.includes(code));
    return { name, status: isBroken ? 'problem' : unread.length > 0 ? 'care' : 'ok', finding, advice: null };
  } catch (error) {
    return { name, status: 'problem', finding: `Not checked. ${toErrorData(error).message}`, advice: null };
  }
}

const wholeIn = (count: number): string =>
  count === 0 ? 'There are none yet.' : count === 1 ? '1 archive is whole.' : `${count} archives are whole.`;

const sentenceOf = ({ file, problem, holds }: DamagedArchive): string => `${file} ${problem}. It holds ${holds}.`;
