import type { Claim } from '../lift.ts';

const TEST = 'test/unit/engine/profiles/confirmed.test.ts';
const LOG = 'electron/storage/records/audit-log.ts';
const LOG_TEST = 'test/unit/storage/records/profiles.test.ts';
const EDITED = 'is refused by the name of what was changed';

/** What the operator confirmed of a profile. */
export const PROFILES: readonly Claim[] = [
  {
    claims: [
      'What decides of a profile is recorded there when you make or change it; one that was edited, added or put back by anybody else is refused, and told by its name and what was changed',
      'all that decides of a profile, and which keys stamp for it, is recorded in that log: an edited, added, renamed or older one is refused, by name, before anything is asked, stamped, sent or opened, and a service told to keep serving ends all the same',
    ],
    lifts: [
      {
        mechanism: 'a request goes out for a profile as it was confirmed',
        file: 'electron/engine/requests/sender.ts',
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
        file: 'electron/engine/exports.ts',
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
        name: 'takes no signer key from a profile that was changed',
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
        from: 'profilesDigest(body).equals(digest)',
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
    claims: ['older files and deleted ones'],
    lifts: [
      {
        mechanism: 'the counter is told of a changed profile at once',
        file: 'electron/engine/audit.ts',
        from: '// So that no older log, with what the profiles were then, passes for this one.\n        await count(key);',
        to: '',
        test: TEST,
        name: 'is noticed when the log is from before the change',
      },
    ],
  },
];
