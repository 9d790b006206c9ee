import { bls12_381 } from '@noble/curves/bls12-381.js';
import { serializeTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, publicKeyOf, sha256 } from '../../electron/crypto/index.ts';
import { type RlpItem, rlpDecode, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { type Hex, prefixed } from './ethereum-random.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
const CHAIN = 31337;
const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
const key = { curve: 'CURVE_SECP256K1', publicKey, addressFormats: [], privateKey } as const;
const sender = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey);

const recipient = '0x00000000000000000000000000000000c0ffee00';
const prices = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, gas: 200_000n };
/** The node reads the trusted setup at its first blob, which takes seconds on a busy machine. */
const KZG_MS = 60_000;
/** Deploys a contract whose code is the one byte 2a. */
const creation = '0x602a60005360016000f3';

interface Receipt {
  readonly status: Hex;
  readonly type: Hex;
  readonly from: Hex;
  readonly transactionHash: Hex;
  readonly contractAddress: Hex | null;
  readonly blobGasUsed?: Hex;
}

/** A blob of 4096 equal numbers: its commitment is that multiple of the generator, and every proof is infinity. */
const ones = new Uint8Array(131_072).map((_, index) => (index % 32 === 31 ? 1 : 0));
const commitment = bls12_381.G1.Point.BASE.toBytes(true);
const infinity = Uint8Array.of(0xc0, ...new Uint8Array(47));
const versionedHash = prefixed(`01${hexEncode(sha256(commitment).subarray(1))}`);

const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `a real EVM node mines what is signed${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    let node: AnvilNode;
    beforeAll(async () => {
      node = await startAnvil('--chain-id', String(CHAIN), '--accounts', '2', '--no-mining');
    });
    afterAll(() => node?.end());

    const send = async (unsigned: string, wrap: (signed: Hex) => Hex = (signed) => signed): Promise<Receipt> => {
      const signed = ethereum.sign(unsigned, key);
      const hash = await node.call<Hex>('eth_sendRawTransaction', wrap(prefixed(signed)));
      expect(hash).toBe(ethereum.verify(unsigned, signed, key).transactionId);
      await node.call('evm_mine');
      return node.call<Receipt>('eth_getTransactionReceipt', hash);
    };
    const nextNonce = async () => Number(await node.call<Hex>('eth_getTransactionCount', sender, 'latest'));
    const unsignedOf = async (transaction: object) =>
      serializeTransaction({
        nonce: await nextNonce(),
        chainId: CHAIN,
        ...transaction,
      } as TransactionSerializable).slice(2);
    const balance = async () => BigInt(await node.call<Hex>('eth_getBalance', recipient, 'latest'));
    const mined = (type: Hex) => ({ status: '0x1', type, from: sender.toLowerCase() });

    test('a legacy transaction with its chain', async () => {
      const before = await balance();
      const legacy = { type: 'legacy', to: recipient, value: 5n, gas: 21_000n, gasPrice: prices.maxFeePerGas };
      expect(await send(await unsignedOf(legacy))).toMatchObject(mined('0x0'));
      expect((await balance()) - before).toBe(5n);
    });

    test('a legacy transaction that names no chain', async () => {
      const legacy = { type: 'legacy', to: recipient, value: 5n, gas: 21_000n, gasPrice: prices.maxFeePerGas };
      expect(await send(await unsignedOf({ ...legacy, chainId: undefined }))).toMatchObject(mined('0x0'));
    });

    test('an EIP-2930 transaction that creates a contract', async () => {
      const accessList = [{ address: recipient, storageKeys: [prefixed('00'.repeat(32))] }];
      const unsigned = await unsignedOf({
        type: 'eip2930',
        data: creation,
        gas: 200_000n,
        gasPrice: 20_000_000_000n,
        accessList,
      });
      const receipt = await send(unsigned);
      expect(receipt).toMatchObject(mined('0x1'));
      expect(await node.call('eth_getCode', receipt.contractAddress, 'latest')).toBe('0x2a');
    });

    test('an EIP-1559 transaction', async () => {
      const before = await balance();
      expect(await send(await unsignedOf({ type: 'eip1559', to: recipient, value: 7n, ...prices }))).toMatchObject(
        mined('0x2'),
      );
      expect((await balance()) - before).toBe(7n);
    });

    test('an EIP-7702 transaction gives an account the code of its delegation', async () => {
      const authority = privateKeyToAccount(prefixed('11'.repeat(32)));
      const authorization = await authority.signAuthorization({ address: recipient, chainId: CHAIN, nonce: 0 });
      const unsigned = await unsignedOf({
        type: 'eip7702',
        to: recipient,
        authorizationList: [authorization],
        ...prices,
      });
      expect(await send(unsigned)).toMatchObject(mined('0x4'));
      expect(await node.call('eth_getCode', authority.address, 'latest')).toBe(`0xef0100${recipient.slice(2)}`);
    });

    describe('an EIP-4844 transaction in its network form', () => {
      const blobTransaction = () =>
        unsignedOf({
          type: 'eip4844',
          to: recipient,
          maxFeePerBlobGas: 1_000_000_000n,
          blobVersionedHashes: [versionedHash],
          ...prices,
        });
      /** EIP-7594: the signed body, version 1, blobs, commitments and 128 proofs for each blob. */
      const wrap = (proof: Uint8Array) => (signed: Hex) => {
        const body = rlpDecode(hexDecode(signed.slice(4)));
        const proofs: RlpItem = Array.from({ length: 128 }, () => proof);
        return prefixed(`03${hexEncode(rlpEncode([body, Uint8Array.of(1), [ones], [commitment], proofs]))}`);
      };

      test(
        'is mined',
        async () => {
          const receipt = await send(await blobTransaction(), wrap(infinity));
          expect(receipt).toMatchObject({ ...mined('0x3'), blobGasUsed: '0x20000' });
        },
        KZG_MS,
      );

      test('is refused with another proof, so the node checks it', async () => {
        await expect(send(await blobTransaction(), wrap(commitment))).rejects.toThrowError(/blob|proof|kzg/i);
      });
    });

    test.each(['eip2930', 'eip1559'])('%s of another chain is refused', async (type) => {
      const price = type === 'eip1559' ? prices : { gas: 21_000n, gasPrice: prices.maxFeePerGas };
      const unsigned = await unsignedOf({ type, to: recipient, value: 1n, ...price, chainId: CHAIN + 1 });
      await expect(send(unsigned)).rejects.toThrowError(/chain/i);
    });

    test('a legacy transaction of another chain is never mined', async () => {
      const price = { gas: 21_000n, gasPrice: prices.maxFeePerGas };
      const unsigned = await unsignedOf({ type: 'legacy', to: recipient, value: 1n, ...price, chainId: CHAIN + 1 });
      const before = await nextNonce();
      // The node takes it into its pool without looking at the chain, and finds out when it makes the block.
      expect(await send(unsigned)).toBeNull();
      expect(await nextNonce()).toBe(before);
      await node.call('anvil_dropAllTransactions');
    });

    test('a transaction with one changed bit has another sender', async () => {
      const unsigned = await unsignedOf({ type: 'eip1559', to: recipient, value: 9n, ...prices });
      const flip = (signed: Hex) => prefixed(signed.slice(2).replace('c0ffee00', 'c0ffee01'));
      await expect(send(unsigned, flip)).rejects.toThrowError();
    });
  },
);
