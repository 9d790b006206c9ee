import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { signEcdsa } from '../../../electron/crypto/curves/libsecp256k1.ts';
import { openP256Signer, p256PublicKey, randomBytes, sha256 } from '../../../electron/crypto/index.ts';
import { base64urlEncode, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';

/** The parts of a signature that no service can leave out. */
export interface Floor {
  /** Verifies a stamp, signs, and commits one row so that it survives a power cut. */
  sign(): void;
  /** The commit alone. */
  commit(): void;
  close(): void;
}

/** Opens the floor in a folder: the same parts in one loop, with loaded keys and one table without an index. */
export function openFloor(directory: string, body: string): Floor {
  const privateKey = randomBytes(32);
  const bytes = utf8Encode(body);
  const stamp = openP256Signer(privateKey).sign(bytes);
  const point = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64urlEncode);
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signingKey = randomBytes(32);
  const database = new SqliteDatabase(join(directory, 'floor.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE rows (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  const insert = database.prepare<[string]>('INSERT INTO rows (body) VALUES (?)');
  const commit = () => void insert.run(body);
  return {
    commit,
    sign() {
      if (!verify('sha256', bytes, key, stamp)) throw new Error('The stamp of the floor does not hold.');
      signEcdsa(signingKey, sha256(bytes));
      commit();
    },
    close: () => void database.close(),
  };
}
