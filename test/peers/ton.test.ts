import { base58 } from '@scure/base';
import { Address, beginCell, Cell, internal, type MessageRelaxed, SendMode, toNano } from '@ton/core';
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePayload, ed25519PublicKey } from '../../electron/crypto/index.ts';
import { refusedOr } from '../../electron/crypto/payloads/forms/form.ts';
import { BAG_OF_CELLS, readBag } from '../../electron/crypto/payloads/forms/ton/cells.ts';
import { Refusal } from '../../electron/crypto/refusal.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { mutatedHex } from '../fuzz/hex-mutations.ts';
import { FUZZ_RUNS, fuzzRuns } from '../fuzz/seed.ts';

const PUBLIC = Buffer.from(ed25519PublicKey(new Uint8Array(32).fill(1)), 'hex');
const SIGNER = base58.encode(PUBLIC);
const TO = new Address(0, Buffer.alloc(32, 0x47));
const SHOWN = TO.toString({ bounceable: false });
const OTHER = new Address(0, Buffer.alloc(32, 0x66));

/** The cell that a wallet of the library asks its signer to sign. */
function asked(send: (signer: (message: Cell) => Promise<Buffer>) => unknown): Promise<Cell> {
  return new Promise((resolve) => {
    send(async (message) => {
      resolve(message);
      return Buffer.alloc(64);
    });
  });
}
const wallet = { publicKey: PUBLIC, workchain: 0 } as const;
const common = { seqno: 7, timeout: 1_745_383_655, sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS };
type Messages = { readonly messages: MessageRelaxed[]; readonly sendMode?: number };
const by3 = (given: Messages) =>
  asked((signer) => WalletContractV3R2.create(wallet).createTransfer({ ...common, ...given, signer }));
const by4 = (given: Messages) =>
  asked((signer) => WalletContractV4.create(wallet).createTransfer({ ...common, ...given, signer }));
const by5 = (given: Messages) =>
  asked((signer) =>
    WalletContractV5R1.create({ publicKey: PUBLIC, workchain: 0 }).createTransfer({ ...common, ...given, signer }),
  );

