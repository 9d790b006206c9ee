import type { Claim } from '../lift.ts';

const RELEASE = 'electron/cli/release.ts';
const SIGNED = 'electron/engine/releases/signed.ts';
const UPDATES_TEST = 'test/unit/engine/releases/updates.test.ts';
const RELEASE_TEST = 'test/unit/cli/verify-download.test.ts';

/** The limits of somebody who changes the files of a release on their way. */
export const DOWNLOADS: readonly Claim[] = [
  {
    id: 'DOWNLOAD-01',
    sentence: '`castellan verify-download` accepts only files that a release key of the running program signed.',
    lifts: [
      {
        mechanism: 'the signature of the list of digests is verified',
        file: SIGNED,
        from: 'if (!verifyMinisign(key, signed, content))',
        to: 'if (false)',
        test: RELEASE_TEST,
        name: 'refuses another signer with the same key id',
      },
      {
        mechanism: 'the version and the last day are signed with the list',
        file: 'electron/crypto/minisign.ts',
        from: 'ed25519Verify(key.publicKey, bound, signed.commentSignature)',
        to: 'true',
        test: 'test/unit/crypto/minisign.test.ts',
        name: 'fails for another content, comment or key',
      },
      {
        mechanism: 'a release key counts until its last day',
        file: SIGNED,
        from: 'if (now !== null && isOver(found.until, now))',
        to: 'if (false)',
        test: RELEASE_TEST,
        name: 'refuses an expired key, and names a downgrade',
      },
    ],
  },
  {
    id: 'DOWNLOAD-02',
    sentence: '`castellan verify-download` refuses a file or a bill of materials that changed after the release.',
    lifts: [
      {
        mechanism: 'the digest of a downloaded file is compared',
        file: RELEASE,
        from: 'if ((await digestOf(file)) !== expected)',
        to: 'if (false)',
        test: RELEASE_TEST,
        name: 'refuses by name: tampered',
      },
    ],
  },
  {
    id: 'DOWNLOAD-03',
    sentence: '`castellan verify-download` refuses an old release in place of the current one, and names it.',
    lifts: [
      {
        mechanism: 'a signed list counts until its last day',
        file: RELEASE,
        from: 'if (isOver(until, now))',
        to: 'if (false)',
        test: RELEASE_TEST,
        name: 'refuses by name: rolled_back',
      },
      {
        mechanism: 'a release older than the running program is refused',
        file: RELEASE,
        from: 'if (compareVersions(version, running) < 0)',
        to: 'if (false)',
        test: RELEASE_TEST,
        name: 'refuses an expired key, and names a downgrade',
      },
    ],
  },
  {
    id: 'DOWNLOAD-04',
    sentence: 'A check for a newer release believes a signed notice alone, and none older than one that was seen.',
    lifts: [
      {
        mechanism: 'the trusted comment says that the content is a notice',
        file: 'electron/engine/releases/notice.ts',
        from: 'const COMMENT = /^castellan notice (\\d{1,9}) until',
        to: 'const COMMENT = /^castellan (?:notice )?(\\d{1,9})[.\\d]* until',
        test: UPDATES_TEST,
        name: 'refuses the signature of a release list',
      },
      {
        mechanism: 'a notice counts until its last day',
        file: 'electron/engine/releases/notice.ts',
        from: 'if (now !== null && isOver(until, now))',
        to: 'if (false)',
        test: UPDATES_TEST,
        name: 'refuses rolled_back',
      },
      {
        mechanism: 'the number of a notice never falls',
        file: 'electron/engine/releases/updates.ts',
        from: 'if (last !== null && next.number < last.number)',
        to: 'if (false)',
        test: UPDATES_TEST,
        name: 'refuses an older notice',
      },
    ],
  },
];
