import { base58 } from '@scure/base';
import {
  addressOf,
  describeSignedEthereum,
  describeTransaction,
  ethereumReplacementFees,
  replacementEthereum,
  signTransaction,
  solanaHex,
  unsignedEthereumPayment,
  unsignedSolanaPayment,
  unsignedTempoPayment,
  unsignedTronPayment,
  verifyTransaction,
  withBlockhash,
} from '../../../electron/crypto/index.ts';
import { numberBytes, type RlpItem, rlpDecode, rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { readInnerMessage } from '../../../electron/crypto/transactions/solana/inner-message.ts';
import { parseSolana } from '../../../electron/crypto/transactions/solana/wire.ts';
import { readFinalTempo } from '../../../electron/crypto/transactions/tempo/signed.ts';
import type {
  ComposedTronPayment,
  TransactionType,
  UnsignedEthereumPayment,
  UnsignedSolanaPayment,
  UnsignedTempoPayment,
} from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { developmentKey } from '../crypto/transactions/ethereum/arbitrary.ts';
import {
  payer,
  publicBytes,
  type SolanaParts,
  second,
  solanaKey,
  solanaText,
  transfer,
  version1,
} from '../crypto/transactions/solana/builder.ts';
import { encode, rawText, TRANSFER, tronKey } from '../crypto/transactions/tron/builder.ts';
import { named } from './cases.ts';

const KEY = developmentKey();
const FROM = addressOf('ADDRESS_FORMAT_ETHEREUM', KEY.publicKey);
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MISSPELLED = '0x70997970C51812dc3A010C7d01b50e0d17dc79c8';
const TOO_LONG = String(2n ** 256n);

const ETHEREUM: UnsignedEthereumPayment = {
  family: 'ethereum',
  chain: 'eip155:1',
  nonce: '7',
  gasLimit: '90000',
  maxFeePerGas: '100',
  maxPriorityFeePerGas: '10',
  to: TO,
  token: null,
  units: '12500',
};
const pay = (change: Partial<UnsignedEthereumPayment> = {}) => unsignedEthereumPayment({ ...ETHEREUM, ...change });
const fees = (maxFeePerGas: string, maxPriorityFeePerGas: string) =>
  ({ family: 'ethereum', maxFeePerGas, maxPriorityFeePerGas }) as const;
/** EIP-155's own example. */
const LEGACY = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';

const [PAYER, OTHER] = [payer, second].map((each) => base58.encode(publicBytes(each))) as [string, string];
const SOLANA: UnsignedSolanaPayment = {
  family: 'solana',
  chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  from: PAYER,
  to: OTHER,
  units: '1000',
  unitLimit: '1000',
  unitPrice: '1',
  memo: null,
  token: null,
};
const asked = solanaText(transfer);
const signedBy = (text: string, key = payer) => signTransaction('TRANSACTION_TYPE_SOLANA', text, key);
const parts = (change: Partial<SolanaParts>) => solanaText({ ...transfer, ...change });
const slots = (first: number, other: number) => [first, other].map((byte) => new Uint8Array(64).fill(byte));

const tron = tronKey(1);
const [TRON, TRON_TO] = [tron, tronKey(2)].map(({ publicKey }) => addressOf('ADDRESS_FORMAT_TRON', publicKey)) as [
  string,
  string,
];
const TRON_PAYMENT: ComposedTronPayment = {
  family: 'tron',
  chain: 'tron:0x2b6653dc',
  from: TRON,
  to: TRON_TO,
  units: '100',
  token: null,
  feeLimit: '0',
  memo: null,
  block: { id: `${'0'.repeat(14)}10${'ab'.repeat(24)}`, number: 16, timestamp: 1_700_000_000_000 },
} as ComposedTronPayment;
const rawTron = rawText(TRANSFER);
const signedTron = (raw: string, signature: string) =>
  hexEncode(
    encode([
      [1, hexDecode(raw)],
      [2, hexDecode(signature)],
    ]),
  );

const NONE = new Uint8Array(0);
const number = (value: number) => numberBytes(BigInt(value));
const TEMPO_ITEMS = {
  chainId: number(4217),
  maxPriorityFeePerGas: number(1),
  maxFeePerGas: number(4),
  gasLimit: number(100_000),
  calls: [[new Uint8Array(20).fill(0x70), NONE, NONE]] as RlpItem,
  accessList: [] as RlpItem,
  nonceKey: NONE as RlpItem,
  nonce: number(7),
  validBefore: NONE as RlpItem,
  validAfter: NONE as RlpItem,
  feeToken: NONE as RlpItem,
  feePayerSignature: NONE as RlpItem,
  authorizationList: [] as RlpItem,
};
const tempo = (change: Partial<Record<keyof typeof TEMPO_ITEMS, RlpItem>>, ...more: RlpItem[]) =>
  `76${hexEncode(rlpEncode([...Object.values({ ...TEMPO_ITEMS, ...change }), ...more]))}`;
const signedTempo = (unsigned: string) => signTransaction('TRANSACTION_TYPE_TEMPO', unsigned, KEY);
const PATH_USD = '0x20c0000000000000000000000000000000000000';
const TEMPO: UnsignedTempoPayment = {
  family: 'tempo',
  chain: 'eip155:4217',
  from: FROM,
  to: TO,
  token: PATH_USD,
  units: '2500000',
  nonce: '7',
  gasLimit: '60000',
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: '10',
  feeToken: null,
  memo: null,
};
/** The signed transaction with another signature at its end. */
const resigned = (signature: Uint8Array, text = signedTempo(tempo({}))) => {
  const items = rlpDecode(hexDecode(text).subarray(1)) as readonly RlpItem[];
  return `76${hexEncode(rlpEncode([...items.slice(0, -1), signature]))}`;
};

const described = ({ type, text }: { type: TransactionType; text: string }) => describeTransaction(type, text).title;
const TYPE = 'TRANSACTION_TYPE_TEMPO';

export const CHAINS = [
  named('a transaction of a type', described, {
    'of another one': { type: 'TRANSACTION_TYPE_SOLANA', text: pay() },
    'with blobs': { type: TYPE, text: `03${pay().slice(2)}` },
    'that a fee payer signs': { type: TYPE, text: `78${tempo({}).slice(2)}` },
    'of another contract': {
      type: 'TRANSACTION_TYPE_TRON',
      text: rawText({ ...TRANSFER, name: 'UnknownContract' }),
    },
    'with another type of its contract': { type: 'TRANSACTION_TYPE_TRON', text: rawText({ ...TRANSFER, type: 2 }) },
    'with a time that has passed before': {
      type: TYPE,
      text: tempo({ validBefore: number(1), validAfter: number(2) }),
    },
    'with another mark of a fee payer': { type: TYPE, text: tempo({ feePayerSignature: number(1) }) },
    'with a new contract beside authorizations': {
      type: TYPE,
      text: tempo({
        calls: [[NONE, NONE, NONE]],
        authorizationList: [[number(1), new Uint8Array(20), NONE, new Uint8Array(65)]],
      }),
    },
    'with fifteen items': { type: TYPE, text: tempo({}, [], []) },
    'with sixteen items': { type: TYPE, text: tempo({}, [], [], []) },
  }),
  named(
    'a transaction that is signed',
    ({ type, text, key }: { type: TransactionType; text: string; key: typeof payer }) =>
      signTransaction(type, text, key),
    {
      'with a key of another curve': { type: 'TRANSACTION_TYPE_ETHEREUM', text: pay(), key: payer },
      'by a stranger': { type: 'TRANSACTION_TYPE_SOLANA', text: asked, key: solanaKey(9) },
      'that was changed after another signature': {
        type: 'TRANSACTION_TYPE_SOLANA',
        text: parts({ signatures: slots(0, 1) }),
        key: payer,
      },
    },
  ),
  named(
    'a signed Solana transaction',
    ({ text, signer = payer }: { text: string; signer?: typeof payer }) =>
      verifyTransaction('TRANSACTION_TYPE_SOLANA', parts({}), text, signer),
    {
      'by a stranger': { text: asked, signer: solanaKey(9) },
      'of another transfer': { text: signedBy(parts({ blockhash: new Uint8Array(32) })) },
      'with another signature of another': {
        text: signedBy(asked).replace(/^(..)(.{128})(.{128})/, `$1$2${'01'.repeat(64)}`),
      },
      'without a signature': { text: asked },
      'with a wrong signature': { text: parts({ signatures: slots(1, 0) }) },
    },
  ),
  named(
    'a payment on Solana',
    (change: Partial<UnsignedSolanaPayment>) => unsignedSolanaPayment({ ...SOLANA, ...change }),
    {
      'to the payer': { to: PAYER },
      'of nothing': { units: '0' },
      'of too much': { units: TOO_LONG },
      'to no address': { to: 'abc' },
      'with a long memo': { memo: 'a'.repeat(600) },
    },
  ),
  named('a blockhash', ({ text, hash }: { text: string; hash: string }) => withBlockhash(text, hash), {
    'that is short': { text: asked, hash: '2' },
    'of a signed transaction': { text: signedBy(asked), hash: PAYER },
  }),
  named('the text of a Solana transaction', solanaHex, { 'that is neither': 'not hex' }),
  named(
    'a Solana transaction of version 1',
    (config: { mask: number; values: string }) => parseSolana(solanaText({ ...version1, config })),
    {
      'with an unknown limit': { mask: 0b100000, values: '' },
      'with half of a limit': { mask: 0b1, values: '' },
      'with an odd heap': { mask: 0b10000, values: '01000000' },
    },
  ),
  named(
    'a transaction that a Squads proposal carries',
    (bytes: string) => readInnerMessage(hexDecode(bytes), new Uint8Array()),
    {
      'with more signers than accounts': '0200000000' + '00',
    },
  ),
  named('a payment on Ethereum', pay, {
    'of nothing': { units: '0' },
    'with a large nonce': { nonce: TOO_LONG },
    'with a high priority fee': { maxPriorityFeePerGas: '101' },
    'to a misspelled address': { to: MISSPELLED },
  }),
  named(
    'a replacement on Ethereum',
    ({ text = pay(), most = '110', tip = '11' }: { text?: string; most?: string; tip?: string }) =>
      replacementEthereum(text, FROM, 'raise', fees(most, tip)),
    {
      'with a low fee': { most: '109' },
      'with a low priority fee': { tip: '10' },
      'of an older type': { text: LEGACY },
    },
  ),
  named('the account of a replacement', (from: string) => ethereumReplacementFees(pay(), from), {
    'that is none': 'abc',
  }),
  named(
    'a signed transaction of Ethereum’s kind',
    ({ text, chain = 'eip155:1' }: { text: string; chain?: string }) => describeSignedEthereum(text, chain).title,
    {
      'for another chain': { text: signTransaction('TRANSACTION_TYPE_ETHEREUM', pay(), KEY), chain: 'eip155:10' },
      'by nobody (x = 5 is on no point)': {
        text: `02${hexEncode(rlpEncode([...items(pay()), NONE, number(5), word(1)]))}`,
      },
    },
  ),
  named(
    'a returned transaction of Ethereum’s kind',
    ({ type, unsigned, signed }: { type: TransactionType; unsigned: string; signed: string }) =>
      verifyTransaction(type, unsigned, signed, KEY),
    {
      'by another account': {
        type: 'TRANSACTION_TYPE_ETHEREUM',
        unsigned: pay(),
        signed: signTransaction('TRANSACTION_TYPE_ETHEREUM', pay(), { ...KEY, privateKey: new Uint8Array(32).fill(5) }),
      },
      'of another type': { type: TYPE, unsigned: tempo({}), signed: signTransaction(TYPE, pay(), KEY) },
      'without a signature': { type: TYPE, unsigned: tempo({}), signed: tempo({}) },
      'with a short signature': { type: TYPE, unsigned: tempo({}), signed: resigned(new Uint8Array(64)) },
    },
  ),
  named(
    'a payment on Tempo',
    (change: Partial<UnsignedTempoPayment>) => unsignedTempoPayment({ ...TEMPO, ...change }),
    {
      'to a token': { to: PATH_USD },
      'of too much': { units: TOO_LONG },
      'of nothing': { units: '0' },
      'with a large nonce': { nonce: TOO_LONG },
      'with a high priority fee': { maxPriorityFeePerGas: '30000000001' },
      'with a long memo': { memo: 'a'.repeat(33) },
      'of a contract that is no token': { token: TO },
      'to a misspelled address': { to: MISSPELLED },
    },
  ),
  named('a final transaction of Tempo', readFinalTempo, {
    'with another key of nonces': signedTempo(tempo({ nonceKey: number(5) })),
    'before its fee payer': signedTempo(tempo({ feePayerSignature: Uint8Array.of(0) })),
  }),
  named(
    'a signed Tron transaction',
    (text: string) => verifyTransaction('TRANSACTION_TYPE_TRON', rawTron, text, tron),
    {
      'of another payment': signTransaction('TRANSACTION_TYPE_TRON', rawText({ ...TRANSFER, raw: [[18, 5]] }), tron),
      'by another account': signTransaction('TRANSACTION_TYPE_TRON', rawTron, tronKey(2)),
      'with a short signature': signedTron(rawTron, '01'),
      'with an unknown parity': signedTron(rawTron, `${'01'.repeat(64)}05`),
    },
  ),
  named(
    'a payment on Tron',
    (change: Partial<ComposedTronPayment>) => unsignedTronPayment({ ...TRON_PAYMENT, ...change }),
    {
      'to the payer': { to: TRON },
      'of nothing': { units: '0' },
      'with a high fee limit': { feeLimit: '1000000001' },
      'with a fee limit for the coin': { feeLimit: '1' },
      'with a long memo': { memo: 'a'.repeat(600) },
      'with a block of another number': { block: { ...TRON_PAYMENT.block, number: 17 } },
      'to no address': { to: 'abc' },
      'of too much': { units: String(2n ** 64n) },
      'of too much of a token': { units: TOO_LONG, token: TRON_TO, feeLimit: '1' },
    },
  ),
];

function items(text: string): readonly RlpItem[] {
  return rlpDecode(hexDecode(text).subarray(1)) as readonly RlpItem[];
}
function word(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}
