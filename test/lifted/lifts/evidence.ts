import type { Claim } from '../lift.ts';

const DAMAGE_TEST = 'test/fault/custody-damage.test.ts';
const JOURNAL_TEST = 'test/unit/storage/records/journal.test.ts';
const ARCHIVES_TEST = 'test/unit/storage/records/archives.test.ts';
const EVIDENCE_TEST = 'test/unit/custody/store/evidence.test.ts';
const ACTIVITY_ARCHIVES = 'electron/custody/store/archives/archives.ts';
const ACTIVITY_ARCHIVES_TEST = 'test/unit/custody/store/archives.test.ts';
const ARCHIVE_REMOVAL_TEST = 'test/unit/custody/store/archive-removal.test.ts';
const ATTACHED_TEST = 'test/unit/storage/sqlite/attached.test.ts';
const OBSERVATION_TEST = 'test/contract/wire/observation.test.ts';
const OPEN_WITH_HEAD = 'electron/storage/sqlite/open-with-head.ts';
const ROUTER = 'electron/custody/http/router.ts';

/** The record of what the local service answered, and the ways to watch it. */
export const EVIDENCE_CLAIMS: readonly Claim[] = [
  {
    id: 'FILES-15',
    sentence: 'Each activity, vote, wallet, account and private key carries a MAC. A changed row is never served.',
    lifts: [
      {
        mechanism: 'the row of an activity is compared with its seal at each read',
        file: 'electron/custody/store/evidence/evidence.ts',
        from: 'if (seal === null || !constantTimeEqual(seal, required().mac(text))) return false;',
        to: 'if (seal?.length === 0) return false;',
        test: EVIDENCE_TEST,
        name: 'changed is never served',
      },
      {
        mechanism: 'the seal of a row is made anew when the service changes the row',
        file: 'electron/custody/store/activities.ts',
        from: "if (row !== undefined) change.run(evidence.sealed('activities', { ...row, ...changed }));",
        to: 'if (row !== undefined) change.run({ ...row, ...changed, seal: anywhere.get(activityId)?.seal ?? null });',
        test: EVIDENCE_TEST,
        name: 'has a new seal after each change of this service',
      },
      {
        mechanism: 'the rows of an earlier version are sealed once',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: "if (!believed.has(placeOf('evidence_marks', ADOPTED))) adopt();",
        to: 'chain.adopt();',
        test: EVIDENCE_TEST,
        name: 'are sealed once, when they are opened for the first time',
      },
    ],
  },
  {
    id: 'FILES-16',
    sentence: 'The local service refuses a database that changed while it was closed, or that lacks answered changes.',
    lifts: [
      {
        mechanism: 'the file of a closed database is compared with its digest',
        file: 'electron/storage/sqlite/closed-file.ts',
        from: "bytes === (whole ?? closed)?.bytes && Buffer.from(digest).toString('hex') === (whole?.mac ?? closed?.sha256);",
        to: "bytes >= 0 || Buffer.from(digest).toString('hex') === (whole?.mac ?? closed?.sha256);",
        test: DAMAGE_TEST,
        name: 'is served unchanged or not at all after any one-bit change of the closed database',
      },
      {
        mechanism: 'the number of changes is compared with the head outside the database',
        file: OPEN_WITH_HEAD,
        from: 'if (kept !== null && isBehind(head, kept)) throw',
        to: 'if (kept !== null && kept.count < 0) throw',
        test: DAMAGE_TEST,
        name: 'is not lost unnoticed when the write-ahead log is cut anywhere',
      },
      {
        mechanism: 'a write-ahead log that is damaged before its end is refused',
        file: OPEN_WITH_HEAD,
        from: 'if (guarded(kind, () => isDamagedInside(kind.path + LOG_SUFFIX)))',
        to: "if (kind.path === '' && isDamagedInside(LOG_SUFFIX))",
        test: DAMAGE_TEST,
        name: 'is not lost unnoticed after any one-bit change of the write-ahead log',
      },
    ],
  },
  {
    id: 'FILES-17',
    sentence:
      'Log verification refuses a missing, truncated or changed archive by name, and the first use compares its length and, up to 16 MiB, its digest.',
    lifts: [
      {
        mechanism: 'the file of an archive is compared with its digest',
        file: 'electron/storage/sqlite/archive-files.ts',
        from: '=== sha256 ? null :',
        to: "!== '' ? null :",
        test: ARCHIVES_TEST,
        name: 'none passes verification, and none serves changed content',
      },
      {
        mechanism: 'the file of an archive is compared with its digest before its first use',
        file: 'electron/storage/records/archives.ts',
        from: 'atOnce(fileDigest(pieces())) !== sha256)',
        to: "atOnce(fileDigest(pieces())) === '')",
        test: ARCHIVES_TEST,
        name: 'that was edited is refused before its first use',
      },
      {
        mechanism: 'the list of archives is compared with the entries that name them',
        file: 'electron/storage/records/audit-verify.ts',
        from: ': body !== archiveBody(facts);',
        to: ": body === '' && archiveBody(facts) === '';",
        test: ARCHIVES_TEST,
        name: 'that was rewritten, with its new digest in the list, differs from the entry that names it',
      },
      {
        mechanism: 'an archived request is compared with its digest at each read',
        file: 'electron/storage/records/archives.ts',
        from: 'wholeRow(kindOf(facts.month), row,',
        to: 'wholeRow(kindOf(facts.month), { ...row, isWhole: 1 },',
        test: ARCHIVES_TEST,
        name: 'with a changed request never serves it',
      },
      {
        mechanism: 'entries leave the log only while their archive has its digest',
        file: 'electron/storage/records/archiving.ts',
        from: 'if (digest !== sha256) return;',
        to: "if (digest === '') return;",
        test: ARCHIVES_TEST,
        name: 'removes nothing from the log when the archive was changed before',
      },
    ],
  },
  {
    id: 'FILES-19',
    sentence:
      'A journaled request has a digest of its columns. A damaged one is refused by name when it is read, and before it is changed or archived. No search in the audit log proves it.',
    lifts: [
      {
        mechanism: 'a journaled request is compared with its digest when it is read',
        file: 'electron/storage/records/journal-digest.ts',
        from: 'if (isWhole !== 1) throw',
        to: 'if (isWhole === -1) throw',
        test: JOURNAL_TEST,
        name: 'is never read',
      },
      {
        mechanism: 'a journaled request is compared with its digest before its next step',
        file: 'electron/storage/records/journal-digest.ts',
        from: 'if (select.get(requestId) === 0) throw',
        to: 'if (select.get(requestId) === -1) throw',
        test: JOURNAL_TEST,
        name: 'takes no further step',
      },
    ],
  },
  {
    id: 'FILES-384',
    sentence:
      'Archives of the service’s activities are compared with their digests in a sealed list before they are read. A missing, truncated or changed one is named, and refuses only requests that may need it. Its rows keep their MACs.',
    lifts: [
      {
        mechanism: 'the file of an archive is compared with its digest in the list',
        file: ACTIVITY_ARCHIVES,
        from: '=== sha256) problem = null;',
        to: "!== '') problem = null;",
        test: ACTIVITY_ARCHIVES_TEST,
        name: 'that is edited is named, and only its own activities are refused',
      },
      {
        mechanism: 'an activity that may be in an unusable archive does not count as missing',
        file: ACTIVITY_ARCHIVES,
        from: 'if (unknown !== undefined) throw unknown;',
        to: "if (unknown === '') throw unknown;",
        test: ACTIVITY_ARCHIVES_TEST,
        name: 'that is missing is named, and only its own activities are refused',
      },
      {
        mechanism: 'activities leave the store only while their archive has its digest',
        file: 'electron/custody/store/archives/archiving.ts',
        from: 'if (archive.remaining === 0 || !archives.isUsable(archive)) continue;',
        to: 'if (archive.remaining === 0) continue;',
        test: ACTIVITY_ARCHIVES_TEST,
        name: 'loses nothing in the store when it was changed before the removal',
      },
    ],
  },
  {
    id: 'FILES-390',
    sentence:
      'An activity leaves the service’s store only when it ended in an archived month. Its row, its votes and their MACs must be equal in the archive.',
    lifts: [
      {
        mechanism: 'the copy in the archive is compared with the store before the removal',
        file: 'electron/custody/store/archives/archiving.ts',
        from: 'if (isDeepStrictEqual(copy, stored) && isDeepStrictEqual(copiedVotes, votes)) return true;',
        to: 'if (isDeepStrictEqual(copy, copy) && isDeepStrictEqual(votes, votes)) return true;',
        test: ARCHIVE_REMOVAL_TEST,
        name: 'never when a vote is missing in the archive, which is named',
      },
      {
        mechanism: 'the store decides which activities leave it',
        file: 'electron/custody/store/archives/archiving.ts',
        from: 'of groups(endOfMonth(archive.month))) {',
        to: 'of groups(Number.POSITIVE_INFINITY)) {',
        test: ARCHIVE_REMOVAL_TEST,
        name: 'only when they ended in an earlier month, whatever the archive holds',
      },
    ],
  },
  {
    id: 'FILES-391',
    sentence:
      'SQLite reads an archive of activities only from its file, and never writes to it, whatever journal lies beside it.',
    lifts: [
      {
        mechanism: 'an archive is attached read-only',
        file: 'electron/storage/sqlite/attached.ts',
        from: '{ readonly: true }',
        to: '{ readonly: false }',
        test: ATTACHED_TEST,
        name: 'is read, and never written',
      },
      {
        mechanism: 'one transaction keeps SQLite from looking for a journal later',
        file: 'electron/storage/sqlite/attached.ts',
        from: "database.exec('BEGIN');",
        to: '',
        test: ATTACHED_TEST,
        name: 'keeps its rows when a file -wal is put beside it later',
      },
      {
        mechanism: 'an archive with a journal beside it is refused',
        file: ACTIVITY_ARCHIVES,
        from: 'if (companion !== undefined)',
        to: "if (companion === '')",
        test: ARCHIVE_REMOVAL_TEST,
        name: 'has it named and refused, and unchanged, for -shm',
      },
    ],
  },
  {
    id: 'FILES-383',
    sentence:
      'While an archive of earlier requests is missing, damaged or lost, a question to sign names it and states that an earlier signature is unknown.',
    lifts: [
      {
        mechanism: 'an archive that cannot be read leaves an earlier signature unknown',
        file: 'electron/storage/records/journal.ts',
        from: 'return { unknown: error.message };',
        to: 'return null;',
        test: ARCHIVES_TEST,
        name: 'that is missing or was cut is named by each look-up that needs it',
      },
      {
        mechanism: 'a lost archive leaves an earlier signature unknown',
        file: 'electron/storage/records/journal.ts',
        from: 'archived === undefined ? archives.lost() : []',
        to: 'archived === undefined ? [] : archives.lost()',
        test: ARCHIVES_TEST,
        name: 'that is lost leaves it unknown what it held',
      },
    ],
  },
  {
    id: 'MEMBER-22',
    sentence: 'Only users of an organization without a parent can read the status of the whole service.',
    lifts: [
      {
        mechanism: 'the status of the service is not shown below another organization',
        file: 'electron/custody/handlers/service.ts',
        from: 'if (caller.organization.parentOrganizationId !== null)',
        to: "if (caller.organization.organizationId === '')",
        test: OBSERVATION_TEST,
        name: 'is not shown to users of a sub-organization',
      },
    ],
  },
  {
    id: 'USER-07',
    sentence: 'The service serves metrics only if the operator enabled them.',
    lifts: [
      {
        mechanism: 'metrics are not there by themselves',
        file: ROUTER,
        from: 'if (path === METRICS_PATH && context.observation.hasMetrics) return',
        to: 'if (path === METRICS_PATH) return',
        test: OBSERVATION_TEST,
        name: 'are available only if the operator enabled them',
      },
    ],
  },
];
