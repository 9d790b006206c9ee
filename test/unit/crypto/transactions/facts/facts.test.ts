import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { transactionFacts, UNPROVEN } from '../../../../../electron/crypto/index.ts';
import type { AddressFormat } from '../../../../../shared/model/index.ts';
import { type Draft, draftOf, provenInput, publicKey, writeDraft } from '../bitcoin/drafts.ts';
import { publicBytes, SYSTEM, solanaKey, solanaText } from '../solana/builder.ts';
import { OWNER, rawText, TARGET } from '../tron/builder.ts';

/** The members of each transaction as the public policy language names them. */
const NOBODY = { ethereumAddress: null, addressFormat: undefined };

test('of an EIP-1559 transaction', () => {
  const text = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
  expect(transactionFacts('TRANSACTION_TYPE_ETHEREUM', text, { ...NOBODY, ethereumAddress: '0xAb' })).toEqual({
    type: 'TYPE_2',
    from: '0xAb',
    to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    data: '0x',
    value: 1n,
    gas: 21_000n,
    gas_price: 2n,
    max_fee_per_gas: 2n,
    max_priority_fee_per_gas: 1n,
    chain_id: 1n,
    nonce: 1n,
  });
});

test('of a legacy transaction, which names no maximum fee', () => {
  const facts = transactionFacts(
    'TRANSACTION_TYPE_ETHEREUM',
    'df010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180018080',
    NOBODY,
  );
  expect(facts).toMatchObject({ type: 'LEGACY', gas_price: 2n, chain_id: 1n });
  expect(facts).not.toHaveProperty('max_fee_per_gas');
  expect(facts).not.toHaveProperty('from');
});

const TOKEN = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const account = (byte: number) => new Uint8Array(32).fill(byte);
const name = (bytes: Uint8Array) => base58.encode(bytes);

test('of a Solana transaction: transfers of both kinds, with extra data and with lookup tables', () => {
  const payer = publicBytes(solanaKey(1));
  const text = solanaText({
    version: 0,
    header: [1, 0, 2],
    keys: [payer, account(0x51), SYSTEM, TOKEN],
    instructions: [
      { program: 2, accounts: [0, 1], data: '02000000e803000000000000ff' },
      { program: 2, accounts: [0, 1], data: '0000000000000000000000000000' },
      { program: 3, accounts: [1, 4, 5, 0], data: '0c070000000000000006' },
      { program: 3, accounts: [1, 4, 0], data: '030900000000000000' },
    ],
    lookups: [{ key: account(0x77), writable: [3], readonly: [8] }],
  });
  expect(transactionFacts('TRANSACTION_TYPE_SOLANA', text, NOBODY)).toMatchObject({
    version: 'V0',
    account_keys: [
      name(payer),
      name(account(0x51)),
      name(SYSTEM),
      name(TOKEN),
      'ADDRESS_TABLE_LOOKUP',
      'ADDRESS_TABLE_LOOKUP',
    ],
    program_keys: [name(SYSTEM), name(TOKEN)],
    transfers: [{ from: name(payer), to: name(account(0x51)), amount: 1000n }],
    spl_transfers: [
      {
        from: name(account(0x51)),
        to: 'ADDRESS_TABLE_LOOKUP',
        token_mint: 'ADDRESS_TABLE_LOOKUP',
        owner: name(payer),
        amount: 7n,
        signers: [],
      },
      { to: 'ADDRESS_TABLE_LOOKUP', token_mint: '', owner: name(payer), amount: 9n },
    ],
    address_table_lookups: [{ address_table_key: name(account(0x77)), writable_indexes: [3n], readonly_indexes: [8n] }],
    instructions: [
      {
        program_key: name(SYSTEM),
        instruction_data_hex: '02000000e803000000000000ff',
        address_table_lookups: [],
        accounts: [
          { account_key: name(payer), signer: true, writable: true },
          { account_key: name(account(0x51)), signer: false, writable: true },
        ],
      },
      {},
      { address_table_lookups: [{ writable_indexes: [3n], readonly_indexes: [8n] }] },
      { address_table_lookups: [{ writable_indexes: [3n], readonly_indexes: [] }] },
    ],
  });
});

