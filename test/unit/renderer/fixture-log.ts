import { AppError } from '../../../shared/errors/index.ts';
import type { CallInput, JobContext, JobProgress } from '../../../shared/ipc/index.ts';
import {
  type AuditDetail,
  type AuditOutcome,
  type AuditRow,
  dayOfMoment,
  groupsOf,
  pageOfLines,
} from '../../../shared/model/index.ts';
import { activity, described, hexText } from './fixture-data.ts';

const ENTRIES = 1_284;
const OUTCOMES: readonly AuditOutcome[] = ['waiting', 'accepted', 'read', 'failed', 'unsent', 'accepted'];

/** An entry of the log. Each sixth is a read. */
export function entryOf(sequence: number, now: number): AuditRow {
  const outcome = OUTCOMES[sequence % OUTCOMES.length] ?? 'accepted';
  const { title } = activity(sequence, now);
  return {
    sequence,
    at: now - (ENTRIES - sequence) * 600_000,
    profile: sequence % 7 === 0 ? 'staging' : 'local',
    operation: outcome === 'read' ? 'whoami' : 'sign_raw_payload',
    what: outcome === 'read' ? 'Who am I' : title,
    addresses: [],
    fingerprint: `sha256:${hexText(sequence, 64)}`,
    outcome,
    fault: null,
  };
}

/** The audit log of the test double of main. */
export function logFixture(now: number, announceChange: () => void) {
  let verified: { verified?: { at: number; entries: number; through: number } } = {};
  const detailOf = (sequence: number): AuditDetail => ({
    row: entryOf(sequence, now),
    url: 'https://custody.example/public/v1/submit/sign_raw_payload',
    publicKey: `02${hexText(4, 64)}`,
    keyName: 'Workstation',
    body: '{"type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"}',
    bodyLength: 46,
    stamp: { name: 'X-Stamp', value: 'eyJwdWJsaWNLZXkiOiIwMiJ9' },
    activityId: activity(0, now).activityId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    httpStatus: 200,
    sentAt: now - 1_000,
    closedAt: now,
    hash: hexText(sequence, 64),
    previous: hexText(sequence - 1, 64),
    isFirst: sequence === 1,
    isSigned: true,
  });
  return {
    calls: {
      'audit.status': () => ({ entries: ENTRIES, lastAt: now - 120_000, ...verified }),
      'audit.lines': ({ search, offset, limit }: CallInput<'audit.lines'>) => {
        const all = Array.from({ length: ENTRIES }, (_, at) => entryOf(ENTRIES - at, now));
        const words = search.toLowerCase().split(/\s+/).filter(Boolean);
        const textOf = (row: AuditRow) => `${row.what} profile:${row.profile} ${row.fingerprint}`.toLowerCase();
        const found = all.filter((row) => words.every((word) => textOf(row).includes(word)));
        const days = groupsOf(found, ({ at }) => dayOfMoment(at));
        const { rows: wanted, linesOf, ...counts } = pageOfLines(days, { offset, limit });
        return { rows: linesOf(found.slice(wanted.offset, wanted.offset + wanted.limit)), ...counts };
      },
      'audit.get': ({ sequence }: CallInput<'audit.get'>) => {
        if (sequence > ENTRIES) throw new AppError('NOT_FOUND', `Entry ${sequence} is not in the audit log.`);
        return detailOf(sequence);
      },
      'audit.describe': () => {
        const { meaning, naming } = described(activity(0, now));
        return { meaning, naming };
      },
    },
    jobs: {
      'audit.verify': async (_input: object, { progress }: JobContext<JobProgress<'audit.verify'>>) => {
        progress({ done: ENTRIES, total: ENTRIES, text: '1,284 of 1,284 entries' });
        verified = { verified: { at: now, entries: ENTRIES, through: ENTRIES } };
        announceChange();
        return { entries: ENTRIES };
      },
      'audit.write': async () => ({ written: { path: '/media/stick/audit-2026-11-24.jsonl', entries: ENTRIES } }),
    },
  };
}
