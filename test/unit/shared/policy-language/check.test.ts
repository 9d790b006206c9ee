import { describe, expect, test } from 'vitest';
import { checkExpression } from '../../../../shared/policy-language/index.ts';

const said = (text: string) => checkExpression('condition', text).map(({ place, message }) => `${place}: ${message}`);

describe('a condition that works', () => {
  test.each([
    "activity.type in ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION'] && wallet.id == 'w'",
    "activity.type == 'ACTIVITY_TYPE_DELETE_USERS' && activity.params.user_ids.count() == 1 && 'u' in activity.params.user_ids",
    "activity.kind == 'SPARK_SIGN_FROST' && activity.params.signatures.all(sig, sig.derivation.type == 'signing_leaf')",
    "eth.tx.to == '0x1' && eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.chain_id == '1'",
    "eth.tx.contract_call_args['calls'].all(call, call[0] == 'a' && call[1] == 0)",
    "eth.eip_712.message['permitted'][0]['token'] == '0x' && eth.eip_712.domain.name == 'Permit2'",
    "eth.eip_7702_authorization.chain_id == '1'",
    "solana.tx.transfers.count == 1 && solana.tx.transfers[0].to == 'a'",
    "solana.tx.instructions.any(i, i.parsed_instruction_data.program_call_args['in_amount'] == 995500000)",
    "solana.tx.spl_transfers.all(t, t.signers.any(s, s == 'x'))",
    "tron.tx.contract[0].type == 'TransferContract' && tron.tx.contract[0].data[0..8] == 'a9059cbb'",
    'bitcoin.tx.outputs.all(o, o.value < 200000) && bitcoin.tx.fee <= 10000',
    "tempo.tx.calls.all(call, call.to == 'a') && private_key.tags.contains('tempo-enabled')",
    "secret.static_properties['kind'] == 'creditCard'",
    "activity.params.amount_value == 'MAX' || activity.params.amount_value > 5",
    "activity.params.sponsor && activity.params.assets > 5 && activity.params.type == 'TRANSACTION_TYPE_TEMPO'",
  ])('%s', (text) => {
    expect(said(text)).toEqual([]);
  });
});

test.each([
  ['eth.tx.to == "0x1"', "line 1, column 14: Text is in single quotes here, not in \"; write '0x1'."],
  ["eth.tx.to == '0x1' AND true", 'line 1, column 20: Write && for AND.'],
  ["eth.tx.to = '0x1'", 'line 1, column 11: A comparison has two equal signs; write == for =.'],
  ["eth.tx.value > 1 &&\n  eth.tx.value > 'a'", "line 2, column 18: > compares numbers, and 'a' is text."],
  ["activity.params.assets <= '5'", "line 1, column 27: <= compares numbers, and '5' is text; write 5."],
  [
    "activity.params.type in ['TRANSACTION_TYPE_SOLANA', 'TRANSACTION_TYPE_ETH']",
    "line 1, column 53: 'TRANSACTION_TYPE_ETH' is no value that is compared here; write one of 'TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_TRON', 'TRANSACTION_TYPE_TEMPO'.",
  ],
  [
    "activity.params.sponsor == 'true'",
    'line 1, column 1: True or false is compared with text; write true or false without quotes.',
  ],
  [
    'activity.params.chain == 1',
    'line 1, column 1: Text is compared with a number; write a number without quotes, and text with quotes.',
  ],
  ["activity.action == 'sign'", "line 1, column 20: 'sign' is no value that is compared here; write 'SIGN'."],
  ['eth.tx.to', 'line 1, column 1: The condition is text; write a comparison that is true or false.'],
  [
    'eth.tx.to == 0x1',
    "line 1, column 14: Hexadecimal digits are not in quotes; write an address as text, such as '0x…', and a number in decimal digits.",
  ],
  [
    'eth.tx.value > 1.5',
    'line 1, column 16: A number has decimal digits only; write an amount in the smallest unit, such as 1000000000000000000.',
  ],
  ["eth.tx.to == '0x1", "line 1, column 14: The text after this quote is not ended; write a second ' behind it."],
  [
    "wallet.label == 'it''s'",
    "line 1, column 21: A text cannot hold a ' itself, and two of them do not stand for one; compare an id, or the parts before and behind it, as in [0..2] == ….",
  ],
  [
    'solana.tx.transfers.any(t)',
    'line 1, column 26: Write any(item, item == …), with a name for an item and a test of it.',
  ],
  ['[1, 2][2] == 1', 'line 1, column 1: Item [2] does not exist, because 2 are written; write a smaller number.'],
  ["'abc'[0..4] == 'abc'", 'line 1, column 1: The part ends at 4, and 3 are written; write a smaller number.'],
  ["eth.tx.to in ['0x1', 5]", 'line 1, column 14: The list has values of different types; write values of one type.'],
  [
    "eth.tx.value in [5, '5', 'x']",
    'line 1, column 17: The list has values of different types; write values of one type.',
  ],
  ['[1, true].contains(1)', 'line 1, column 1: The list has values of different types; write values of one type.'],
])('%s is refused', (text, message) => {
  expect(said(text)).toEqual([message]);
});