test('of a Tron transaction, with the defaults of absent fields', () => {
  const text = rawText({
    name: 'TriggerSmartContract',
    type: 31,
    value: [
      [1, OWNER],
      [2, TARGET],
      [4, Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb)],
    ],
    raw: [[18, 5_000_000]],
  });
  expect(transactionFacts('TRANSACTION_TYPE_TRON', text, NOBODY)).toMatchObject({
    ref_block_bytes: '0001',
    expiration: 1_700_000_060_000n,
    timestamp: 1_700_000_000_000n,
    data: '',
    fee_limit: 5_000_000n,
    contract: [
      {
        type: 'TriggerSmartContract',
        permission_id: 0n,
        owner_address: expect.stringMatching(/^T/),
        contract_address: expect.stringMatching(/^T/),
        call_value: 0n,
        data: 'a9059cbb',
      },
    ],
  });
});

const bitcoinFacts = (draft: Draft, addressFormat?: AddressFormat) =>
  transactionFacts('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), { ...NOBODY, addressFormat });

test('the fee of a PSBT is a fact only when it is proven', () => {
  const previous = draftOf([], publicKey);
  previous.inputs.push(provenInput('P2WPKH', publicKey, 0));
  expect(bitcoinFacts(previous)).toMatchObject({ fee: 10_000n });
  expect(bitcoinFacts(draftOf(['P2TR'], publicKey), 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR')).toMatchObject({
    fee: 10_000n,
  });
  const open = draftOf(['P2TR'], publicKey);
  open.inputs[0]?.fields.set('03', '81000000');
  const negative = draftOf([], publicKey);
  negative.inputs.push(provenInput('P2WPKH', publicKey, 0, 80_000n));
  const unknown = draftOf(['P2PKH', 'P2WPKH'], publicKey);
  unknown.inputs[1]?.fields.clear();
  for (const [draft, format, why] of [
    [draftOf(['P2WPKH'], publicKey), undefined, 'not proven'],
    [draftOf(['P2TR'], publicKey), undefined, 'not proven'],
    [draftOf(['P2TR'], publicKey), 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'not proven'],
    [open, 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'not proven'],
    [unknown, undefined, 'not proven'],
    [negative, undefined, 'negative'],
  ] as const) {
    const facts = bitcoinFacts(draft, format);
    expect(facts).not.toHaveProperty('fee');
    expect(facts?.[UNPROVEN]?.fee).toContain(why);
  }
});

test('of a PSBT, in the spelling of the account’s network', () => {
  const draft = draftOf([], publicKey);
  draft.inputs.push(provenInput('P2WPKH', publicKey, 0));
  const facts = (addressFormat: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH' | undefined) =>
    bitcoinFacts(draft, addressFormat);
  expect(facts(undefined)).toEqual({
    version: '2',
    inputs: [{ tx_id: expect.stringMatching(/^[0-9a-f]{64}$/), vout: 1n, sequence: 0xfffffffdn }],
    outputs: [
      {
        value: 60_000n,
        script_pubkey: `0014${'11'.repeat(20)}`,
        address: expect.stringMatching(/^bc1q/),
        address_type: 'P2WPKH',
      },
      {
        value: 30_000n,
        script_pubkey: `5120${'22'.repeat(32)}`,
        address: expect.stringMatching(/^bc1p/),
        address_type: 'P2TR',
      },
    ],
    locktime: { amount: 800_000n, type: 'Blocks' },
    fee: 10_000n,
  });
  expect(facts('ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH')).toMatchObject({
    outputs: [{ address: expect.stringMatching(/^tb1q/) }, { address: expect.stringMatching(/^tb1p/) }],
  });
});
