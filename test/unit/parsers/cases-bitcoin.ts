import { scriptOf } from '../../../electron/crypto/addresses/bitcoin.ts';
import { hash160 } from '../../../electron/crypto/addresses/encodings.ts';
import { addressOf } from '../../../electron/crypto/index.ts';
import { finalBitcoin, readSendingBitcoin } from '../../../electron/crypto/transactions/bitcoin/final.ts';
import { findOwnInputs } from '../../../electron/crypto/transactions/bitcoin/inputs.ts';
import { unsignedBitcoinPayment } from '../../../electron/crypto/transactions/bitcoin/payment.ts';
import { bitcoinAddressFacts } from '../../../electron/crypto/transactions/bitcoin/previous.ts';
import { readPsbt } from '../../../electron/crypto/transactions/bitcoin/psbt.ts';
import {
  type NextBitcoin,
  type ReplacedBitcoin,
  replacementBitcoin,
  requireReplacement,
} from '../../../electron/crypto/transactions/bitcoin/replacement.ts';
import { keyScripts } from '../../../electron/crypto/transactions/bitcoin/scripts.ts';
import { sighashDigests } from '../../../electron/crypto/transactions/bitcoin/sighash.ts';
import type { ComposedBitcoinPayment } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import {
  type Draft,
  doubleHash,
  draftOf,
  inputOf,
  KINDS,
  key,
  outputBytes,
  PARTIAL,
  previousTransaction,
  provenInput,
  publicKey,
  sign,
  stranger,
  unsignedTransaction,
  verify,
  writeDraft,
  writeDraft2,
} from '../crypto/transactions/bitcoin/drafts.ts';
import { named } from './cases.ts';

const OTHERS = `0014${'11'.repeat(20)}`;
const OWN = keyScripts(publicKey).own('P2WPKH');
const [FROM, TO] = [publicKey, stranger.publicKey].map((each) =>
  addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', each),
) as [string, string];
const TESTNET = addressOf('ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', publicKey);

const NESTED = hexEncode(scriptOf({ kind: 'P2SH', program: hash160(hexDecode(OWN)) }));

/** A PSBT of one input of the account. */
const changed = (change: (draft: Draft) => void, write = writeDraft): string => {
  const draft = draftOf(['P2WPKH'], publicKey);
  change(draft);
  return write(draft);
};
const only = (draft: Draft) => draft.inputs[0] as Draft['inputs'][number];
const proven = (change: (draft: Draft) => void = () => undefined) =>
  changed((draft) => {
    draft.inputs = [provenInput('P2WPKH', publicKey, 1)];
    change(draft);
  });

/** The output of a transaction that pays the account. */
const spendable = (amount: bigint, salt: number, script = OWN, carried = '') => {
  const short = previousTransaction(script, amount, salt);
  const previous = carried === '' ? short : short.replace(outputBytes(5n, '6a'), outputBytes(5n, `6a${carried}`));
  const txid = hexEncode(hexDecode(doubleHash(previous)).reverse());
  return { txid, index: 1, units: String(amount), previous };
};
const [COIN, SECOND] = [spendable(100_000n, 1), spendable(50_000n, 2)];
const PAYMENT: ComposedBitcoinPayment = {
  family: 'bitcoin',
  chain: 'bip122:000000000019d6689c085ae165831e93',
  from: FROM,
  to: TO,
  units: '60000',
  token: null,
  feeRate: '1000',
  feeAtMost: '1000',
  inputs: [COIN],
};
const pay = (change: Partial<ComposedBitcoinPayment>) => unsignedBitcoinPayment({ ...PAYMENT, ...change });

const asked = writeDraft(draftOf(KINDS, publicKey));
/** The signed PSBT of every kind of input, changed. */
const returned = (change: (draft: Draft) => void) => {
  const draft = draftOf(KINDS, publicKey);
  const { inputs } = readPsbt(sign(asked));
  draft.inputs.forEach((input, index) => {
    for (const [entry, { value }] of inputs[index]?.entries ?? []) input.fields.set(entry, hexEncode(value));
  });
  change(draft);
  return writeDraft(draft);
};

