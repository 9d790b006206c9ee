import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../electron/custody/keys/keyring.ts';
import { openMasterKey } from '../../../electron/custody/keys/master-key.ts';
import { createCustodyService } from '../../../electron/custody/service.ts';
import { openStore } from '../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../electron/hardening/index.ts';
import { startCustody } from '../../tools/start-custody.ts';
import { clientOf, NOON, type StartedService, startService } from '../start-service.ts';

const MONTHS_LATER = NOON + 200 * 24 * 60 * 60 * 1000;
const ARCHIVE = 'activities-2025-11.db';
const master = () => new Uint8Array(32).fill(9);
const root = mkdtempSync(join(tmpdir(), 'castellan-archived-'));
const folder = join(root, 'archived');

let first: StartedService;
let bodies: ReturnType<typeof signing>[];
let organizationId: string;
let ids: string[];
let answered: unknown;

const signing = (signWith: string, payload: string, timestampMs: number) => ({
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' as const,
  timestampMs: String(timestampMs),
  organizationId,
  parameters: {
    signWith,
    payload,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
    hashFunction: 'HASH_FUNCTION_SHA256' as const,
  },
});

/** Everything about the activities that a service answers. */
async function everything(baseUrl: string) {
  const client = clientOf(baseUrl, first.key);
  const of = { organizationId };
  const list = (options: object) => client.getActivities({ ...of, ...options });
  return {
    lists: [
      await list({ paginationOptions: { limit: '100' } }),
      await list({ paginationOptions: { limit: '2', after: ids[2] } }),
      await list({ paginationOptions: { limit: '2', before: ids[1] } }),
      await list({ filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'] }),
      await list({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] }),
    ],
    each: await Promise.all(ids.map((activityId) => client.getActivity({ ...of, activityId }))),
  };
}

/** Starts a service on the folder, months later. */
async function startLater(directory: string) {
  const reports: unknown[] = [];
  const service = createCustodyService({
    now: () => MONTHS_LATER,
    report: (during, error) => {
      reports.push({ during, error });
      return 'reference';
    },
  });
  const input = { directory, port: 0, authPort: 0, dialect: 'spec' as const, init: null };
  const { baseUrl } = await startCustody(service, { ...input, master: master() });
  return { baseUrl, client: clientOf(baseUrl, first.key), reports, stop: () => service.stop({}) };
}

beforeAll(async () => {
  first = await startService();
  ({ organizationId } = first);
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" } as const;
  const made = await first.client.createWallet(
    first.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Treasury',
      accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const }],
    }),
  );
  const address = made.activity.result.createWalletResult?.addresses[0] ?? '';
  bodies = ['01', '02', '03', '04'].map((payload, index) => signing(address, payload, first.clock.now + index));
  ids = [made.activity.id];
  for (const body of bodies) ids.push((await first.client.signRawPayload(body)).activity.id);
  answered = await everything(first.ready.baseUrl);
  // Nothing writes now, so these are the files that the end of the process would leave.
  cpSync(first.directory, folder, { recursive: true });
  await first.stop();

  const store = openStore(folder);
  const check = store.keys.masterCheck();
  if (check === undefined) throw new Error('the store has a master key');
  const keyring = createKeyring(openMasterKey(master(), check), createSecretMemory(createArena().pages));
  store.seals.open(keyring);
  expect(await store.archiving.run({ now: MONTHS_LATER, pause: async () => {}, noteDamage: () => {} })).toEqual([
    '2025-11',
  ]);
  expect(store.archiveList.all()).toMatchObject([{ activities: 4, remaining: 0 }]);
  store.close();
  keyring.close();
});
afterAll(() => rmSync(root, { recursive: true }));

describe('an archived activity', () => {
  it('is read and listed as before', async () => {
    const service = await startLater(folder);
    expect(await everything(service.baseUrl)).toEqual(answered);
    expect(service.reports).toEqual([]);
    await service.stop();
  });

  it('is the answer to its own request, and to a vote on it', async () => {
    const service = await startLater(folder);
    const [body] = bodies;
    if (body === undefined) throw new Error('there is a request');
    const again = await service.client.signRawPayload(body);
    expect(again.activity.id).toBe(ids[1]);
    const { fingerprint } = again.activity;
    const vote = await service.client.approveActivity({
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      timestampMs: String(MONTHS_LATER),
      organizationId,
      parameters: { fingerprint },
    });
    expect(vote.activity).toEqual(again.activity);
    expect(await everything(service.baseUrl)).toEqual(answered);
    await service.stop();
  });

  it('is refused with the name of its missing archive, while signatures go on', async () => {
    const directory = join(root, 'missing');
    cpSync(folder, directory, { recursive: true });
    rmSync(join(directory, 'archive', ARCHIVE));
    const service = await startLater(directory);
    const [body] = bodies;
    if (body === undefined) throw new Error('there is a request');
    const named = `the archive ${ARCHIVE} of this service cannot be used: it is missing`;
    const of = { organizationId };
    await expect(service.client.getActivity({ ...of, activityId: ids[1] ?? '' })).rejects.toThrow(named);
    await expect(service.client.getActivities(of)).rejects.toThrow(named);
    await expect(service.client.signRawPayload(body)).rejects.toThrow(named);
    const newest = await service.client.getActivities({ ...of, paginationOptions: { limit: '1' } });
    expect(newest.activities.map(({ id }) => id)).toEqual(ids.slice(-1));
    const signed = await service.client.signRawPayload(signing(body.parameters.signWith, '05', MONTHS_LATER));
    expect(signed.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(service.reports).toMatchObject([
      { during: 'archives', error: { code: 'DATABASE_CORRUPT', message: expect.stringContaining(ARCHIVE) } },
    ]);
    await service.stop();
  });
});