const described = (cell: Cell, options: Parameters<Cell['toBoc']>[0] = {}) => {
  const meaning = describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(cell.toBoc(options)), {
    signWith: SIGNER,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
  return {
    title: meaning?.title,
    steps: meaning?.steps,
    unexplained: meaning?.unexplained,
    rows: new Map(meaning?.summary.map(({ name, value }) => [name, value])),
  };
};
const paid = internal({ to: TO, value: toNano('1.5'), body: 'Invoice 7' });
const token = beginCell()
  .storeUint(0x0f8a7ea5, 32)
  .storeUint(7, 64)
  .storeCoins(2_500_000n)
  .storeAddress(OTHER)
  .storeAddress(null)
  .storeBit(0)
  .storeCoins(1n)
  .storeMaybeRef(beginCell().storeUint(0, 32).storeStringTail('x'.repeat(300)).endCell())
  .endCell();

describe('TON, as @ton/ton', () => {
  it.each([
    ['3R2', by3],
    ['4R2', by4],
    ['5R1', by5],
  ] as const)('reads a payment of a wallet of version %s', async (version, send) => {
    const cell = await send({ messages: [paid] });
    for (const options of [{ idx: false, crc32: false }, { idx: true, crc32: true }, {}]) {
      const { title, steps, unexplained, rows } = described(cell, options);
      expect(title).toBe(`TON transaction, wallet version ${version}`);
      expect(steps).toEqual([`Send 1.5 TON to ${SHOWN}`]);
      expect(unexplained).toEqual([]);
      expect(rows.get('Hash that TON verifies')).toBe(`0x${cell.hash().toString('hex')}`);
      expect(rows.get('Comment')).toBe('"Invoice 7"');
    }
  });

  it('derives the account from the key and the version', async () => {
    const account = WalletContractV5R1.create({ publicKey: PUBLIC, workchain: 0 }).address;
    const { rows } = described(await by5({ messages: [paid] }));
    expect(rows.get('From')).toBe(account.toString({ bounceable: false }));
    expect(rows.get('Chain')).toBe('TON, main network');
  });

  it('reads several messages in their order', async () => {
    const messages = [5, 6, 7].map((byte) =>
      internal({ to: new Address(0, Buffer.alloc(32, byte)), value: BigInt(byte) }),
    );
    const steps = [5, 6, 7].map(
      (byte) =>
        `Send 0.00000000${byte} TON to ${new Address(0, Buffer.alloc(32, byte)).toString({ bounceable: false })}`,
    );
    for (const send of [by3, by4, by5]) expect(described(await send({ messages })).steps).toEqual(steps);
  });

  it('reads a transfer of a token with a long comment', async () => {
    const { steps, rows, unexplained } = described(
      await by4({ messages: [internal({ to: TO, value: toNano('0.05'), body: token })] }),
    );
    expect(steps).toEqual([
      `Send 2500000 units of the token in ${SHOWN} to ${OTHER.toString({ bounceable: false })}, with 0.05 TON`,
    ]);
    expect(rows.get('Comment')).toBe(`"${'x'.repeat(300)}"`);
    expect(unexplained).toEqual([]);
  });

  it('reads the changes of an account', async () => {
    const five = WalletContractV5R1.create({ publicKey: PUBLIC, workchain: 0 });
    const add = await asked((signer) =>
      five.createAddExtension({ ...common, extensionAddress: OTHER, signer } as never),
    );
    const remove = await asked((signer) =>
      five.createRemoveExtension({ ...common, extensionAddress: OTHER, signer } as never),
    );
    const other = OTHER.toString({ bounceable: false });
    expect(described(add).steps).toEqual([`Let the contract ${other} control the account`]);
    expect(described(remove).steps).toEqual([`Take the control of the account from the contract ${other}`]);
    const four = WalletContractV4.create(wallet);
    const plugin = await asked((signer) =>
      four.createAddPlugin({ ...common, address: OTHER, forwardAmount: 1n, signer } as never),
    );
    expect(described(plugin).steps).toEqual([`Let the plugin ${other} take TON from the account`]);
    expect(described(plugin).unexplained).not.toEqual([]);
  });

  it('does not decode the code of a contract', async () => {
    const init = { code: beginCell().storeUint(1, 8).endCell(), data: beginCell().endCell() };
    const { steps, unexplained } = described(await by4({ messages: [internal({ to: TO, value: 1n, init })] }));
    expect(steps).toEqual([`Create the contract ${SHOWN}, which is not known, with 0.000000001 TON`]);
    expect(unexplained).not.toEqual([]);
  });

  it('reads no cells that the library reads otherwise', async () => {
    const cells = [await by4({ messages: [paid] }), await by5({ messages: [paid, paid] })];
    const samples = cells.flatMap((cell) => [{}, { idx: true, crc32: false }].map((how) => hexEncode(cell.toBoc(how))));
    let taken = 0;
    fc.assert(
      fc.property(mutatedHex(...samples), (digits) => {
        const bytes = Buffer.from(digits, 'hex');
        const read = bytes.length < 5 ? null : refusedOr(() => readBag(bytes));
        if (read === null || read instanceof Refusal) return;
        taken += 1;
        const [root, ...others] = Cell.fromBoc(Buffer.concat([BAG_OF_CELLS, bytes.subarray(4)]));
        expect(others).toEqual([]);
        expect([hexEncode(read.hash), read.depth, read.bits]).toEqual([
          root?.hash().toString('hex'),
          root?.depth(),
          root?.bits.length,
        ]);
      }),
      { numRuns: fuzzRuns() },
    );
    expect(taken).toBeGreaterThan(FUZZ_RUNS / 50);
  });
});
