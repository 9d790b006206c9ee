import { HDKey } from '@scure/bip32';
import { keyScript, networkAddress, type ScriptKind } from '../../electron/crypto/addresses/bitcoin.ts';
import { uint32 } from '../../electron/crypto/transactions/bitcoin/numbers.ts';
import { keyScripts } from '../../electron/crypto/transactions/bitcoin/scripts.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  first,
  inputOf,
  messageDraft,
  outputBytes,
  previousTransaction,
  provenInput,
  publicKey,
  stranger,
  TYPE,
  writeDraft,
  writeDraft2,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { corpus, transaction } from './corpus.ts';

const addressOf = (kind: ScriptKind, key = publicKey, network: 'MAINNET' | 'TESTNET' = 'MAINNET') =>
  networkAddress(keyScript(kind, key), network);
const scriptOf = (kind: ScriptKind, key: string) => keyScripts(key).own(kind);
const text = (value: string) => hexEncode(utf8Encode(value));
const output = (amount: bigint, script: string) => ({ amount, script, fields: new Map<string, string>() });
const BOB = scriptOf('P2WPKH', stranger.publicKey);

/** One input of 100,000 satoshi, 60,000 for Bob and 39,000 back, changed before it is written. */
function spend(change: (draft: Draft) => void = () => {}, kind: ScriptKind = 'P2WPKH') {
  const draft = draftOf([kind], publicKey);
  draft.lockTime = 0;
  draft.global.clear();
  draft.outputs = [output(60_000n, BOB), output(39_000n, scriptOf(kind, publicKey))];
  change(draft);
  return transaction(TYPE, writeDraft(draft), addressOf(kind));
}
const paid = (): Draft => ({ ...draftOf(['P2WPKH'], publicKey), lockTime: 0, global: new Map() });
const version2 = (change: (draft: Draft) => void = () => {}) => {
  const draft = paid();
  change(draft);
  return transaction(TYPE, writeDraft2(draft), addressOf('P2WPKH'));
};
const message = (words: string, change: (draft: Draft) => void = () => {}, script = scriptOf('P2WPKH', publicKey)) => {
  const draft = messageDraft(utf8Encode(words), script);
  change(draft);
  return transaction(TYPE, writeDraft(draft), addressOf('P2WPKH'));
};
const sighash = (type: number, change: (draft: Draft) => void = () => {}) =>
  spend((draft) => {
    first(draft.inputs).fields.set('03', hexEncode(uint32(type)));
    change(draft);
  });
const pays = (...scripts: readonly (readonly [bigint, string])[]) =>
  spend((draft) => {
    draft.outputs = [...scripts.map(([amount, script]) => output(amount, script)), first(draft.outputs)];
  });

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const fingerprint = hexEncode(uint32(master.fingerprint).reverse());
const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => hexEncode(uint32(Number.parseInt(step, 10) + (step.endsWith("'") ? 0x8000_0000 : 0))))
    .join('');
const keyAt = (path: string) => hexEncode(master.derive(path).publicKey ?? new Uint8Array());

/** A wallet's own spend, with the origin of its keys stated. `extended` is the account's public key, if present. */
function walletSpend(
  kind: 'P2WPKH' | 'P2TR',
  account: string,
  extended: HDKey | null,
  { place = '1/9', changeKey = keyAt(`${account}/${place}`) } = {},
) {
  const own = keyAt(`${account}/0/3`);
  const isTaproot = kind === 'P2TR';
  const about = (key: string, type: { readonly key: string; readonly taproot: string }, path: string) =>
    [
      isTaproot ? `${type.taproot}${key.slice(2)}` : `${type.key}${key}`,
      `${isTaproot ? '00' : ''}${fingerprint}${steps(path)}`,
    ] as const;
  const draft = draftOf([], own);
  draft.lockTime = 0;
  draft.global.clear();
  if (extended !== null) {
    const { version, payload } = extendedParts(extended);
    draft.global.set(`01${version}${payload}`, `${fingerprint}${steps(account)}`);
  }
  const input = inputOf(kind, own, 0);
  input.fields.set(...about(own, { key: '06', taproot: '16' }, `${account}/0/3`));
  const back = output(39_000n, scriptOf(kind, changeKey));
  back.fields.set(...about(changeKey, { key: '02', taproot: '07' }, `${account}/${place}`));
  return transaction(
    TYPE,
    writeDraft({ ...draft, inputs: [input], outputs: [output(60_000n, BOB), back] }),
    addressOf(kind, own),
  );
}

/** The 78 bytes of an extended public key. */
function extendedParts({ depth, parentFingerprint, index, chainCode, publicKey: key }: HDKey) {
  const number = (value: number) => hexEncode(uint32(value).reverse());
  const head = `${hexEncode(Uint8Array.of(depth))}${number(parentFingerprint)}${number(index)}`;
  return {
    version: '0488b21e',
    payload: `${head}${hexEncode(chainCode ?? new Uint8Array())}${hexEncode(key ?? new Uint8Array())}`,
  };
}

const SEGWIT = "m/84'/0'/0'";
const TAPROOT = "m/86'/0'/0'";
const thief = HDKey.fromMasterSeed(new Uint8Array(32).fill(66));

