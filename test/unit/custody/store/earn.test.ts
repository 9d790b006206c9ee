import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const WRAPPER = {
  organizationId: 'A',
  chain: 'eip155:1',
  wrapperAddress: '0xAb',
  splitterAddress: '0x1',
  vaultAddress: '0x2',
  assetAddress: '0x3',
  clientFeeBps: 50,
  clientFeeWallet: '0x4',
  deployRequestId: 'first',
};
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-earn-'));
  createStore(directory, (tables) => {
    tables.organizations.insert({
      organizationId: 'A',
      parentOrganizationId: null,
      organizationName: 'A',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      createdAt: 1,
      updatedAt: 1,
    });
    tables.earn.putWrapper(WRAPPER);
    tables.seals.write(keyring);
  });
});
afterEach(() => rmSync(directory, { recursive: true }));

function open(use: (store: Store) => void = () => undefined): void {
  const store = openStore(directory);
  try {
    const [damage] = store.seals.open(keyring);
    if (damage !== undefined) throw damage;
    use(store);
  } finally {
    store.close();
  }
}
function tamper(statements: string): void {
  const database = openToTamper(directory);
  database.exec(statements);
  database.close();
}

describe('a wrapper in the store', () => {
  it('is found in any letter case, and keeps its terms when it is deployed once more', () => {
    open(({ earn, transaction }) => {
      expect(earn.findWrapper('a', '0xAB')).toEqual(WRAPPER);
      transaction(() => earn.putWrapper({ ...WRAPPER, vaultAddress: '0x9', deployRequestId: 'second' }));
    });
    open(({ earn }) => expect(earn.listWrappers('A')).toEqual([{ ...WRAPPER, deployRequestId: 'second' }]));
  });

  it('is forgotten with its chain and its questions, and nothing of another chain is', () => {
    const other = { ...WRAPPER, chain: 'eip155:10', wrapperAddress: '0xcd', deployRequestId: 'other' };
    const request = (chain: string, requestId: string) => ({
      requestId,
      organizationId: 'A',
      kind: 'deploy' as const,
      chain,
      wrapperAddress: '0xAb',
      account: '0x4',
      amount: null,
      statusId: null,
    });
    open(({ earn, transaction }) => {
      transaction(() => {
        earn.putWrapper(other);
        earn.insertRequest(request('eip155:1', 'first'));
        earn.insertRequest(request('eip155:10', 'other'));
      });
      transaction(() => earn.forget('eip155:1'));
    });
    open(({ earn }) => {
      expect(earn.listWrappers('A')).toEqual([other]);
      expect([earn.outcome('A', 'deploy', 'first'), earn.outcome('A', 'deploy', 'other')]).toEqual([
        undefined,
        { state: null, transactionHash: null, error: null },
      ]);
    });
  });

  it.each([
    ['another vault', `UPDATE earn_wrappers SET vault_address = '0x9'`],
    ['another token', `UPDATE earn_wrappers SET asset_address = '0x9'`],
    ['another address', `UPDATE earn_wrappers SET wrapper_address = '0xcd'`],
    ['another fee wallet', `UPDATE earn_wrappers SET client_fee_wallet = '0x9'`],
  ])('is refused at the start and named, when somebody gave it %s', (_what, statement) => {
    open();
    tamper(statement);
    expect(() => open()).toThrow(
      /^The earn wrapper "0x(Ab|cd)" of the organization "A" was changed outside this service/,
    );
  });
});
