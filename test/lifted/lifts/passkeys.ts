import type { Claim } from '../lift.ts';

const KEEPER = 'electron/engine/stamping/passkey-keeper.ts';
const KEEPER_TEST = 'test/unit/engine/flows/passkeys.test.ts';
const PROTOCOL = 'electron/main/security/page-protocol.ts';
const PROTOCOL_TEST = 'test/unit/main/security/page-protocol.test.ts';

/** Keys that an authenticator holds, and the window in which it is asked. */
export const PASSKEYS: readonly Claim[] = [
  {
    id: 'PROGRAM-04',
    sentence:
      'A passkey’s assertion is accepted only from that passkey, on its own page, for the approved bytes, with a valid signature.',
    lifts: [
      {
        mechanism: 'a passkey is of the kind of key that was asked for',
        file: KEEPER,
        from: 'isEs256: true',
        to: 'isEs256: false',
        test: KEEPER_TEST,
        name: 'of another kind of key than was asked for is refused',
      },
      {
        mechanism: 'a registration of a passkey that is open is settled before another is made',
        file: 'electron/engine/flows/passkeys.ts',
        from: 'if (before?.credential !== undefined) return { credential: before.credential, activity: before.activity };',
        to: '',
        test: KEEPER_TEST,
        name: 'is settled by its fingerprint before another is made',
      },
      {
        mechanism: 'a registration for another user that is open is settled before another is made',
        file: 'electron/engine/flows/passkeys.ts',
        from: 'if (before !== null) return { activity: before.activity, isEarlier: true };',
        to: '',
        test: 'test/unit/engine/flows/passkeys-of-users.test.ts',
        name: 'is not made again while an earlier registration for this user is open',
      },
      {
        mechanism: 'an authenticator is asked for what was approved only',
        file: KEEPER,
        from: 'check.use(approval, body);',
        to: '',
        test: KEEPER_TEST,
        name: 'is asked for exactly what was approved',
      },
      {
        mechanism: 'an assertion is of the passkey that was asked',
        file: KEEPER,
        from: 'if (stamp.credentialId !== passkey.credentialId) throw',
        to: "if (stamp.credentialId === '') throw",
        test: KEEPER_TEST,
        name: 'of another passkey is refused, and nothing is sent',
      },
      {
        mechanism: 'an assertion is verified before it is sent',
        file: KEEPER,
        from: 'verifyAssertion(stamp, challenge, {',
        to: 'void ({',
        test: KEEPER_TEST,
        name: 'with another key’s signature is refused',
      },
      {
        mechanism: 'what an authenticator answers was made on our own page',
        file: 'electron/crypto/passkeys/parts.ts',
        from: 'if (readClientData(clientDataJson).origin !== passkeyOrigin(rpId))',
        to: "if (readClientData(clientDataJson).origin === '')",
        test: KEEPER_TEST,
        name: 'of another page is refused, and nothing is sent',
      },
      {
        mechanism: 'a passkey that was just made is of its relying party',
        file: KEEPER,
        from: 'if (attested.rpIdHash !== rpIdHashOf(rpId))',
        to: "if (attested.rpIdHash === '')",
        test: KEEPER_TEST,
        name: 'at its making for another relying party is refused',
      },
      {
        mechanism: 'the relying party of a passkey is part of what was confirmed',
        file: 'electron/engine/profiles/confirmed.ts',
        from: "if (key.store === 'passkey')",
        to: "if (key.store === 'passkey' && key.id === '')",
        test: KEEPER_TEST,
        name: 'is another key when its relying party is edited',
      },
    ],
  },
  {
    id: 'PAGE-09',
    sentence: 'A passkey is used in a window that serves a single page.',
    lifts: [
      {
        mechanism: 'the page for passkeys has no other file of the program',
        file: PROTOCOL,
        from: 'return isPasskeyPage(page) ? namedFiles(files) : files;',
        to: 'return files;',
        test: PROTOCOL_TEST,
        name: 'has nothing at https://keys.example.com/assets/app.js',
      },
      {
        mechanism: 'the page for passkeys has a policy of its own',
        file: PROTOCOL,
        from: 'const own = isPasskeyPage(page) ? PASSKEY_HEADERS : PAGE_HEADERS;',
        to: 'const own = PAGE_HEADERS;',
        test: PROTOCOL_TEST,
        name: 'is served whole, with its own policy',
      },
      {
        mechanism: 'a page is told from others by its scheme, host and port',
        file: 'electron/main/security/page-address.ts',
        from: 'url.host === own.host',
        to: "url.host !== ''",
        test: PROTOCOL_TEST,
        name: 'has nothing at https://example.com/',
      },
    ],
  },
];
