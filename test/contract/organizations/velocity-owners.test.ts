import { sha256 } from '@noble/hashes/sha2.js';
import { base58check } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { associatedTokenAccount } from '../../../electron/crypto/index.ts';
import type { TransactionType } from '../../../shared/model/index.ts';
import { PROGRAMS, solanaOf, someone, u64 } from '../../meanings/solana-builder.ts';
import { rawText, TARGET, TRANSFER } from '../../unit/crypto/transactions/tron/builder.ts';
import { control, startVelocityDesk, type VelocityDesk } from './velocity-support.ts';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const CLUSTER = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const BY_WALLET = { groupBy: { wallet: {} }, threshold: '0.00001' };
const ACCOUNTS = [
  ['CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'],
  ['CURVE_SECP256K1', "m/44'/195'/0'/0/0", 'ADDRESS_FORMAT_TRON'],
] as const;

let desk: VelocityDesk;
/** The Solana and the Tron address of two wallets. */
let hot: { solana: string; tron: string };
let warm: typeof hot;
beforeEach(async () => {
  desk = await startVelocityDesk();
  const wallet = async (walletName: string) => {
    const accounts = ACCOUNTS.map(([curve, path, addressFormat]) => ({
      curve,
      path,
      addressFormat,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
    }));
    const body = desk.service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts });
    const [solana = '', tron = ''] = (await desk.service.client.createWallet(body)).activity.result.createWalletResult!
      .addresses;
    return { solana, tron };
  };
  [hot, warm] = [await wallet('Hot accounts'), await wallet('Warm accounts')];
});
afterEach(() => desk.service.stop());

const limit = async (caip19: string, changed: object = BY_WALLET) => {
  const chainAssetTransfer = { definition: [{ caip19, decimals: caip19.endsWith('/slip44:501') ? '9' : '6' }] };
  await desk.create(control('each', changed, { chainAssetTransfer }));
  await desk.addPolicy('EFFECT_ALLOW', 'controls.each');
};
const sign = async (signWith: string, type: TransactionType, unsignedTransaction: string, key = desk.robot) => {
  const body = desk.service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', { signWith, type, unsignedTransaction });
  return (await desk.as({ key }).signTransaction(body)).activity.status;
};
const DONE = 'ACTIVITY_STATUS_COMPLETED';

describe('a limit of a Solana token by wallet', () => {
  const usual = (owner: string, program: keyof typeof PROGRAMS = 'token') =>
    associatedTokenAccount(owner, MINT, PROGRAMS[program]);
  /** TransferChecked of units out of a token account, which `authority` signs. */
  const pay = (source: string, authority: string, units: number, program: keyof typeof PROGRAMS = 'token') => ({
    program: PROGRAMS[program],
    accounts: [[source, 'w'], MINT, [someone(7), 'w'], [authority, 's']] as const,
    data: `0c${u64(units)}06`,
  });
  const signed = (...instructions: Parameters<typeof solanaOf>[0]) =>
    sign(hot.solana, 'TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
  const HIDDEN = 'takes tokens from an account whose owner it does not name';

  it('counts what leaves the associated account of the wallet', async () => {
    await limit(`${CLUSTER}/token:${MINT}`);
    expect(await signed(pay(usual(hot.solana), hot.solana, 4))).toBe(DONE);
    expect(await signed(pay(usual(hot.solana, 'token2022'), hot.solana, 6, 'token2022'))).toBe(DONE);
    await expect(signed(pay(usual(hot.solana), hot.solana, 1))).rejects.toThrow('Used: 0.00001 USDC');
  });

  it('lets no delegate spend the tokens of another wallet past its limit', async () => {
    await limit(`${CLUSTER}/token:${MINT}`);
    await expect(signed(pay(usual(warm.solana), hot.solana, 1))).rejects.toThrow(HIDDEN);
    await expect(signed(pay(someone(8), hot.solana, 1))).rejects.toThrow(HIDDEN);
    await expect(signed(pay(usual(hot.solana), hot.solana, 1), pay(usual(warm.solana), hot.solana, 1))).rejects.toThrow(
      HIDDEN,
    );
    const withFee = pay(usual(warm.solana), hot.solana, 1);
    await expect(signed({ ...withFee, data: `1a01${u64(1)}06${u64(0)}` })).rejects.toThrow(HIDDEN);
    expect(await signed(pay(usual(hot.solana), hot.solana, 10))).toBe(DONE);
  });

  it.each([
    ['transfer', `03${u64(1)}`],
    ['approve', `04${u64(1)}`],
    ['approveChecked', `0d${u64(1)}06`],
    ['burn', `08${u64(1)}`],
    ['burnChecked', `0f${u64(1)}06`],
  ])('does not let %s pass, whose amount it cannot measure', async (_name, data) => {
    await limit(`${CLUSTER}/token:${MINT}`);
    const asked = signed({ ...pay(usual(warm.solana), hot.solana, 1), data });
    await expect(asked).rejects.toThrow('cannot tell how much of');
  });

  it('does not ask for the owner where all wallets count together, or where the asset does not move', async () => {
    await limit(`${CLUSTER}/token:${MINT}`, { threshold: '0.00001' });
    expect(await signed(pay(usual(warm.solana), hot.solana, 10))).toBe(DONE);
    await expect(signed(pay(usual(warm.solana), hot.solana, 1))).rejects.toThrow('Used: 0.00001 USDC');
  });

  it('does not ask for the owner of another token', async () => {
    await limit(`${CLUSTER}/slip44:501`);
    expect(await signed(pay(usual(warm.solana), hot.solana, 10))).toBe(DONE);
  });

  it('counts a delegate that the root quorum lets go for the wallet that signs', async () => {
    await limit(`${CLUSTER}/token:${MINT}`);
    const unsigned = solanaOf([pay(usual(warm.solana), hot.solana, 10)]);
    expect(await sign(hot.solana, 'TRANSACTION_TYPE_SOLANA', unsigned, desk.service.key)).toBe(DONE);
    await expect(signed(pay(usual(hot.solana), hot.solana, 1))).rejects.toThrow('Used: 0.00001 USDC');
  });
});

describe('a limit of TRX by wallet', () => {
  /** A payment of units out of an account of Tron. */
  const pay = (owner: string, units: number, raw: readonly [number, number][] = []) =>
    rawText({
      ...TRANSFER,
      value: [
        [1, base58check(sha256).decode(owner)],
        [2, TARGET],
        [3, units],
      ],
      raw,
    });
  const signed = (unsigned: string) => sign(hot.tron, 'TRANSACTION_TYPE_TRON', unsigned);

  it('lets no wallet spend for another one past its limit, by a permission', async () => {
    await limit('tron:0x2b6653dc/slip44:195');
    await expect(signed(pay(warm.tron, 1))).rejects.toThrow('counts for one wallet');
    expect(await signed(pay('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 4))).toBe(DONE);
    expect(await signed(pay(hot.tron, 6))).toBe(DONE);
    await expect(signed(pay(hot.tron, 1))).rejects.toThrow('Used: 0.00001 TRX');
  });

  it('does not count the fee limit, as a limit of ether does not count gas', async () => {
    await limit('tron:0x2b6653dc/slip44:195');
    expect(await signed(pay(hot.tron, 10, [[18, 1_000_000_000]]))).toBe(DONE);
  });
});
