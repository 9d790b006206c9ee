import type { Claim } from '../lift.ts';

const VAULT_KEYS = 'electron/vault/security-keys.ts';
const VAULT_TEST = 'test/unit/vault/security-keys.test.ts';
const ENGINE_TEST = 'test/unit/engine/vault/security-keys.test.ts';

/** Security keys and passkeys that open the vault, and are touched for a signature. */
export const SECURITY_KEYS: readonly Claim[] = [
  {
    id: 'MAIN-06',
    sentence: 'A security key signs for one body, and the vault verifies its answer.',
    lifts: [
      {
        mechanism: 'a touch is taken for a signature only as the vault finds it',
        file: 'electron/vault/vault.ts',
        from: 'else touches.use(keyId, bodySha256, { touch, by: keystore.securityKeys(store) });',
        to: '',
        test: VAULT_TEST,
        name: 'accepts no touch of another security key, even under a known name',
      },
      {
        mechanism: 'what a security key signs is bound to the body',
        file: VAULT_KEYS,
        from: '...nonce, ...bodySha256,',
        to: '...nonce,',
        test: VAULT_TEST,
        name: 'stamps no other body than the touched one',
      },
    ],
  },
  {
    id: 'MAIN-07',
    sentence: 'A security key’s answer needs user verification, a one-time challenge and a growing counter.',
    lifts: [
      {
        mechanism: 'a touch for a signature verifies its user',
        file: VAULT_KEYS,
        from: 'userVerified: 1 });',
        to: 'userVerified: null });',
        test: VAULT_TEST,
        name: 'accepts no touch whose user was not verified',
      },
      {
        mechanism: 'a touch for a signature is made on the page of the lock',
        file: VAULT_KEYS,
        from: '        requireOwnPage(touch.clientDataJson, LOCK_RP_ID);',
        to: '',
        test: VAULT_TEST,
        name: 'accepts no touch on another page',
      },
      {
        mechanism: 'the challenge of a touch is used up',
        file: VAULT_KEYS,
        from: '      nonces.delete(keyId);\n      refusing',
        to: '      refusing',
        test: VAULT_TEST,
        name: 'accepts each touch once from a security key without a counter',
      },
      {
        mechanism: 'the challenge of a touch is random',
        file: VAULT_KEYS,
        from: 'const nonce = randomBytes(32);',
        to: 'const nonce = new Uint8Array(32);',
        test: VAULT_TEST,
        name: 'accepts no repeated or unrequested touch, and none from an earlier vault',
      },
      {
        mechanism: 'the count of a security key goes forward',
        file: VAULT_KEYS,
        from: '(signCount !== 0 || last !== 0) && signCount <= last',
        to: 'signCount < 0',
        test: VAULT_TEST,
        name: 'accepts no touch whose counter went back',
      },
      {
        mechanism: 'a touch that was asked for is forgotten with its key',
        file: 'electron/vault/vault.ts',
        from: 'touches.dismiss(id);',
        to: '',
        test: VAULT_TEST,
        name: 'accepts no touch for an earlier key of the same name',
      },
    ],
  },
  {
    id: 'SEAT-10',
    sentence: 'Only the answer of the enrolled security key opens the wrapping key in the vault.',
    lifts: [
      {
        mechanism: 'what a security key answered opens nothing but what was sealed under it',
        file: 'electron/vault/ways.ts',
        from: "const key = hkdfSha256(answer, 'castellan security key v1');",
        to: "const key = hkdfSha256(new Uint8Array(answer.length), 'castellan security key v1');",
        test: VAULT_TEST,
        name: 'is not opened by another answer or without an answer',
      },
      {
        mechanism: 'what a security key answers is proven again where the vault is open already',
        file: 'electron/vault/keystore.ts',
        from: 'if (isAsked(openers)) (await openHeader(store, header, given)).wrappingKey.fill(0);',
        to: '',
        test: VAULT_TEST,
        name: 'verifies an answer even when it is already open',
      },
      {
        mechanism: 'a security key that opens the vault was made with its user verified',
        file: VAULT_KEYS,
        from: "if (made.userVerified !== 1) throw new RangeError('the user was not verified');",
        to: '',
        test: VAULT_TEST,
        name: 'is not added when it was created without its user verified',
      },
      {
        mechanism: 'a security key that opens the vault was made for the lock',
        file: VAULT_KEYS,
        from: "if (made.rpIdHash !== rpIdHashOf(LOCK_RP_ID)) throw new RangeError('it is for another relying party');",
        to: '',
        test: VAULT_TEST,
        name: 'is not added when it was created for another relying party',
      },
    ],
  },
  {
    id: 'SEAT-11',
    sentence:
      'A security key is added only with an existing unlock method. The last security key that a profile needs cannot be removed.',
    lifts: [
      {
        mechanism: 'what opens a store is proven before it is opened by other security keys',
        file: 'electron/vault/keystore.ts',
        from: '      await prove(store, given);\n      const { openers, wrappingKey } = requireOpen(store);',
        to: '      const { openers, wrappingKey } = requireOpen(store);',
        test: VAULT_TEST,
        name: 'is added only with a current unlock method',
      },
      {
        mechanism: 'the last security key stays while a profile asks for it',
        file: 'electron/engine/flows/lock/lock-ways.ts',
        from: 'const isLast = !isTyped && keys.length === 1;\n      if (isLast) requireUnneeded(store);',
        to: 'const isLast = !isTyped && keys.length === 1;',
        test: ENGINE_TEST,
        name: 'keeps the last way that its keys ask for',
      },
    ],
  },
  {
    id: 'SEAT-12',
    sentence: 'A lock cancels a security key’s pending request.',
    lifts: [
      {
        mechanism: 'a lock takes back what a security key is asked to open',
        file: 'electron/engine/flows/lock/vault-control.ts',
        from: 'securityKeys.lock();',
        to: '',
        test: ENGINE_TEST,
        name: 'is taken back by a lock while it is asked',
      },
    ],
  },
  {
    id: 'FILES-10',
    sentence: 'An unlock method that was added, dropped, swapped, edited or copied from another store opens nothing.',
    lifts: [
      {
        mechanism: 'the list of what opens a store is sealed with all of it',
        file: 'electron/vault/keystore-header.ts',
        from: 'hexEncode(sha256(packParts(ways.map(writeWay))))',
        to: 'ways.length',
        test: VAULT_TEST,
        name: 'is not opened by a header with two exchanged',
      },
      {
        mechanism: 'what a security key opens is sealed for one store',
        file: 'electron/vault/ways.ts',
        from: 'const securityKeyPurpose = (store: KeyStore, facts: SecurityKeyFacts) =>',
        to: "const securityKeyPurpose = (_store: KeyStore, facts: SecurityKeyFacts, store = '') =>",
        test: VAULT_TEST,
        name: 'accepts no unlock method of another store, even with the same security key',
      },
    ],
  },
];
