import { expect, test } from 'vitest';
import { readPsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { keyScripts } from '../../../../../electron/crypto/transactions/bitcoin/scripts.ts';
import { readSignedMessage } from '../../../../../electron/crypto/transactions/bitcoin/signed-message.ts';
import { describeTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { utf8Encode } from '../../../../../shared/wire/index.ts';
import { type Draft, doubleHash, first, inputOf, messageDraft, publicKey, TYPE, writeDraft } from './drafts.ts';

const SCRIPT = keyScripts(publicKey).own('P2WPKH');
const draft = () => messageDraft(utf8Encode('hello'), SCRIPT);
const read = (changed: Draft) => readSignedMessage(readPsbt(writeDraft(changed)));

/** The draft with another to_spend, whose id its first input spends. */
function spending(from: string, to: string): Draft {
  const changed = draft();
  const input = first(changed.inputs);
  const before = input.fields.get('00') ?? '';
  expect(before.split(from)).toHaveLength(2);
  const toSpend = before.replace(from, to);
  input.fields.set('00', toSpend);
  input.transactionHash = doubleHash(toSpend);
  return changed;
}

test('a message is signed for the script of to_spend, with further inputs too', () => {
  expect(read(draft())).toMatchObject({ isTrue: true });
  const funds = draft();
  funds.inputs.push(inputOf('P2WPKH', publicKey, 3));
  expect(read({ ...funds, version: 2 })).toMatchObject({ isTrue: true });
});

const SPEND_INPUT = `01${'00'.repeat(32)}ffffffff22`;
test.each<[string, string, string]>([
  ['another version', `00000000${SPEND_INPUT}`, `02000000${SPEND_INPUT}`],
  ['an output of a transaction that can be', SPEND_INPUT, `01${'ab'.repeat(32)}ffffffff22`],
  ['another index', SPEND_INPUT, `01${'00'.repeat(32)}0000000022`],
  ['another push', 'ffffffff220020', 'ffffffff220120'],
  ['a longer script', 'ffffffff220020', 'ffffffff23510020'],
  ['another sequence', `0000000001${'00'.repeat(8)}16`, `0100000001${'00'.repeat(8)}16`],
  ['a lock time', `${SCRIPT}00000000`, `${SCRIPT}01000000`],
  ['two outputs', `01${'00'.repeat(8)}16${SCRIPT}`, `02${'00'.repeat(8)}16${SCRIPT}${'00'.repeat(8)}0151`],
])('what spends a transaction with %s is no message', (_name, from, to) => {
  expect(read(spending(from, to))).toBeNull();
});

test.each<[string, (changed: Draft) => void]>([
  ['version 1', (changed) => Object.assign(changed, { version: 1 })],
  ['an output that holds something', ({ outputs }) => Object.assign(first(outputs), { amount: 1n })],
  ['an output with data', ({ outputs }) => Object.assign(first(outputs), { script: '6a0101' })],
  ['a payment', ({ outputs }) => outputs.push({ amount: 0n, script: SCRIPT, fields: new Map() })],
  ['to_spend not in it', ({ inputs }) => first(inputs).fields.delete('00')],
])('a transaction with %s is no message', (_name, change) => {
  const changed = draft();
  change(changed);
  expect(read(changed)).toBeNull();
  expect(describeTransaction(TYPE, writeDraft(changed)).title).toBe('Bitcoin transaction (PSBT)');
});

test('an unreadable message is blind, with or without its hash', () => {
  const markOf = (changed: Draft) =>
    describeTransaction(TYPE, writeDraft(changed)).findings.find(({ mark }) => mark !== undefined)?.mark;
  expect(markOf(draft())).toBeUndefined();
  const hashed = draft();
  hashed.global.clear();
  expect(markOf(hashed)).toBe(read(hashed)?.hash.slice(-6));
  const hidden = draft();
  first(hidden.inputs).fields.delete('00');
  expect(markOf(hidden)).toMatch(/^[0-9a-f]{6}$/);
  expect(markOf({ ...draft(), version: 1 })).toMatch(/^[0-9a-f]{6}$/);
});
