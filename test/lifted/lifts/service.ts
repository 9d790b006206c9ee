import type { Claim } from '../lift.ts';

const BUNDLE = 'electron/crypto/bundles/export-bundle.ts';
const BUNDLE_TEST = 'test/unit/crypto/bundles/export-bundle.test.ts';
const EXPORTS_TEST = 'test/unit/engine/exports/exports.test.ts';
const ATTACKS_TEST = 'test/fault/custody-attacks.test.ts';
const SERVER = 'electron/custody/http/server.ts';
const SERVE_ONE = 'electron/custody/http/serve-one.ts';
const CLAIMS_TEST = 'test/unit/custody/http/claims.test.ts';
const SERVER_TEST = 'test/unit/custody/http/server.test.ts';
const COMPARED_TEST = 'test/unit/custody/store/compared-rows.test.ts';
const ROWS_TEST = 'test/fault/custody-rows.test.ts';

/** Limits of a lying service, and of clients and editors of the local one. */
export const SERVICE: readonly Claim[] = [
  {
    id: 'SERVICE-10',
    sentence: 'An export bundle is opened only after its signer, version, signature and organization were checked.',
    lifts: [
      {
        mechanism: 'a bundle of another signer is not opened',
        file: BUNDLE,
        from: 'if (message.signerKey !== input.signerKey.toLowerCase()) {',
        to: 'if (message.signerKey.length < 0) {',
        test: BUNDLE_TEST,
        name: 'BUNDLE_WRONG_SIGNER',
      },
      {
        mechanism: 'a bundle with a wrong signature is not opened',
        file: BUNDLE,
        from: 'if (!p256Verify(message.signerKey, message.data, message.dataSignature)) {',
        to: 'if (message.signerKey.length < 0 && p256Verify) {',
        test: BUNDLE_TEST,
        name: 'BUNDLE_SIGNATURE_INVALID',
      },
      {
        mechanism: 'a bundle of another organization is not opened',
        file: BUNDLE,
        from: 'if (sealed.organizationId !== input.organizationId) {',
        to: 'if (sealed.organizationId.length < 0) {',
        test: BUNDLE_TEST,
        name: 'BUNDLE_WRONG_ORGANIZATION',
      },
      {
        mechanism: 'a bundle of another version is not opened',
        file: 'shared/wire/bundle.ts',
        from: 'if (version !== BUNDLE_VERSION) throw',
        to: 'if (version.length < 0) throw',
        test: BUNDLE_TEST,
        name: 'BUNDLE_INVALID',
      },
    ],
  },
  {
    id: 'SERVICE-11',
    sentence: 'The vault proves that an exported key belongs to the requested address, whatever the response says.',
    lifts: [
      {
        mechanism: 'the address of an opened key is compared with the one that was asked for',
        file: 'electron/vault/opened-bundles.ts',
        from: 'if (derived !== null && sameAddress(addressFormat, derived, address)) return derived;',
        to: 'if (derived !== null && sameAddress) return derived;',
        test: 'test/unit/vault/bundles.test.ts',
        name: 'another key is refused and wiped',
      },
      {
        mechanism: 'what was asked for is what is compared',
        file: 'electron/engine/exports/exports.ts',
        from: 'expected: await expectedOf(profile, exported),',
        to: 'expected: (await expectedOf(profile, exported)) && null,',
        test: EXPORTS_TEST,
        name: 'another account’s bundle is refused',
      },
    ],
  },
  {
    id: 'SERVICE-12',
    sentence: 'The window says that an export by id proves no address.',
    lifts: [
      {
        mechanism: 'only the address of an account is claimed',
        file: 'electron/engine/exports/exports.ts',
        from: "if (kind !== 'account') return null;",
        to: "if (kind !== 'account') return { address: of, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };",
        test: EXPORTS_TEST,
        name: 'a private key is asked for by its id, so no address of it is claimed',
      },
    ],
  },
  {
    id: 'USER-04',
    sentence: 'The service listens on loopback, verifies the stamp of each request and refuses pages of other sites.',
    lifts: [
      {
        mechanism: 'the stamp of a request is verified',
        file: 'electron/custody/authentication/api-key.ts',
        from: "if (!holds) throw publicError('SIGNATURE_INVALID', 'could not verify api key signature');",
        to: '',
        test: 'test/contract/wire/errors.test.ts',
        name: 'of a body changed after stamping',
      },
      {
        mechanism: 'a page of another site does not reach the service by a name of its own',
        file: SERVE_ONE,
        from: 'const admitted = isOwnHost(request)',
        to: 'const admitted = isOwnHost',
        test: SERVER_TEST,
        name: 'may not be attacker.example',
      },
      {
        mechanism: 'a page from elsewhere is not told that it may ask',
        file: 'electron/custody/http/cross-origin.ts',
        from: 'return origin !== undefined && LOOPBACK.test(origin);',
        to: 'return origin !== undefined && LOOPBACK !== null;',
        test: 'test/contract/wire/pages.test.ts',
        name: 'may neither call nor read',
      },
      {
        mechanism: 'the service listens on loopback',
        file: SERVER,
        from: 'server.listen({ host: HOST, port, exclusive: true }',
        to: 'server.listen({ port, exclusive: true }',
        test: SERVER_TEST,
        name: 'is reached on 127.0.0.1 and no other address',
      },
    ],
  },
  {
    id: 'USER-05',
    sentence: 'Connections, bodies and nesting are limited. Clients without a proven key lose their connections first.',
    lifts: [
      {
        mechanism: 'the key is looked up before a body is kept',
        file: 'electron/custody/authentication/api-key.ts',
        from: 'if (apiKeys.length === 0) throw new UnknownCredential(unknownIn);',
        to: '',
        test: ATTACKS_TEST,
        name: 'while strangers send large bodies, which are not kept',
      },
      {
        mechanism: 'the body of a stranger is read away up to a small limit',
        file: SERVE_ONE,
        from: '{ limit: limits.strangerBytes, kept }',
        to: '{ limit: limits.discardedBytes, kept }',
        test: ATTACKS_TEST,
        name: 'while strangers send large bodies, which are not kept',
      },
      {
        mechanism: 'connections are bounded, and strangers give way',
        file: SERVER,
        from: 'if (!held.grow(1)) socket.destroy();',
        to: '',
        test: ATTACKS_TEST,
        name: 'while strangers try to hold more connections than the limit',
      },
      {
        mechanism: 'the bytes in flight are bounded',
        file: SERVER,
        from: 'createShares<string>(limits.bytesInFlight)',
        to: 'createShares<string>(Number.MAX_SAFE_INTEGER)',
        test: CLAIMS_TEST,
        name: 'has room for bodies together with its other connections, the oldest giving way',
      },
      {
        mechanism: 'JSON that is nested too deep is never parsed',
        file: 'electron/custody/authentication/authenticate.ts',
        from: 'if (isNestedDeeper(bytes, NESTING)) {',
        to: 'if (isNestedDeeper(bytes, bytes.length)) {',
        test: ATTACKS_TEST,
        name: 'of a known key, which are never parsed',
      },
    ],
  },
  {
    id: 'USER-06',
    sentence: 'Clients without a proven key wait behind clients with one, however many connections they open.',
    lifts: [
      {
        mechanism: 'whoever has proven no key waits for a turn',
        file: SERVE_ONE,
        from: 'await queue?.(request.socket);',
        to: '',
        test: CLAIMS_TEST,
        name: 'goes first on its connection, before all that wait',
      },
      {
        mechanism: 'whoever has proven a key waits for no turn',
        file: SERVE_ONE,
        from: 'connection.provenBy === null ? site.queue : null',
        to: 'site.queue',
        test: CLAIMS_TEST,
        name: 'goes first on its connection, before all that wait',
      },
      {
        mechanism: 'a stamp that does not hold ends what was proven',
        file: SERVE_ONE,
        from: '      connection.provenBy = null;\n',
        to: '',
        test: CLAIMS_TEST,
        name: 'waits like all others after a stamp that does not hold',
      },
      {
        mechanism: 'few get their turn in each round',
        file: 'electron/custody/http/connection-queue.ts',
        from: 'begun < each && ',
        to: '',
        test: 'test/unit/custody/http/connection-queue.test.ts',
        name: 'few connections begin in each round',
      },
      {
        mechanism: 'the bytes of bodies that only claim a key are bounded',
        file: SERVER,
        from: 'createShares<Connection>(limits.claimedBytes)',
        to: 'createShares<Connection>(Number.MAX_SAFE_INTEGER)',
        test: CLAIMS_TEST,
        name: 'has room for bodies of its own',
      },
      {
        mechanism: 'who only claims a key has no part of the room of those who have proven it',
        file: SERVE_ONE,
        from: 'isProven ? bodies.open(sender, giveWay) : claims.open(connection, giveWay)',
        to: 'claims.open(connection, giveWay)',
        test: CLAIMS_TEST,
        name: 'has room for bodies of its own',
      },
      {
        mechanism: 'whoever has proven no key asks again when it was answered',
        file: SERVE_ONE,
        from: 'if (queue !== null && connection.underWay > 1) request.socket.destroy();',
        to: '',
        test: CLAIMS_TEST,
        name: 'is hung up on when it asks again before it was answered',
      },
    ],
  },
  {
    id: 'FILES-11',
    sentence:
      'Rows that decide permissions carry a MAC. The service checks it at start, and at least once a second in use.',
    lifts: [
      {
        mechanism: 'the seal of a row is over all of its columns, where it belongs among them',
        file: 'electron/custody/store/seals/sealed-tables.ts',
        from: 'return JSON.stringify([table, values]);',
        to: "return JSON.stringify([table, values.filter(([column]) => column !== 'organization_id')]);",
        test: 'test/unit/custody/store/row-seals.test.ts',
        name: 'cannot swap their users',
      },
      {
        mechanism: 'every row is checked at the start',
        file: 'electron/custody/service.ts',
        from: "  for (const damage of store.seals.open(keyring)) report('start', damage);\n",
        to: '',
        test: ROWS_TEST,
        name: 'is refused at the start and named after an',
      },
      {
        mechanism: 'every row is checked when it is used',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: 'missing.delete(checkRow(table, row, keys).place);',
        to: 'missing.delete(placeOf(table, row[SEALED_TABLES[table].key]));',
        test: ROWS_TEST,
        name: 'is refused while the service runs, and named, after an',
      },
      {
        mechanism: 'compared rows are compared again after a second',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: 'changes === knownChanges && age < COMPARED_LASTS',
        to: 'changes === knownChanges && age < Number.MAX_VALUE',
        test: COMPARED_TEST,
        name: 'is refused a second after it was compared',
      },
      {
        mechanism: 'rows are compared as they are in the file, and not as SQLite keeps them',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: "    database.pragma('shrink_memory');\n",
        to: '',
        test: COMPARED_TEST,
        name: 'is refused a second after it was compared',
      },
      {
        mechanism: 'rows that another writer of the connection changed are compared again at once',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: 'changes === knownChanges && age < COMPARED_LASTS',
        to: 'age < COMPARED_LASTS',
        test: ROWS_TEST,
        name: 'is refused while the service runs, and named, after an',
      },
      {
        mechanism: 'a row that is missing is named',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: 'if (place !== undefined) throw',
        to: "if (place === '') throw",
        test: ROWS_TEST,
        name: 'DELETE of a key',
      },
      {
        mechanism: 'the seals of the rows have a MAC over all of them',
        file: 'electron/custody/store/seals/row-seals.ts',
        from: 'if (!constantTimeEqual(sealed.mac, sumMac(keyring)))',
        to: 'if (sealed.mac.length < 0)',
        test: ROWS_TEST,
        name: 'that are removed with their rows are missed at the start',
      },
      {
        mechanism: 'rows are sealed anew when they are written',
        file: 'electron/custody/store/commits.ts',
        from: '      seals.store();\n',
        to: '',
        test: ROWS_TEST,
        name: 'are valid at the next start',
      },
      {
        mechanism: 'what a failed request wrote is not believed',
        file: 'electron/custody/store/commits.ts',
        from: 'seals.end(false);',
        to: 'seals.end(true);',
        test: ROWS_TEST,
        name: 'are valid at the next start',
      },
    ],
  },
  {
    id: 'DISK-05',
    sentence: 'The local service’s keys are sealed under its master key, each for its own row.',
    lifts: [
      {
        mechanism: 'a sealed key opens in its own row only',
        file: 'electron/custody/keys/keyring.ts',
        from: 'sealAtRest(whileOpen(masterKey), plaintext, place)',
        to: "sealAtRest(whileOpen(masterKey), plaintext, '')",
        test: 'test/unit/custody/keys/keyring.test.ts',
        name: 'opens a sealed value only in its own place',
      },
    ],
  },
];
