import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { restoreBackup } from '../../../../electron/engine/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';
import { type Bench, createBench, createReadyBench } from '../harness.ts';
import { restorePorts } from './restore-ports.ts';

const NOW = 1_790_000_000_000;
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));
const how = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;

const submit = async ({ engine }: Bench, requestId: string) => (await engine.requests.submit(requestId)).activity;
const sign = async (bench: Bench, signWith: string) => {
  const payload = '11'.repeat(32);
  const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', { ...how, signWith, payload });
  return submit(bench, requestId);
};

it('a backup of a service with a damaged key and changed rows is restored, and names each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-damaged-key-'));
  const first = await createReadyBench();
  const { address: damaged } = first;
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" } as const;
  const accounts = [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const }];
  const { requestId } = await first.engine.requests.prepare('create_wallet', { walletName: 'Whole', accounts });
  const [whole = ''] = resultOf(OPERATIONS.create_wallet, await submit(first, requestId)).addresses;
  const tag = await first.engine.requests.prepare('create_user_tag', { userTagName: 'Guests', userIds: [] });
  const { id: forged } = await submit(first, tag.requestId);
  await first.engine.close();
  const database = openToTamper(join(first.root, 'service'));
  const { changes } = database
    .prepare(
      "UPDATE wallet_accounts SET sealed_private_key = CAST(X'FF' || substr(sealed_private_key, 2) AS BLOB) WHERE address = ?",
    )
    .run(damaged);
  expect(changes).toBe(1);
  expect(database.prepare("UPDATE tags SET tag_name = 'Traders'").run().changes).toBe(1);
  const update = "UPDATE activities SET intent = '{}' WHERE activity_id = ?";
  expect(database.prepare(update).run(forged).changes).toBe(1);
  database.close();

  const bench = await createBench({}, first.root, NOW);
  const file = join(folder, 'damaged.backup');
  const made = await bench.engine.backups.create({ out: file, passphrase: secret() });
  const named = [
    expect.stringMatching(/^The tag ".*" of the organization ".*": another program changed it$/),
    expect.stringMatching(
      new RegExp(`^The activity "${forged}" of the organization ".*": another program changed it$`),
    ),
    expect.stringMatching(new RegExp(`^the key of the account ${damaged} of the organization .*: it is damaged$`)),
  ];
  expect(made).toMatchObject({ notIncluded: named, damaged: named });
  const verified = await bench.engine.backups.verify({ file, passphrase: secret() });
  expect(verified).toMatchObject({ notIncluded: named, damaged: named });
  await bench.end();

  const root = join(folder, 'restored');
  const ports = restorePorts(root, NOW);
  expect(await restoreBackup(ports, { file, passphrase: secret(), store: null })).toMatchObject({ damaged: named });
  const restored = await createBench({}, root, NOW);
  expect((await sign(restored, whole)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  await expect(sign(restored, damaged)).rejects.toThrow();
  await restored.end();
  rmSync(folder, { recursive: true, force: true });
});
