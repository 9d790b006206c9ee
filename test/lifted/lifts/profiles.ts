import type { Claim } from '../lift.ts';

const TEST = 'test/unit/engine/profiles/confirmed.test.ts';
const AUDIT = 'electron/engine/audit/audit.ts';
const AUDIT_KEYS = 'electron/engine/audit/audit-keys.ts';
const STORES_TEST = 'test/unit/engine/audit/audit-stores.test.ts';
const LOG = 'electron/storage/records/audit-log.ts';
const LOG_TEST = 'test/unit/storage/records/profiles.test.ts';
const EDITED = 'is refused by the name of what was changed';

/** The confirmed members of a profile. */
export const PROFILES: readonly Claim[] = [
  {
    id: 'FILES-03',
    sentence:
      'A profile and its list of keys are used only as the operator confirmed them. An edited, added, renamed or older profile is refused by name.',
    lifts: [
      {
        mechanism: 'a request goes out for a profile as it was confirmed',
        file: 'electron/engine/stamping/sender.ts',
        from: 'await profiles.requireConfirmed(profile);',
        to: '',
        test: TEST,
        name: EDITED,
      },
      {
        mechanism: 'a stamp is asked for and made for a profile as it was confirmed',
        file: 'electron/engine/requests/confirmation.ts',
        from: 'await profiles.requireConfirmed(profile);',
        to: '',
        test: TEST,
        name: EDITED,
      },
      {
        mechanism: 'an export is opened for a profile as it was confirmed',
        file: 'electron/engine/exports/exports.ts',
        from: 'await profiles.requireConfirmed(profile);',
        to: '',
        test: TEST,
        name: 'opens no export: neither its signer nor its organization is believed',
      },
      {
        mechanism: 'the command line takes the signer of exports from a profile as it was confirmed',
        file: 'electron/cli/commands/export.ts',
        from: 'await profiles.requireConfirmed(row);',
        to: '',
        test: 'test/unit/cli/export.test.ts',
        name: 'uses no signer key from a changed profile',
      },
      {
        mechanism: 'which keys stamp for a profile is part of what was confirmed',
        file: 'electron/engine/profiles/confirmed.ts',
        from: 'changed: JSON.stringify(is[member]) !== JSON.stringify(was?.[member]),',
        to: "changed: member !== 'keys' && JSON.stringify(is[member]) !== JSON.stringify(was?.[member]),",
        test: TEST,
        name: 'is refused when another key of its own stamps for it, or one more is listed',
      },
      {
        mechanism: 'how a key stamps is part of what was confirmed',
        file: 'electron/engine/profiles/confirmed.ts',
        from: '...(key.scheme === undefined ? [] : [key.scheme])',
        to: '',
        test: 'test/unit/engine/stamping/credentials.test.ts',
        name: 'may be of other schemes, and an edited one is noticed',
      },
      {
        mechanism: 'the local service starts for a profile as it was confirmed',
        file: 'electron/engine/service/service-keeper.ts',
        from: 'if (profile !== null) await profiles.requireConfirmed(profile);',
        to: 'void profile;',
        test: TEST,
        name: 'does not have the local service go on while the vault is locked, nor start',
      },
      {
        mechanism: 'a change of a profile starts from what was confirmed, not from the file',
        file: 'electron/engine/profiles/profiles.ts',
        from: 'const before = members ?? confirmed.membersOf(found);',
        to: 'const before = confirmed.membersOf(found);',
        test: TEST,
        name: 'is put back by a change of it',
      },
      {
        mechanism: 'what the profiles are is what the end of the log names',
        file: LOG,
        from: 'profilesDigest(link.body).equals(digest)',
        to: 'digest.length > 0',
        test: LOG_TEST,
        name: 'are not believed when the entry that recorded it was changed',
      },
      {
        mechanism: 'the end of the log says what its hash follows from',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'if (tip !== undefined && !follows(chain, tip)) return changed(last);',
        to: '',
        test: LOG_TEST,
        name: 'are not believed when the newest entry names none',
      },
    ],
  },
  {
    id: 'FILES-04',
    sentence:
      'A profile change takes effect only after the counters beside the keys record it, so older files are refused.',
    lifts: [
      {
        mechanism: 'the counter is told of a changed profile at once',
        file: AUDIT_KEYS,
        from: 'const isSigned = now !== undefined && now.signed.sequence >= head.sequence;\n      await writeCounter(store, key, isSigned ? now.signed : await sign(key, head));',
        to: '',
        test: TEST,
        name: 'is noticed also with a log from before the change',
      },
      {
        mechanism: 'a change of a profile that its counter was not told of is not made',
        file: AUDIT,
        from: 'throw notCounted(profile, error);',
        to: 'ports.report(error);',
        test: STORES_TEST,
        name: 'is not made, is reported, and is made at the next request',
      },
      {
        mechanism: 'a change of a profile is in force once it is counted',
        file: AUDIT,
        from: 'if (keys.counted(key) < recorded.sequence)',
        to: 'if (recorded.sequence < 0)',
        test: STORES_TEST,
        name: 'is not in force either when the profile is already so',
      },
      {
        mechanism: 'one process at a time changes a counter',
        file: AUDIT_KEYS,
        from: 'await alone(async () => {',
        to: 'await (async (work: () => Promise<void>) => work())(async () => {',
        test: STORES_TEST,
        name: 'are changed by one process at a time',
      },
      {
        mechanism: 'every store that answers counts a change of a profile',
        file: AUDIT,
        from: 'for (const other of beside) await keys.countTo(other, head).catch(ports.report);',
        to: 'void beside;',
        test: STORES_TEST,
        name: 'all learn of a change of a profile',
      },
      {
        mechanism: 'each key that signed an entry is listed, so that its counter is asked',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'if (!isKnown) unlisted ??= sequence;',
        to: 'void isKnown;',
        test: STORES_TEST,
        name: 'name a store that was taken out of the index',
      },
      {
        mechanism: 'the other counters are told that a store has an audit key',
        file: AUDIT,
        from: 'for (const other of everyKey) await keys.countTo(other, head).catch(ports.report);',
        to: 'void [head, everyKey];',
        test: STORES_TEST,
        name: 'learn that another store has a key',
      },
    ],
  },
  {
    id: 'FILES-05',
    sentence:
      'The address book and other documents of the operator are used only as confirmed. Edited lock settings count as the shortest time.',
    lifts: [
      {
        mechanism: 'a document is used when its digest is the one that the log names',
        file: 'electron/engine/documents/documents.ts',
        from: 'body === null || !isOf(body, digest)',
        to: 'body === null',
        test: 'test/unit/engine/documents/documents.test.ts',
        name: 'is not used when it was edited, until it is confirmed as it was shown',
      },
      {
        mechanism: 'a document is changed by the operator’s answer',
        file: 'electron/engine/documents/documents.ts',
        from: 'await ask(name, false, change);',
        to: '',
        test: 'test/unit/engine/documents/documents.test.ts',
        name: 'is changed by the operator’s answer only, and the change is in the audit log',
      },
      {
        mechanism: 'the time until the vault is locked is the shortest while it is not what was confirmed',
        file: 'electron/engine/flows/lock/idle-time.ts',
        from: 'proven ?? IDLE_MINUTES.least',
        to: 'proven ?? IDLE_MINUTES.most',
        test: 'test/unit/engine/flows/lock/idle-time.test.ts',
        name: 'is not made longer by an edited file',
      },
      {
        mechanism: 'a list of interfaces that is not to be used is taken from the vault',
        file: 'electron/engine/documents/interfaces.ts',
        from: '(error: unknown) => ({ body: null, kept: [], finding: notUsed(error) })',
        to: '() => ({ ...held, finding: null })',
        test: 'test/unit/engine/documents/interfaces.test.ts',
        name: 'explains nothing and says so, until it is confirmed as it was shown',
      },
    ],
  },
  {
    id: 'PAGE-10',
    sentence:
      'A contract description is added only after a question that showed each function. It hides no danger that a standard defines.',
    lifts: [
      {
        mechanism: 'whoever is asked about an interface is shown each of its functions',
        file: 'electron/engine/documents/interfaces.ts',
        from: 'entries: [row(quoted(entry), wordsOf(added)), ...rows],',
        to: 'entries: [row(quoted(entry), wordsOf(added))],',
        test: 'test/unit/engine/documents/interfaces.test.ts',
        name: 'is kept by the operator’s answer only, who is shown each function and the words for it',
      },
      {
        mechanism: 'a change on a terminal is made by a yes that was typed there',
        file: 'electron/cli/confirm.ts',
        from: "? readYes('Do that? y/N ', context) : YES",
        to: '? YES : YES',
        test: 'test/unit/cli/names.test.ts',
        name: 'is shown, then asked about on a terminal',
      },
      {
        mechanism: 'no entry of a change forges a line of it on a terminal',
        file: 'electron/cli/confirm.ts',
        from: 'visibleText(member)',
        to: 'member',
        test: 'test/unit/cli/names.test.ts',
        name: 'shows that it is external and the earlier values, and cannot control the terminal',
      },
      {
        mechanism: 'a call of a standard is told by the standard, whoever describes it',
        file: 'electron/vault/calls/explain.ts',
        from: 'isRead && !isDelegate && router === null && (standard === null || standard.isShared)',
        to: 'isRead',
        test: 'test/unit/engine/documents/interfaces.test.ts',
        name: 'explains calls wherever a meaning is made, and takes no danger away',
      },
    ],
  },
];
