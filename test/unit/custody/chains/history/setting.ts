import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createHistory, type KeptHistory } from '../../../../../electron/custody/chains/history/index.ts';
import { createChains } from '../../../../../electron/custody/chains/index.ts';
import { createKeyring } from '../../../../../electron/custody/keys/keyring.ts';
import { createStore, openStore, type Store } from '../../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../../electron/hardening/index.ts';
import { describeError } from '../../../../../shared/errors/index.ts';
import type { ChainReading } from '../../../../../shared/model/index.ts';
import { eventually } from '../../../../tools/eventually.ts';
import { type Made, type MadeChain, makeChain } from './made-chain.ts';

export const CHAIN = 'eip155:1';
export const OURS = `0x${'a1'.repeat(20)}`;
export const SECOND = `0x${'a2'.repeat(20)}`;
export const STRANGER = `0x${'5e'.repeat(20)}`;
export const TOKEN = `0x${'70'.repeat(20)}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`;

/** A stranger pays coins. */
export const pays = (value: bigint, to = OURS): Made => ({ from: STRANGER, to, value });
/** A stranger moves tokens. */
export const moves = (amount: number, to = OURS): Made => ({
  from: STRANGER,
  to: TOKEN,
  logs: [
    {
      contract: TOKEN,
      topics: [TRANSFER, topicOf(STRANGER), topicOf(to)],
      data: `0x${amount.toString(16).padStart(64, '0')}`,
    },
  ],
});

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
function open(directory: string): Store {
  const store = openStore(directory);
  store.seals.open(keyring);
  return store;
}

/** A store with one account, of OURS, and a chain whose history it keeps. Each test has its own. */
export function historySetting() {
  let directory: string;
  let clock = 0;
  let history: KeptHistory | undefined;
  const addressId = (address: string) => setting.store.history.addressId(CHAIN, address);
  const found = (address = OURS) => {
    const id = addressId(address);
    return id === undefined ? [] : setting.store.history.list(id, 'o', { limit: '100' }).entries;
  };
  const hashes = (address = OURS) => found(address).map(({ transactionHash }) => transactionHash);
  const searched = () =>
    (['logs', 'state'] as const).every((kind) => setting.store.history.nextSearch(CHAIN, kind) === undefined);

  const setting = {
    store: undefined as unknown as Store,
    chain: undefined as unknown as MadeChain,
    /** Each failure: the work it interrupted, and its message. */
    reports: [] as [string, string][],
    /** The log's texts of the failures. */
    logged: [] as string[],
    /** The notes about the endpoint that the operator sees. */
    notes: [] as (string | null)[],
    /** The reading progress that the operator sees. */
    readings: [] as ChainReading[],
    pause: (isPaused: boolean) => history?.pause(CHAIN, isPaused),
    /** The turns that were reported, each with its transaction's hash. */
    announced: [] as [string, string][],
    addressId,
    found,
    hashes,
    /** Nothing is left to be searched. */
    searched,
    /** With a node of the chain, or without any. */
    start(hasNode = true): void {
      const { store, chain, reports } = setting;
      const report = (during: string, error: unknown) => {
        setting.logged.push(describeError(error));
        return String(reports.push([during, (error as Error).message]));
      };
      const chains = createChains({
        chains: hasNode ? [{ chain: CHAIN, endpoints: 1 }] : [],
        callNode: async (call) => chain.callNode(call),
        steady: () => now,
        report,
        noteNode: ({ problem }) => void setting.notes.push(problem),
      });
      let now = 0;
      // No test really waits, but the clock advances by the whole wait.
      const later = (milliseconds: number, work: () => void) => {
        now += milliseconds;
        const timer = setTimeout(work, 0);
        return () => clearTimeout(timer);
      };
      history = createHistory({
        store,
        chains,
        report,
        later,
        // Goes on whenever it is looked at.
        now: () => {
          clock += 100;
          return clock;
        },
        noteReading: (reading) => void setting.readings.push(reading),
        announce: (_chain, turn, { entry }) => void setting.announced.push([turn, entry.transactionHash]),
      });
    },
    stop(): void {
      history?.close();
      history = undefined;
    },
    /** Closes the database and opens it again. */
    reopen(): void {
      setting.stop();
      setting.store.close();
      setting.store = open(directory);
    },
    /** Makes an account of the address. */
    watch(address: string): void {
      setting.store.wallets.insertAccount({
        walletAccountId: address,
        organizationId: 'o',
        walletId: 'w',
        name: null,
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: address,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        address,
        normalizedAddress: address,
        publicKey: '02',
        createdAt: 1,
        updatedAt: 1,
        sealedPrivateKey: Uint8Array.of(1),
      });
    },
    becomes: (expected: readonly string[], address = OURS) =>
      eventually(() => expect(hashes(address)).toEqual(expected), 5),
    isSearched: () => eventually(() => expect(searched()).toBe(true), 5),
    isReported: () => eventually(() => expect(setting.reports).not.toEqual([]), 5),
    /** Waits until the node was queried often enough for every reply to take effect. */
    async heard(): Promise<void> {
      const before = setting.chain.asked.length;
      await eventually(() => expect(setting.chain.asked.length).toBeGreaterThan(before + 60), 5);
    },
    /** The sum of an address's history, in the coin. */
    sumOf: (address: string) =>
      found(address).reduce((total, { sender, fee, transfers }) => {
        const coins = transfers.filter(({ asset }) => asset === null);
        const signed = coins.map(({ direction, amount }) => (direction === 'IN' ? 1n : -1n) * BigInt(amount));
        return signed.reduce((sum, one) => sum + one, total) - (sender === address ? BigInt(fee) : 0n);
      }, 0n),
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'castellan-history-'));
    createStore(directory, ({ organizations, wallets, seals }) => {
      organizations.insert({
        organizationId: 'o',
        parentOrganizationId: null,
        organizationName: 'o',
        rootQuorumThreshold: 1,
        authProxyConfigId: null,
        createdAt: 1,
        updatedAt: 1,
      });
      wallets.insert({
        walletId: 'w',
        organizationId: 'o',
        walletName: 'w',
        exported: 0,
        imported: 0,
        createdAt: 1,
        updatedAt: 1,
        sealedMnemonic: Uint8Array.of(1),
        sealedSeed: Uint8Array.of(1),
      });
      seals.write(keyring);
    });
    setting.store = open(directory);
    setting.chain = makeChain();
    setting.reports = [];
    setting.notes = [];
    setting.readings = [];
    setting.logged = [];
    setting.announced = [];
    setting.watch(OURS);
  });
  afterEach(() => {
    setting.stop();
    setting.store.close();
    rmSync(directory, { recursive: true });
  });
  return setting;
}
