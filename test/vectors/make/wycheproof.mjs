/** Makes wycheproof.json: `node test/vectors/make/wycheproof.mjs FOLDER`, where FOLDER is testvectors_v1 of C2SP/wycheproof. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeVectors } from './rows.mjs';

const [folder = '.'] = process.argv.slice(2);

/**
 * @typedef {Record<string, string | number>} Test
 * @typedef {{ tests: Test[], publicKey: Record<string, string>, keySize: number, ivSize: number, tagSize: number }} Group
 */

/** The groups of a file. Each row is the test's id, its result, and the named inputs. */
function read(
  /** @type {string} */ file,
  /** @type {string[]} */ inputs,
  /** @type {(group: Group, test: Test) => boolean} */ isUsed = () => true,
) {
  const { testGroups } = /** @type {{ testGroups: Group[] }} */ (
    JSON.parse(readFileSync(join(folder, `${file}_test.json`), 'utf8'))
  );
  return testGroups.flatMap((group) => {
    const tests = group.tests
      .filter((test) => isUsed(group, test))
      .map((test) => ['tcId', 'result', ...inputs].map((name) => String(test[name])));
    return tests.length === 0 ? [] : [{ publicKey: group.publicKey?.pk ?? group.publicKey?.uncompressed, tests }];
  });
}

const SIGNATURE = ['msg', 'sig'];

writeVectors('wycheproof', {
  ecdsaP256: read('ecdsa_secp256r1_sha256', SIGNATURE),
  ecdsaSecp256k1: read('ecdsa_secp256k1_sha256', SIGNATURE),
  ecdsaSecp256k1P1363: read('ecdsa_secp256k1_sha256_p1363', SIGNATURE),
  ecdsaSecp256k1Bitcoin: read('ecdsa_secp256k1_sha256_bitcoin', SIGNATURE),
  ed25519: read('ed25519', SIGNATURE),
  ecdhP256: read('ecdh_secp256r1_ecpoint', ['public', 'private', 'shared']),
  aes256Gcm: read(
    'aes_gcm',
    ['key', 'iv', 'aad', 'msg', 'ct', 'tag'],
    ({ keySize, ivSize, tagSize }) => keySize === 256 && ivSize === 96 && tagSize === 128,
  ),
  // One block of HKDF-Expand, because HPKE needs no more.
  hkdfSha256: read('hkdf_sha256', ['ikm', 'salt', 'info', 'size', 'okm'], (_, { size = 0 }) => Number(size) <= 32),
});
