import { describe, expect, it } from 'vitest';
import { readWantedExports } from '../../../../electron/engine/exports/wanted.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';
const ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const read = (value: unknown) => readWantedExports(JSON.stringify(value));

describe('a list of wanted exports', () => {
  it('has accounts, wallets and private keys, with checksummed addresses', () => {
    const wallet = { kind: 'wallet', of: ID, path: "m/44'/60'/0'/0/0", address: ADDRESS, addressFormat: FORMAT };
    const key = { kind: 'private key', of: ID, address: ADDRESS, addressFormat: FORMAT };
    const account = { kind: 'account', address: ADDRESS.toLowerCase(), addressFormat: FORMAT };
    expect(read([account, wallet, key])).toEqual([{ ...account, of: ADDRESS, address: ADDRESS }, wallet, key]);
  });

  it('may be the accounts that a service lists', () => {
    const row = { walletAccountId: ID, path: 'm/0', address: ADDRESS, addressFormat: FORMAT };
    expect(read({ accounts: [row] })).toEqual([
      { kind: 'account', of: ADDRESS, address: ADDRESS, addressFormat: FORMAT },
    ]);
  });
});