corpus('bitcoin', {
  'to one address, the rest comes back': spend(),
  'all of it to one address': spend((draft) => {
    draft.outputs = [output(99_500n, BOB)];
  }),
  'to two addresses': pays(
    [10_000n, scriptOf('P2PKH', stranger.publicKey)],
    [5_000n, scriptOf('P2SH', stranger.publicKey)],
  ),
  'all of it back to oneself': spend((draft) => {
    draft.outputs = [output(99_000n, scriptOf('P2WPKH', publicKey))];
  }),
  'from an address before SegWit, whose amount is proven': spend(undefined, 'P2PKH'),
  'from a script hash': spend(undefined, 'P2SH'),
  'from a SegWit script': spend(undefined, 'P2WSH'),
  'from Taproot': spend(undefined, 'P2TR'),
  'change that the wallet’s extended key proves': walletSpend('P2WPKH', SEGWIT, master.derive(SEGWIT)),
  'Taproot change that the wallet’s extended key proves': walletSpend('P2TR', TAPROOT, master.derive(TAPROOT)),
  'change to the last index of the account': walletSpend('P2WPKH', SEGWIT, master.derive(SEGWIT), {
    place: '1/2147483647',
  }),
  'change to another chain of the account': walletSpend('P2WPKH', SEGWIT, master.derive(SEGWIT), { place: '7/9' }),
  'change below another key of the account': walletSpend('P2TR', TAPROOT, master.derive(TAPROOT), {
    place: '5/1/9',
  }),
  'change to a receiving address of the account': walletSpend('P2WPKH', SEGWIT, master.derive(SEGWIT), {
    place: '0/49999',
  }),
  'change that the PSBT only claims': walletSpend('P2WPKH', SEGWIT, null),
  'a thief’s key with the wallet’s fingerprint': walletSpend('P2WPKH', SEGWIT, master.derive(SEGWIT), {
    changeKey: hexEncode(thief.derive(`${SEGWIT}/1/9`).publicKey ?? new Uint8Array()),
  }),
  'a thief’s key and a thief’s extended key': walletSpend('P2WPKH', SEGWIT, thief.derive(SEGWIT), {
    changeKey: hexEncode(thief.derive(`${SEGWIT}/1/9`).publicKey ?? new Uint8Array()),
  }),
  'signed so that outputs stay open: NONE': sighash(2),
  'signed so that outputs stay open: SINGLE': sighash(3),
  'signed for an output that is not there: SINGLE': sighash(3, (draft) => {
    draft.inputs.unshift(inputOf('P2WPKH', publicKey, 5), inputOf('P2WPKH', publicKey, 6));
    for (const input of draft.inputs) input.fields.set('03', '03000000');
  }),
  'signed so that inputs can be added: ALL | ANYONECANPAY': sighash(0x81),
  'signed with a type that nobody knows': sighash(0x1f),
  'a signature that is there leaves outputs open': spend((draft) => {
    const other = inputOf('P2WPKH', stranger.publicKey, 9);
    other.fields.set(`02${stranger.publicKey}`, `30${'00'.repeat(69)}82`);
    draft.inputs.push(other);
  }),
  'an input that does not say what it holds': spend((draft) => first(draft.inputs).fields.clear()),
  'a fee of most of it': spend((draft) => {
    draft.outputs = [output(1_000n, BOB)];
  }),
  'a fee too low to be relayed': spend((draft) => {
    draft.outputs = [output(99_990n, BOB)];
  }),
  'to twelve outputs': pays(...Array.from({ length: 12 }, (_, index) => [1_000n + BigInt(index), BOB] as const)),
  'a text for everybody to read': pays([0n, `6a0b${text('hello world')}`]),
  'a text that has coins swapped': pays([0n, `6a0e${text('=:ETH.ETH:0x66')}`]),
  'bytes that programs read': pays([0n, `6a0e${text('CNTRPRTY')}000000000005`]),
  'coins destroyed by data': pays([7_000n, '6a04deadbeef']),
  'outputs that nobody can spend': pays([1_000n, `5120${'ff'.repeat(32)}`], [2_000n, '0003abcdef']),
  'outputs that anybody can spend': pays([1_000n, '51'], [2_000n, `5220${'11'.repeat(32)}`], [240n, '51024e73']),
  'an output of a reserved operation': pays([1_000n, '50']),
  'outputs to bare keys': pays(
    [1_000n, `21${stranger.publicKey}ac`],
    [2_000n, `5121${stranger.publicKey}21${publicKey}52ae`],
  ),
  'outputs to bare keys that are no points of the curve': pays(
    [1_000n, `2102${'ff'.repeat(32)}ac`],
    [2_000n, `41${`04${'11'.repeat(64)}`}ac`],
    [3_000n, `5221${stranger.publicKey}2102${'ff'.repeat(32)}52ae`],
    [4_000n, `5121${stranger.publicKey}2102${'ff'.repeat(32)}52ae`],
  ),
  'a Taproot output of zeros': pays([1_000n, `5120${'00'.repeat(32)}`]),
  'an own input beside one that does not say what it holds': spend((draft) => {
    draft.inputs.push({ ...inputOf('P2WPKH', publicKey, 3), fields: new Map() });
  }),
  'an empty message (BIP-322)': message(''),
  'a script that nobody knows, and an amount like dust': pays([1_000n, '76a988'], [200n, BOB]),
  'locked until a time, and replaceable': spend((draft) => {
    draft.lockTime = 1_900_000_000;
  }),
  'a lock without effect, final at once': spend((draft) => {
    draft.lockTime = 900_000;
    first(draft.inputs).sequence = 0xffffffff;
  }),
  'together with somebody else': spend((draft) => {
    draft.inputs.push(inputOf('P2WPKH', stranger.publicKey, 3, 50_000n));
    draft.outputs.push(output(49_000n, BOB));
  }),
  'nothing of the address it is signed with': transaction(
    TYPE,
    writeDraft(draftOf(['P2WPKH'], stranger.publicKey)),
    addressOf('P2WPKH'),
  ),
  'signed by an id that is no address': transaction(TYPE, writeDraft(draftOf(['P2WPKH', 'P2PKH'], publicKey))),
  'two inputs of one’s own, both amounts proven': spend((draft) => {
    draft.inputs = [provenInput('P2WPKH', publicKey, 0, 60_000n), provenInput('P2WPKH', publicKey, 1, 40_000n)];
  }),
  'two inputs of one’s own, one amount stated too small': spend((draft) => {
    draft.inputs = [inputOf('P2WPKH', publicKey, 0, 60_000n), inputOf('P2WPKH', publicKey, 1, 40_000n)];
  }),
  'one amount proven and one stated': spend((draft) => {
    draft.inputs = [provenInput('P2WPKH', publicKey, 0, 60_000n), inputOf('P2WPKH', publicKey, 1, 40_000n)];
  }),
  'Taproot of one’s own beside what is called Taproot of somebody else': spend((draft) => {
    draft.inputs.push(inputOf('P2TR', stranger.publicKey, 3, 50_000n));
  }, 'P2TR'),
  'SegWit of one’s own beside what is called Taproot of somebody else': spend((draft) => {
    draft.inputs.push(inputOf('P2TR', stranger.publicKey, 3, 50_000n));
  }),
  'SegWit with the previous transaction alone': spend((draft) => {
    const input = provenInput('P2WPKH', publicKey, 0);
    input.fields.delete('01');
    draft.inputs = [input];
  }),
  'SINGLE | ANYONECANPAY, with an output above its input': sighash(0x83, (draft) => {
    draft.outputs = [output(150_000n, BOB)];
  }),
  'signed already, and finalised': spend((draft) => {
    first(draft.inputs)
      .fields.set(`02${publicKey}`, `30${'00'.repeat(69)}01`)
      .set('08', '0100');
  }),
  'in the spelling of the testnet': transaction(
    TYPE,
    writeDraft(draftOf(['P2WPKH'], publicKey)),
    addressOf('P2WPKH', publicKey, 'TESTNET'),
  ),
  'entries that nobody knows': spend((draft) => {
    draft.global.set('fc0a', 'beef');
    first(draft.outputs).fields.set('0abc', '01').set('0abd', '02');
  }),
  'an amount that its previous transaction contradicts': spend((draft) => {
    const input = first(draft.inputs);
    input.fields.set('01', outputBytes(200_000n, scriptOf('P2PKH', publicKey)));
  }, 'P2PKH'),
  'a previous transaction that is another': spend((draft) => {
    first(draft.inputs).fields.set('00', previousTransaction(BOB, 5n, 77));
  }),
  'the same output spent twice': spend((draft) => {
    draft.inputs.push(first(draft.inputs));
  }),
  'more paid than there is': spend((draft) => {
    draft.outputs = [output(100_001n, BOB)];
  }),
  'a PSBT of version 2': version2(),
  'a PSBT of version 2 that others may change, with lock times of its inputs': version2((draft) => {
    draft.global.set('06', '03');
    first(draft.inputs).fields.set('11', '00105e5f').set('12', '40420f00');
  }),
  'a PSBT in base64': transaction(TYPE, Buffer.from(writeDraft(paid()), 'hex').toString('base64'), addressOf('P2WPKH')),
  'a message (BIP-322)': message('I agree to the terms of example.com'),
  'a message of which only the hash is there': message('hidden', ({ global }) => void global.delete('09')),
  'another message than the one whose hash is signed': message('drain', ({ global }) => {
    global.set('09', text('harmless'));
  }),
  'a message without to_spend': message('hidden', ({ inputs }) => void first(inputs).fields.delete('00')),
  'a message that proves funds': message('reserves', ({ inputs }) => {
    inputs.push(inputOf('P2WPKH', publicKey, 7), inputOf('P2WPKH', publicKey, 8));
  }),
  'a message for another address': message('login', undefined, scriptOf('P2WPKH', stranger.publicKey)),
  'a message that pays as well': message('login', ({ outputs }) => {
    outputs.push(output(0n, BOB));
  }),
  'a PSBT of version 1': spend((draft) => draft.global.set('fb', '01000000')),
});