const BEFORE: ReplacedBitcoin = {
  spends: ['aa:1'],
  outputs: [
    { units: 60_000n, script: OTHERS },
    { units: 39_000n, script: OWN },
  ],
  virtualBytes: 140n,
};
const NEXT: NextBitcoin = {
  inputs: [{ outpoint: 'aa:1', satoshi: 100_000n, script: OWN }],
  outputs: BEFORE.outputs,
  feeSatoshi: 1000n,
  virtualBytes: 140n,
};

const old = proven((draft) => {
  draft.outputs = [
    { amount: 60_000n, script: OTHERS, fields: new Map() },
    { amount: 39_000n, script: OWN, fields: new Map() },
  ];
});
const withoutChange = proven((draft) => {
  draft.outputs = [{ amount: 99_000n, script: OTHERS, fields: new Map() }];
});

export const BITCOINS = [
  named('the unsigned transaction of a PSBT', readPsbt, {
    'with a short version': changed(({ global }) => void global.set('fb', '02')),
    'of version 1': changed(({ global }) => void global.set('fb', '01000000')),
    'of version 2 with a wrong count': changed(({ global }) => void global.set('04', 'fd0001'), writeDraft2),
    'with a signature in it': changed((draft) => {
      const plain = unsignedTransaction(draft);
      const at = 2 * (4 + 1 + 36);
      draft.global.set('00', `${plain.slice(0, at)}0151${plain.slice(at + 2)}`);
    }),
    'with a height as its time': changed((draft) => void only(draft).fields.set('11', '01000000'), writeDraft2),
    'with a height and a time': changed((draft) => {
      draft.inputs.push(inputOf('P2WPKH', publicKey, 1));
      draft.inputs[0]?.fields.set('11', '0065cd1d');
      draft.inputs[1]?.fields.set('12', '01000000');
    }, writeDraft2),
    'that is too long': changed(({ outputs }) => {
      const script = `6a4d${'00'.repeat(9000)}`;
      outputs.push(...Array.from({ length: 12 }, () => ({ amount: 0n, script, fields: new Map() })));
    }),
  }),
  named(
    'the inputs of an account',
    ({ text, signer }: { text: string; signer: typeof key }) => findOwnInputs(readPsbt(text), signer).length,
    {
      'that has none of them': { text: proven(), signer: stranger },
      'without an address of Bitcoin': {
        text: proven(),
        signer: { ...key, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] },
      },
      'that are nested': {
        text: changed((draft) => void only(draft).fields.set('01', outputBytes(100_000n, NESTED))),
        signer: key,
      },
      'with scripts of Taproot': {
        text: changed((draft) => {
          only(draft).fields.set('01', outputBytes(100_000n, `5120${'22'.repeat(32)}`));
          only(draft).fields.set('17', publicKey.slice(2));
        }),
        signer: key,
      },
    },
  ),
  named('a PSBT that is to be sent', readSendingBitcoin, {
    'without the previous transaction': changed(() => undefined),
    'that pays more than it has': proven(({ outputs }) => {
      if (outputs[0] !== undefined) outputs[0].amount = 200_000n;
    }),
    'with a low fee': proven((draft) => {
      draft.outputs = [{ amount: 99_999n, script: OTHERS, fields: new Map() }];
    }),
  }),
  named(
    'the final transaction',
    ({ text, signed }: { text: string; signed: string }) => finalBitcoin(text, signed, key),
    {
      'with inputs of another': {
        text: changed((draft) => void draft.inputs.push(inputOf('P2WPKH', stranger.publicKey, 3))),
        signed: '',
      },
    },
  ),
  named(
    'the digest of an input',
    (index: number) => {
      const { transaction } = readPsbt(proven());
      return sighashDigests(transaction, [null]).taproot(index);
    },
    { 'without the spent output': 0 },
  ),
  named('a payment on Bitcoin', pay, {
    'of nothing': { units: '0' },
    'of dust': { units: '100' },
    'with an output twice': { units: '150000', inputs: [COIN, COIN] },
    'with a higher fee than reviewed': { feeAtMost: '1' },
    'with a fee above the limit': { feeRate: '100000000', feeAtMost: '20000000', inputs: [spendable(100_000_000n, 5)] },
    'that is too large': {
      units: '2900000',
      feeAtMost: '100000',
      inputs: Array.from({ length: 30 }, (_none, salt) => spendable(100_000n, salt + 10, OWN, '00'.repeat(20_000))),
    },
    'without enough': { units: '99999' },
    'with more than needed': { inputs: [COIN, SECOND] },
    'with another transaction': { inputs: [{ ...COIN, previous: SECOND.previous }] },
    'of a missing output': { inputs: [{ ...COIN, index: 7 }] },
    'of an output of another': { inputs: [spendable(100_000n, 4, OTHERS)] },
    'of another amount': { inputs: [{ ...COIN, units: '99999' }] },
    'on another network': { to: TESTNET },
  }),
  named('an address of Bitcoin', (address: string) => bitcoinAddressFacts(address, 'to'), {
    'that is none': '1BoatSLRHtKNngkdXEeobR76b53LETtpyX',
  }),
  named('a signed PSBT', (signed: string) => verify(asked, signed), {
    'with fewer inputs': returned(({ inputs }) => void inputs.pop()),
    'with fewer outputs': returned(({ outputs }) => void outputs.pop()),
    'without a field': returned(({ global }) => void global.clear()),
    'with another field': returned(({ global }) => void global.set('fc0a', 'be')),
    'with a new field': returned(({ global }) => void global.set('fc0b', 'be')),
    'without a signature': asked,
    'with another signature': returned(({ inputs: [input, other] }) => {
      input?.fields.set(PARTIAL, other?.fields.get(PARTIAL) ?? '');
    }),
  }),
  named(
    'a replacement on Bitcoin',
    (change: Partial<NextBitcoin>) => requireReplacement({ ...NEXT, ...change }, BEFORE, OWN),
    {
      'of other outputs': { inputs: [{ outpoint: 'bb:1', satoshi: 100_000n, script: OWN }] },
      'to others': { outputs: [{ units: 60_001n, script: OTHERS }] },
      'without a higher fee': {},
    },
  ),
  named(
    'a payment on Bitcoin that is replaced',
    ({ text, act, rate }: { text: string; act: 'raise' | 'cancel'; rate: bigint }) =>
      replacementBitcoin(text, FROM, act, rate),
    {
      'without change': { text: withoutChange, act: 'raise', rate: 2000n },
      'with a rate that it cannot pay': { text: old, act: 'raise', rate: 1_000_000n },
      'with a fee above the limit': {
        text: proven((draft) => {
          draft.inputs = [provenInput('P2WPKH', publicKey, 1, 100_000_000n)];
          draft.outputs = [{ amount: 99_000_000n, script: OWN, fields: new Map() }];
        }),
        act: 'raise',
        rate: 200_000_000n,
      },
      'of version 2': {
        text: changed((draft) => {
          draft.inputs = [provenInput('P2WPKH', publicKey, 1)];
        }, writeDraft2),
        act: 'raise',
        rate: 2000n,
      },
      'of another address': {
        text: proven((draft) => {
          draft.inputs = [provenInput('P2WPKH', stranger.publicKey, 1)];
        }),
        act: 'raise',
        rate: 2000n,
      },
      'that does not signal it': {
        text: proven((draft) => {
          only(draft).sequence = 0xffff_ffff;
        }),
        act: 'raise',
        rate: 2000n,
      },
      'with change twice': {
        text: proven((draft) => {
          draft.outputs = [1, 2].map((each) => ({ amount: 40_000n + BigInt(each), script: OWN, fields: new Map() }));
        }),
        act: 'raise',
        rate: 2000n,
      },
    },
  ),
];
