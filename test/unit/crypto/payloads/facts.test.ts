import { expect, test } from 'vitest';
import { payloadFacts, transactionFacts } from '../../../../electron/crypto/index.ts';
import { Refusal } from '../../../../electron/crypto/refusal.ts';

const TYPED = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'delta', type: 'int8' },
      { name: 'ok', type: 'bool' },
      { name: 'note', type: 'string' },
      { name: 'data', type: 'bytes' },
      { name: 'details', type: 'Detail[]' },
      { name: 'none', type: 'uint8[]' },
      { name: 'empty', type: 'Empty' },
    ],
    Detail: [{ name: '__proto__', type: 'uint8' }],
    Empty: [],
  },
  primaryType: 'Permit',
  domain: { name: 'USDC', chainId: 1, verifyingContract: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  message: {
    owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    delta: -5,
    ok: true,
    note: 'Mixed Case',
    data: '0xABCD',
    details: [JSON.parse('{"__proto__": 7}'), JSON.parse('{"__proto__": 8}')],
    none: [],
    empty: {},
    unsigned: 'not told',
  },
};

test('of typed data: numbers as numbers, digits lowercase, and only what is hashed', () => {
  const facts = payloadFacts('PAYLOAD_ENCODING_EIP712', JSON.stringify(TYPED)) as Record<string, never>;
  expect(facts).toEqual({
    eip_712: {
      primary_type: 'Permit',
      domain: { name: 'USDC', chain_id: 1n, verifying_contract: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' },
      message: {
        owner: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        value: 2n ** 256n - 1n,
        delta: -5n,
        ok: true,
        note: 'Mixed Case',
        data: '0xabcd',
        details: [Object.fromEntries([['__proto__', 7n]]), Object.fromEntries([['__proto__', 8n]])],
        none: [],
        empty: {},
      },
    },
  });
});

test('of an authorization', () => {
  const payload = '{"address":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","chainId":1,"nonce":7}';
  expect(payloadFacts('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', payload)).toEqual({
    eip_7702_authorization: {
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      chain_id: 1n,
      nonce: 7n,
    },
  });
});

test('of other bytes are absent, and unreadable bytes are refused', () => {
  expect(payloadFacts('PAYLOAD_ENCODING_HEXADECIMAL', '00')).toBeNull();
  expect(() => payloadFacts('PAYLOAD_ENCODING_EIP712', '{}')).toThrow(Refusal);
});

/** A Tempo transfer on 0x20c0…0000 with the fee token 0x20c0…0001. */
const TEMPO =
  '76f88e821079843b9aca008504a817c800830186a0f85ef85c9420c000000000000000000000000000000000000080b844a9059cbb00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c800000000000000000000000000000000000000000000000000000000000f4240c0800780809420c000000000000000000000000000000000000180c0';

test('of a Tempo transaction', () => {
  const signer = { ethereumAddress: '0xAb', addressFormat: undefined };
  expect(transactionFacts('TRANSACTION_TYPE_TEMPO', TEMPO, signer)).toEqual({
    chain_id: 4217n,
    nonce: 7n,
    gas_limit: 100_000n,
    max_fee_per_gas: 20_000_000_000n,
    max_priority_fee_per_gas: 1_000_000_000n,
    valid_before: 0n,
    valid_after: 0n,
    from: '0xAb',
    fee_token: '0x20C0000000000000000000000000000000000001',
    calls: [
      {
        to: '0x20C0000000000000000000000000000000000000',
        input: `0xa9059cbb${'0'.repeat(24)}70997970c51812dc3a010c7d01b50e0d17dc79c8${'0'.repeat(59)}f4240`,
        function_signature: '0xa9059cbb',
      },
    ],
  });
  const legacy = 'df010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180018080';
  expect(transactionFacts('TRANSACTION_TYPE_TEMPO', legacy, signer)).toBeNull();
});
