import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

const AT_ONCE = 12;

let service: StartedService;
let signWith: string;
beforeEach(async () => {
  service = await startService();
  const parameters = {
    walletName: 'Signers',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      } as const,
    ],
  };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', parameters));
  [signWith = ''] = activity.result.createWalletResult?.addresses ?? [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.stop();
});

const envelope = (payload: string, address = signWith) =>
  service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: address,
    payload,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
    hashFunction: 'HASH_FUNCTION_SHA256' as const,
  });

/** The ids of the activities that a crash would leave on disk now. */
function onDisk(): ReadonlySet<string> {
  const left = mkdtempSync(join(tmpdir(), 'castellan-left-'));
  try {
    for (const name of ['custody.db', 'custody.db-wal'])
      if (existsSync(join(service.directory, name))) copyFileSync(join(service.directory, name), join(left, name));
    const database = new SqliteDatabase(join(left, 'custody.db'));
    const ids = database.prepare<[], string>('SELECT activity_id FROM activities').pluck().all();
    database.close();
    return new Set(ids);
  } finally {
    rmSync(left, { recursive: true });
  }
}

it('every activity is on disk before its answer is sent', async () => {
  const answered: boolean[] = [];
  const original = ServerResponse.prototype.end;
  vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (this: ServerResponse, ...args: unknown[]) {
    const { activity } = JSON.parse(String(args[0]));
    answered.push(onDisk().has(activity.id));
    return Reflect.apply(original, this, args);
  });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => service.client.signRawPayload(envelope(`payload ${n}`))),
  );
  expect(answers.map(({ activity }) => activity.status)).toEqual(
    Array.from({ length: AT_ONCE }, () => 'ACTIVITY_STATUS_COMPLETED'),
  );
  expect(answered).toEqual(Array.from({ length: AT_ONCE }, () => true));
});

it('a failed activity does not affect those of the same group', async () => {
  const asked = Array.from({ length: AT_ONCE }, (_, n) =>
    service.client.signRawPayload(
      n % 3 === 1 ? envelope('x', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266') : envelope(`${n}`),
    ),
  );
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(
    Array.from({ length: AT_ONCE }, (_, n) => (n % 3 === 1 ? 'rejected' : 'fulfilled')),
  );
});

it('simultaneous requests with equal bytes give one activity', async () => {
  const body = envelope('once');
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => service.client.signRawPayload(body)));
  expect(new Set(answers.map(({ activity }) => activity.id)).size).toBe(1);
});

it('a wrong stamp is refused among valid ones', async () => {
  const stranger = clientOf(service.ready.baseUrl, { ...newKey(), publicKey: service.key.publicKey });
  const settled = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, n) => (n === 5 ? stranger : service.client).signRawPayload(envelope(`${n}`))),
  );
  expect(settled.map(({ status }) => status)).toEqual(
    Array.from({ length: AT_ONCE }, (_, n) => (n === 5 ? 'rejected' : 'fulfilled')),
  );
});
