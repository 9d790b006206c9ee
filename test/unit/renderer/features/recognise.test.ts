import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { bytesIn, recognise, recogniseContent } from '../../../../renderer/features/sign/recognise.ts';
import { base64Of, signatureForms } from '../../../../renderer/request/signature-forms.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

const ETHEREUM = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const PSBT = `70736274ff${'01'.repeat(20)}`;
const SOLANA = OPERATIONS.sol_send_transaction.example.parameters.unsignedTransaction;

test.each([
  ['an Ethereum transaction in hexadecimal', `0x${ETHEREUM}`, 'TRANSACTION_TYPE_ETHEREUM', ETHEREUM],
  ['with spaces and line breaks', ETHEREUM.replaceAll(/(.{8})/g, '$1 \n'), 'TRANSACTION_TYPE_ETHEREUM', ETHEREUM],
  ['a PSBT in base64', base64Of(PSBT), 'TRANSACTION_TYPE_BITCOIN', PSBT],
  ['a Solana transaction in base64', base64Of(SOLANA), 'TRANSACTION_TYPE_SOLANA', SOLANA],
  ['a Solana transaction in base58', base58.encode(hexDecode(SOLANA)), 'TRANSACTION_TYPE_SOLANA', SOLANA],
  ['a Tempo transaction', '0x76f90101', 'TRANSACTION_TYPE_TEMPO', '76f90101'],
])('%s is recognised with its type', (_, text, type, hex) => {
  expect(recognise(text)).toMatchObject({ kind: 'transaction', type, text: hex });
});

test.each([
  ['{"types":{},"domain":{},"primaryType":"Mail","message":{}}', 'typed-data', /^Typed data/],
  ['{"to":"0x00","value":"0x1"}', 'message', /object for a node/],
  ['{"a":1}', 'message', /of no kind that is known/],
  ['ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359@1?value=2.014e18', 'message', /^A payment request \(EIP-681\)/],
  ['BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?AMOUNT=20.3', 'message', /^A payment request \(BIP-21\)/],
  ['ur:eth-sign-request/oladtpdagdndcawmgt', 'message', /^A wallet’s request for a signature \(EIP-4527\)/],
  ['UR:CRYPTO-PSBT/2-9/LPAOAS', 'message', /^One of the parts of/],
  ['ab'.repeat(32), 'message', /as a digest has/],
  ['ab'.repeat(40), 'message', /of no transaction/],
])('%s is recognised', (text, kind, words) => {
  expect(recognise(text)).toMatchObject({ kind, words: expect.stringMatching(words) });
});

test.each(['Pay Bob', 'deadbeef', 'TWFu', '{not json'])('%s is only text', (text) =>
  expect(recognise(text)).toBeNull(),
);

test('a file of bytes or text is recognised by its contents', () => {
  expect(recogniseContent(hexDecode(PSBT))).toMatchObject({ kind: 'transaction', type: 'TRANSACTION_TYPE_BITCOIN' });
  expect(recogniseContent(new TextEncoder().encode(`0x${ETHEREUM}\n`))).toMatchObject({
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
  expect(recogniseContent(new TextEncoder().encode('Pay Bob'))).toMatchObject({ kind: 'message', text: 'Pay Bob' });
  expect(recogniseContent(Uint8Array.of(0xff, 0xfe))).toMatchObject({ kind: 'message', form: 'hex', text: 'fffe' });
});

test('hexadecimal text with missing or invalid digits is not bytes', () => {
  expect(['', '0x', '0x1', 'größe'].map(bytesIn)).toEqual([null, null, null, null]);
});

test('a signature is shown in its usual formats, but not before its scheme is proven', () => {
  const parts = { r: `00${'81'.repeat(31)}`, s: '01'.repeat(32), v: '01' };
  expect(signatureForms(parts, null)).toEqual([]);
  const forms = new Map(signatureForms(parts, 'ECDSA secp256k1'));
  expect(forms.get('65 bytes')).toBe(`0x${parts.r}${parts.s}1c`);
  expect(forms.get('DER')).toBe(`30440220${parts.r}0220${parts.s}`);
  expect([...new Map(signatureForms(parts, 'Ed25519')).keys()]).toEqual(['64 bytes', 'Base64']);
});
