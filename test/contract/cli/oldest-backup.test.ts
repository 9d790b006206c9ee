import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const vector = (name: string) => fileURLToPath(new URL(`../../vectors/${name}`, import.meta.url));
/** A backup that Castellan 0.2.0 made, the first version with backups, and the answers of that version. */
const FILE = vector('castellan-0.2.0.backup');
const MADE = JSON.parse(readFileSync(vector('castellan-0.2.0.json'), 'utf8'));

const workstation = new Workstation();
afterAll(() => workstation.close());

it('a backup of the oldest supported version is restored with the same answers, log and keys', async () => {
  const passphrase = workstation.write('backup-passphrase', `${MADE.passphrase}\n`);
  const environment = { CASTELLAN_HOME: join(workstation.folder, 'restored') };
  const json = <Value>(...words: string[]) => workstation.json<Value>(words, { environment });
  await json('backup', 'restore', '--file', FILE, '--passphrase-file', passphrase);
  expect(await json('audit', 'verify')).toMatchObject({ ok: true });
  const { stdout } = await workstation.run(['audit', 'export'], { environment });
  const hashes = stdout.split('\n').slice(0, MADE.hashes.length);
  expect(hashes.map((line) => JSON.parse(line).hash)).toEqual(MADE.hashes);
  const { activities } = await json<{ activities: unknown }>('call', 'list_activities', '--json', '{}');
  expect(createHash('sha256').update(JSON.stringify(activities)).digest('hex')).toBe(MADE.activities);
  const how = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_SHA256', payload: '11' };
  const signing = JSON.stringify({ ...how, signWith: MADE.address });
  const { activity } = await json<{ activity: { result: unknown } }>('call', 'sign_raw_payload', '--json', signing);
  expect(activity.result).toEqual({ signRawPayloadResult: MADE.signature });
});
