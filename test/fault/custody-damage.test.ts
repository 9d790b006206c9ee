import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustodyService } from '../../electron/custody/service.ts';
import { type ClientKey, clientOf, NOON, startService } from '../contract/start-service.ts';
import { startCustody } from '../tools/start-custody.ts';

/** The number of places of each kind that are damaged. */
const PLACES = Number(process.env.CASTELLAN_DAMAGE_PLACES ?? 16);
const REFUSED = /^refused: DATABASE_(CORRUPT|CHANGED)/;

const root = mkdtempSync(join(tmpdir(), 'castellan-damage-'));
/** The folders of a service that ended in order, of one that was killed, and the one that is damaged. */
const [closed, killed, damaged] = [join(root, 'closed'), join(root, 'killed'), join(root, 'damaged')];
const [database, log, head] = ['custody.db', 'custody.db-wal', 'custody.db.head'];
let key: ClientKey;
let organizationId = '';
const activityIds: string[] = [];
let served = '';

const ACCOUNTS = [0, 1, 2].map((index) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
}));

const copy = (from: string, to: string) => {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
};

beforeAll(async () => {
  const service = await startService();
  ({ key, organizationId } = service);
  for (let turn = 0; turn < 12; turn += 1) {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `Wallet ${turn}`, accounts: ACCOUNTS }),
    );
    const signed = await service.client.signRawPayload(
      service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: activity.result.createWalletResult?.addresses[0] ?? '',
        payload: `${turn}`.padStart(64, '0'),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    );
    activityIds.push(activity.id, signed.activity.id);
  }
  served = await everything(service.ready.baseUrl);
  // Nothing writes now, so these are the files that the end of the process would leave.
  copy(service.directory, killed);
  await service.stop();
  copy(killed, closed);
  await outcomeOf(closed);
});
afterAll(() => rmSync(root, { recursive: true }));

/** Everything about activities, wallets and accounts that a service serves, as text. */
async function everything(baseUrl: string): Promise<string> {
  const client = clientOf(baseUrl, key);
  const of = { organizationId };
  const lists = [
    await client.getActivities({ ...of, paginationOptions: { limit: '100' } }),
    await client.getActivities({ ...of, filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'] }),
    await client.getWallets(of),
    await client.getWalletAccounts(of),
  ];
  const each = await Promise.all(activityIds.map((activityId) => client.getActivity({ ...of, activityId })));
  return JSON.stringify([lists, each]);
}

/** Starts a service on a folder and reads everything: `same`, `refused: …` or `changed`. */
async function outcomeOf(directory: string): Promise<string> {
  const reported: string[] = [];
  const service = createCustodyService({
    now: () => NOON + 1_000_000,
    report: (_during, error) => {
      reported.push((error as { code?: string }).code ?? String(error));
      return 'reference';
    },
  });
  try {
    const input = { directory, port: 0, authPort: 0, dialect: 'spec' as const, init: null };
    const ready = await startCustody(service, { ...input, master: new Uint8Array(32).fill(9) });
    return (await everything(ready.baseUrl)) === served ? 'same' : 'changed';
  } catch (error) {
    const { code = reported.join() } = error as { code?: string };
    return `refused: ${typeof code === 'string' ? code : reported.join()} ${(error as Error).message}`;
  } finally {
    await service.stop({});
  }
}

/** The same numbers from 0 to below 1 in every run (a linear congruential generator, Numerical Recipes). */
function seeded(seed: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
}

/** Changes one bit of a file of the damaged folder. */
function flip(name: string, place: number): void {
  const bytes = readFileSync(join(damaged, name));
  const at = Math.floor(place * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (Math.floor(place * bytes.length * 8) % 8));
  writeFileSync(join(damaged, name), bytes);
}

async function damageEach(from: string, places: readonly number[], damage: (place: number) => void): Promise<string[]> {
  const outcomes: string[] = [];
  for (const place of places) {
    copy(from, damaged);
    damage(place);
    outcomes.push(await outcomeOf(damaged));
  }
  return outcomes;
}

describe('answered data', { timeout: 600_000 }, () => {
  it('survives a crash and a torn last transaction', async () => {
    copy(killed, damaged);
    expect(await outcomeOf(damaged)).toBe('same');
    copy(killed, damaged);
    writeFileSync(join(damaged, log), Buffer.concat([readFileSync(join(damaged, log)), Buffer.alloc(5000, 7)]));
    expect(await outcomeOf(damaged)).toBe('same');
  });

  it('is served unchanged or not at all after any one-bit change of the closed database', async () => {
    const outcomes = await damageEach(closed, seeded(1, PLACES), (place) => flip(database, place));
    expect(outcomes.filter((outcome) => !REFUSED.test(outcome))).toEqual([]);
  });

  it('is never served changed after any one-bit change of a killed service’s database', async () => {
    const outcomes = await damageEach(killed, seeded(2, PLACES), (place) => flip(database, place));
    expect(outcomes.filter((outcome) => outcome !== 'same' && !REFUSED.test(outcome))).toEqual([]);
  });

  it('is never served changed after any one-bit change of a database without a head', async () => {
    const outcomes = await damageEach(closed, seeded(5, PLACES), (place) => {
      rmSync(join(damaged, head));
      flip(database, place);
    });
    expect(outcomes.filter((outcome) => outcome !== 'same' && !REFUSED.test(outcome))).toEqual([]);
  });

  it('is not lost unnoticed after any one-bit change of the write-ahead log', async () => {
    const outcomes = await damageEach(killed, seeded(3, PLACES), (place) => flip(log, place));
    expect(outcomes.filter((outcome) => outcome !== 'same' && !REFUSED.test(outcome))).toEqual([]);
    expect(outcomes.some((outcome) => outcome.includes('write-ahead log is damaged before its end'))).toBe(true);
  });

  it('is not lost unnoticed when the write-ahead log is cut anywhere', async () => {
    const size = statSync(join(killed, log)).size;
    const outcomes = await damageEach(killed, seeded(4, PLACES), (place) =>
      truncateSync(join(damaged, log), Math.floor(place * size)),
    );
    expect(outcomes.filter((outcome) => outcome !== 'same' && !REFUSED.test(outcome))).toEqual([]);
    expect(outcomes.some((outcome) => /lacks its last \d+ confirmed changes/.test(outcome))).toBe(true);
  });

  it('is missed when only an older database is restored, until the head file is moved away', async () => {
    copy(killed, damaged);
    rmSync(join(damaged, log));
    const refused = await outcomeOf(damaged);
    expect(refused).toMatch(/^refused: DATABASE_CHANGED .*an older copy was restored/);
    expect(refused).toContain(`move ${join(damaged, head)} away`);
    rmSync(join(damaged, head));
    expect(await outcomeOf(damaged)).toContain('no activity found');
  });

  it('is served when one of the two heads is torn', async () => {
    for (const at of [100, 700]) {
      copy(killed, damaged);
      const bytes = readFileSync(join(damaged, head));
      bytes[at] = 0;
      writeFileSync(join(damaged, head), bytes);
      expect(await outcomeOf(damaged)).toBe('same');
    }
  });
});