/** Work that grows with the square of a text, or faster, exceeds the limit of the test. */
test.each(['(', ' ', 'a ', '( ', '(a', '((a) ', "'", "\\'", 'a.', '[', '!', '1 ', '==', 'a.any(i, ', 'eth.tx.to == '])(
  'the longest expression of “%s” is checked in time',
  (part) => {
    for (const end of [':', "'", 'b:', '=', '-', '@'])
      expect(said(`any(${part.repeat(10_000).slice(0, 9_990)}${end}`)).not.toEqual([]);
  },
);

test.each(["eth.tx.chain_id in [1, '10']", "'abc'[0..3] == 'abc'", '[1, 2][1] == 2', "['a', 'b'].contains('a')"])(
  '%s is accepted',
  (text) => {
    expect(said(text)).toEqual([]);
  },
);

test.each([
  [
    'a number with 100 digits',
    `eth.tx.value > ${'9'.repeat(100)}`,
    'line 1, column 16: The number has more than 78 digits; write a number below 2^256.',
  ],
  [
    '4,001 parts',
    Array.from({ length: 4001 }, () => 'true').join(' && '),
    'line 1, column 1: The expression has more than 4000 parts; make several policies of it.',
  ],
  [
    '65 brackets',
    `${'('.repeat(65)}true${')'.repeat(65)}`,
    'line 1, column 65: The expression is nested more than 64 deep; take brackets away.',
  ],
])('%s are refused', (_what, text, message) => {
  expect(said(text)).toEqual([message]);
});

test.each(['eth.tx.colour == 1', "eth.tx.value == 'a'", "wallet == 'a'", '1 && true'])('%s is refused', (text) => {
  expect(said(text)).toHaveLength(1);
});

test('a check continues after an unknown name, and marks the text of each fault', () => {
  const text = "walet.label == 'a' &&\n eth.tx.too == 1 && activty.action == 'SIGN'";
  const marked = checkExpression('condition', text).map(({ place, start, end, message }) => [
    ...[place, text.slice(start, end), message],
  ]);
  expect(marked).toEqual([
    ['line 1, column 1', 'walet', 'The name "walet" is not known here; write wallet.'],
    ['line 2, column 2', 'eth.tx.too', 'eth.tx.too does not exist; write to.'],
    ['line 2, column 21', 'activty', 'The name "activty" is not known here; write activity.'],
  ]);
});

test('a fault of syntax behind an unknown name is reported too', () => {
  expect(checkExpression('condition', "walet.label == 'a' && (true")).toMatchObject([
    { start: 0 },
    { start: 27, end: 27 },
  ]);
  expect(checkExpression('condition', 'startsWith(eth.tx.to) && walet.imported')).toHaveLength(1);
});
