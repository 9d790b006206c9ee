import { type ArchiveFacts, archiveBody } from '../../../../electron/storage/records/archive-file.ts';
import { ARCHIVED, type AuditEntry } from '../../../../electron/storage/records/audit-chain.ts';
import { openRecords, type Records } from '../../../../electron/storage/records/index.ts';
import { keeper, NOTHING } from './keeper.ts';

/** 15 November 2026: August and later months stay. */
export const NOW = Date.UTC(2026, 10, 15);
const MONTHS = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-10'] as const;
export const OLD_MONTHS = MONTHS.slice(0, 3);
const PER_MONTH = 4;

export const open = (path: string): Records => openRecords(path, `${path}.head`);

const entry = (at: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  at,
  profile: 'local',
  credentialId: 'key',
  publicKey: '02'.repeat(33),
  operation: 'sign_raw_payload',
  url: 'http://127.0.0.1:4000/public/v1/submit/sign_raw_payload',
  body: Buffer.from(`{"at":${at}}`),
  ...changes,
});

/** The request of that name, as the journal has it. */
export const requestOf = (name: string, at: number, sequence: number | null = null) => ({
  entry: sequence,
  requestId: name,
  profile: 'local',
  credentialId: 'key',
  operation: 'sign_raw_payload',
  title: `Sign ${name}`,
  url: 'http://127.0.0.1:4000',
  body: Uint8Array.from(Buffer.from(`{"name":"${name}"}`)),
  stampName: 'X-Stamp',
  stampValue: 'c3RhbXA',
  fingerprint: `sha256:${name}`,
  content: `content ${name}`,
  at,
});

/** Writes entries and answered requests of five months. Names are like `2026-05/0`. */
export async function fill(records: Records): Promise<void> {
  let at = 0;
  const add = (changes: Partial<AuditEntry> = {}) => records.audit.append(entry(at, changes), keeper());
  for (const month of MONTHS) {
    for (let index = 0; index < PER_MONTH; index += 1) {
      at = Date.parse(`${month}-10T00:00:00Z`) + index;
      const { sequence } = await add({ credentialId: `key of ${month}` });
      records.journal.prepare(requestOf(`${month}/${index}`, at, sequence));
      records.journal.markSent(`${month}/${index}`, at);
      const activityId = index === 0 ? null : `activity ${month}/${index}`;
      records.journal.markAnswered(`${month}/${index}`, { at, activityId, status: 'DONE', httpStatus: 200 });
    }
    if (month !== '2026-05') continue;
    await add({ operation: 'backup create', credentialId: 'audit key' });
    await add({ operation: 'create_wallet', profile: 'treasury' });
    const { operation: _, body: __, ...about } = entry(at);
    const confirmed = () => Buffer.from('the profiles');
    await records.audit.appendProfiles({ ...about, operation: 'profile change' }, confirmed, keeper());
  }
}

/** Records an archive in the log, as the engine does. */
export async function name(records: Records, facts: ArchiveFacts): Promise<void> {
  await records.audit.append(entry(NOW, { operation: ARCHIVED, body: Buffer.from(archiveBody(facts)) }), keeper());
}

/** Archives everything that is old enough. Returns the months. */
export async function archive(records: Records, now = NOW): Promise<string[]> {
  const months: string[] = [];
  for (;;) {
    await records.archiving.removeMoved();
    const plan = records.archiving.plan(now);
    if (plan === null) return months;
    const facts = await records.archiving.build(plan);
    await name(records, facts);
    records.archiving.register(facts);
    months.push(facts.month);
  }
}

/** Entries of the filled months. */
const FILLED = 23;

const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

/** Everything that the records answer about the filled months. */
export function answers({ audit, auditReader, journal }: Records) {
  const names = MONTHS.flatMap((month) => Array.from({ length: PER_MONTH }, (_, index) => `${month}/${index}`));
  const profile = 'local';
  const asked = (one: string) =>
    journal.answered('asked', { profile, activityId: `activity ${one}`, fingerprint: `sha256:${one}` });
  const voted = (one: string) =>
    journal.answered('voted', { profile, activityId: `activity ${one}`, fingerprint: 'sha256:another' });
  const sequences = Array.from({ length: FILLED }, (_, index) => index + 1);
  return {
    entries: sequences.map((sequence) => auditReader.entry(sequence)),
    stamped: sequences.map((sequence) => auditReader.request(sequence)),
    lines: [auditReader.lines(FILLED, 100), auditReader.lines(FILLED, 7), auditReader.lines(9, 4)],
    states: sorted(auditReader.states(1, FILLED).map(({ entry: number }) => number)),
    named: ['sign 2026-05', 'sha256:2026-10/1'].map((text) => sorted(auditReader.naming(text))),
    withActivity: names.map((one) => auditReader.answeredWith(profile, [`activity ${one}`])),
    exported: [...audit.export()].filter((line) => JSON.parse(line).operation !== ARCHIVED),
    used: [...MONTHS, 'none'].map((month) => audit.lastUsedAt(`key of ${month}`)),
    backup: audit.lastBackup()?.at,
    made: [audit.newestKeysAt('treasury'), audit.newestKeysAt('local')],
    profiles: Buffer.from(audit.profiles(keeper())?.body ?? []).toString(),
    requests: names.map((one) => journal.get(one)),
    asked: names.map(asked),
    voted: names.map(voted),
    signed: names.map((one) => journal.signedBefore(profile, `content ${one}`)),
    newest: [3, 10, 100].map((limit) => journal.newestAnswered(profile, limit)),
    refused: journal.reopen(profile, 'sha256:none'),
  };
}

/** Verifies the log. Returns the number of entries, or the message. */
export async function verified(records: Records, known = NOTHING): Promise<number | string> {
  return records.audit.verify(keeper(1, known)).then(
    ({ entries }) => entries,
    (error: Error) => error.message,
  );
}
