import { describe, expect, it } from 'vitest';
import type { ArchiveReport } from '../../../../electron/engine/backup/archive-check.ts';
import { archivesCheck } from '../../../../electron/engine/doctor/archives.ts';

const EMPTY: ArchiveReport = { compared: 0, records: [], activities: [], unread: [] };
const archives = (own: Partial<ArchiveReport>) => archivesCheck({ checkArchives: async () => ({ ...EMPTY, ...own }) });

describe('the doctor on archives', () => {
  it('counts those that are whole', async () => {
    expect(await archives({})).toMatchObject({ status: 'ok', finding: 'There are none yet.', advice: null });
    expect(await archives({ compared: 12 })).toMatchObject({ status: 'ok', finding: '12 archives are whole.' });
  });

  it('names a service whose database is damaged, and one that does not answer', async () => {
    const unread = (code: string) => [{ directory: '/srv', code, message: 'The database is damaged.' }];
    expect(await archives({ unread: unread('DATABASE_CORRUPT') })).toMatchObject({ status: 'problem' });
    expect(await archives({ unread: unread('DATABASE_IN_USE') })).toMatchObject({
      status: 'care',
      finding: 'The database is damaged.',
    });
  });

  it('says that an offline run leaves those of services out', async () => {
    const unread = [{ directory: '/srv', code: 'OFFLINE', message: 'Offline.' }];
    expect(await archives({ compared: 1, unread })).toMatchObject({
      status: 'ok',
      finding: '1 archive is whole. An offline run does not check those of local services.',
    });
  });

  it('is a problem when it could not compare them', async () => {
    const checkArchives = () => Promise.reject(new Error('the list is damaged'));
    expect(await archivesCheck({ checkArchives })).toMatchObject({ status: 'problem', advice: null });
  });
});
