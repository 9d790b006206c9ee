import type { Claim } from '../lift.ts';

const PASSKEY = 'electron/custody/authentication/passkey.ts';
const ASSERTION = 'electron/crypto/passkeys/assertion.ts';
const PASSKEYS_TEST = 'test/contract/authentication/passkeys.test.ts';

/** Passkeys of users of the local service: how they are registered, and when their answers count. */
export const MEMBER_PASSKEYS: readonly Claim[] = [
  {
    id: 'MEMBER-01',
    sentence:
      'A passkey’s assertion covers one body and its relying party. It proves user presence, and user verification if the passkey was registered with it.',
    lifts: [
      {
        mechanism: 'the challenge of a passkey is the body',
        file: ASSERTION,
        from: 'if (clientData.challenge !== challenge) throw',
        to: "if (challenge === '') throw",
        test: PASSKEYS_TEST,
        name: 'stamps one body only',
      },
      {
        mechanism: 'a passkey answers for its relying party only',
        file: ASSERTION,
        from: 'if (rpIdHash !== passkey.rpIdHash) throw',
        to: "if (rpIdHash === '') throw",
        test: PASSKEYS_TEST,
        name: 'for another relying party',
      },
      {
        mechanism: 'the user of a passkey is there',
        file: ASSERTION,
        from: 'if (!userPresent) throw',
        to: 'if (userPresent === null) throw',
        test: PASSKEYS_TEST,
        name: 'without a user',
      },
      {
        mechanism: 'the user of a passkey is verified as when it was registered',
        file: ASSERTION,
        from: 'if (passkey.userVerified === 1 && !userVerified) throw',
        to: 'if (passkey.userVerified === null && !userVerified) throw',
        test: PASSKEYS_TEST,
        name: 'without the verification it was registered with',
      },
      {
        mechanism: 'a registration is no answer to a request for an assertion',
        file: 'electron/crypto/passkeys/registration.ts',
        from: "if (type !== 'webauthn.create') throw",
        to: "if (type === '') throw",
        test: 'test/vectors/webauthn.test.ts',
        name: 'is not registered with the client data of an assertion',
      },
      {
        mechanism: 'a user was present when a passkey was made',
        file: 'electron/crypto/passkeys/registration.ts',
        from: 'if (!userPresent) throw',
        to: 'if (flags < 0 && !userPresent) throw',
        test: 'test/vectors/webauthn.test.ts',
        name: 'is not registered without user presence',
      },
      {
        mechanism: 'the counter of a passkey grows',
        file: PASSKEY,
        from: 'if (signCount <= last) throw',
        to: 'if (signCount < 0) throw',
        test: PASSKEYS_TEST,
        name: 'must increase, except for a repetition of the last request',
      },
    ],
  },
  {
    id: 'MEMBER-02',
    sentence: 'If the organization lists origins, a passkey is accepted from these origins only.',
    lifts: [
      {
        mechanism: 'the origins of passkeys are those that the organization lists',
        file: PASSKEY,
        from: 'if (list !== undefined && !originsIn(list).includes(String(origin)))',
        to: "if (list === '' && originsIn(list).includes(String(origin)))",
        test: PASSKEYS_TEST,
        name: 'is accepted only from the listed origins, if any are listed',
      },
    ],
  },
];
