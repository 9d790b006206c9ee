import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftInput } from '../../unit/crypto/transactions/bitcoin/drafts.ts';
import { draftOf, provenInput, writeDraft } from '../../unit/crypto/transactions/bitcoin/drafts.ts';
import { type StartedService, startService } from '../start-service.ts';

const BITCOIN = 100_000_000n;
const TYPE = 'TRANSACTION_TYPE_BITCOIN' as const;

let service: StartedService;
let accounts: { address: string; publicKey: string }[];
beforeAll(async () => {
  service = await startService();
  const made = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Bitcoin',
      accounts: [0, 1].map((index) => ({
        curve: 'CURVE_SECP256K1' as const,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
        path: `m/84'/0'/0'/0/${index}`,
        addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' as const,
      })),
    }),
  );
  const { walletId } = made.activity.result.createWalletResult!;
  const listed = await service.client.getWalletAccounts({ organizationId: service.organizationId, walletId });
  accounts = listed.accounts.map(({ address, publicKey }) => ({ address, publicKey: publicKey! }));
});
afterAll(() => service.stop());

/**
 * A PSBT with one input of each account. `salt` distinguishes the outputs it spends. A stated amount may differ from
 * the output's.
 */
function psbt(salt: number, stated: readonly (bigint | 'proven')[]): string {
  const inputs = accounts.map(({ publicKey }, index): DraftInput => {
    const of = (amount: bigint) => provenInput('P2WPKH', publicKey, salt + index, amount);
    const amount = stated[index];
    if (amount === 'proven' || amount === undefined) return of(10n * BITCOIN);
    const fields = new Map([['01', of(amount).fields.get('01')!]]);
    return { ...of(10n * BITCOIN), fields };
  });
  const outputs = [{ amount: 10n * BITCOIN, script: `0014${'11'.repeat(20)}`, fields: new Map<string, string>() }];
  return writeDraft({ ...draftOf([], ''), inputs, outputs });
}

const envelope = (account: number, unsignedTransaction: string) =>
  service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith: accounts[account]!.address,
    unsignedTransaction,
    type: TYPE,
  });
const sign = async (account: number, unsigned: string) =>
  (await service.client.signTransaction(envelope(account, unsigned))).activity.status;

describe('two requests for one Bitcoin transaction', () => {
  it('cannot each understate the amount of the other account’s input', async () => {
    expect(await sign(0, psbt(10, [10n * BITCOIN, 1_000n]))).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(sign(1, psbt(10, [1_000n, 10n * BITCOIN]))).rejects.toThrow(
      /states 0.00001 BTC for the output [0-9a-f]{64}:1, but an earlier signed request stated 10 BTC\. Nothing was signed\. Add the previous transaction/,
    );
    await expect(sign(1, psbt(10, [10n * BITCOIN, 10n * BITCOIN]))).rejects.toThrow('stated 0.00001 BTC');
  });

  it('are both signed with proven amounts, and a later false amount is refused', async () => {
    expect(await sign(0, psbt(20, [10n * BITCOIN, 1_000n]))).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await sign(1, psbt(20, ['proven', 'proven']))).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await sign(0, psbt(20, [10n * BITCOIN, 10n * BITCOIN]))).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(sign(0, psbt(20, [10n * BITCOIN, 1_000n]))).rejects.toThrow('stated 10 BTC');
  });

  it('are compared in any encoding, and answered in hexadecimal', async () => {
    const base64 = (text: string) => Buffer.from(text, 'hex').toString('base64');
    const { activity } = await service.client.signTransaction(envelope(0, base64(psbt(40, [10n * BITCOIN, 1_000n]))));
    expect(activity.result.signTransactionResult?.signedTransaction).toMatch(/^70736274ff[0-9a-f]+$/);
    await expect(sign(1, psbt(40, [1_000n, 10n * BITCOIN]))).rejects.toThrow('stated 10 BTC');
  });

  it('count as one request when their bytes are equal', async () => {
    const body = envelope(0, psbt(30, [10n * BITCOIN, 1_000n]));
    const first = await service.client.signTransaction(body);
    const second = await service.client.signTransaction(body);
    expect(second.activity.id).toBe(first.activity.id);
    expect(second.activity.result).toEqual(first.activity.result);
    expect(await sign(0, psbt(30, [10n * BITCOIN, 1_000n]))).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
