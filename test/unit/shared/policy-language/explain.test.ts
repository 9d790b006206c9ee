import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  advisePolicy,
  explainPolicy,
  keywordsOf,
  type PolicyText,
  parsePolicy,
} from '../../../../shared/policy-language/index.ts';
import { fuzzRuns } from '../../../fuzz/seed.ts';

const TAG = '5b0c9e1e-7c1f-4f0e-9a45-2f6c1d9a7710';
const ADA = 'adadadad-7c1f-4f0e-9a45-2f6c1d9a7710';
const names = new Map([
  [TAG, 'Treasury'],
  [ADA, 'Ada'],
]);
const TO = `0x${'11'.repeat(20)}`;
const allow = (condition: string, more: Partial<PolicyText> = {}): PolicyText => ({
  effect: 'EFFECT_ALLOW',
  condition,
  consensus: '',
  time: '',
  ...more,
});
const headline = (policy: PolicyText) => explainPolicy(policy, names).headline;

test.each([
  ['', '', 'Anyone can do anything that policies decide.'],
  [
    `eth.tx.chain_id == 1 && eth.tx.to == '${TO}' && eth.tx.value <= 2000000000000000000`,
    `approvers.filter(u, u.tags.contains('${TAG}')).count() >= 2`,
    `Two of the tag Treasury can sign Ethereum transactions to ${TO} of at most 2 ETH.`,
  ],
  [
    "activity.action == 'SIGN' && wallet.label == 'Treasury hot' && eth.tx.chain_id == 1 && eth.tx.value < 250000000000000000000",
    `approvers.any(u, u.tags.contains('${TAG}')) && approvers.count() >= 2`,
    'Two people, among them one of the tag Treasury, can sign Ethereum transactions from the wallet “Treasury hot” of less than 250 ETH.',
  ],
  ["activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'", '', 'Anyone can make the request “create wallet”.'],
  [
    "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    `approvers.any(u, u.id == '${ADA}')`,
    'Ada can create wallets.',
  ],
  [
    "solana.tx.transfers.all(t, t.amount <= 5000000000 && t.to in ['A', 'B'])",
    '',
    'Anyone can sign Solana transactions, where (for each of the SOL transfers, its amount is at most 5 SOL and its recipient is one of “A” or “B”).',
  ],
  [
    "wallet.imported == false && (controls.daily || eth.tx.data[0..10] == '0xa9059cbb')",
    'approvers.count() == 2 && approvers.any(u, u.email == credentials[0].id)',
    'Anyone can sign EVM transactions, where the wallet was not imported, (the velocity control daily holds or the part [0..10] of the call data is 0xa9059cbb), the number of approvers is 2 and (for at least one of the approvers, the approver’s email address is credentials[0].id).',
  ],
  [
    'eth.tx.value <= 1 && eth.tx.value <= 2',
    '',
    'Anyone can sign EVM transactions of at most 0.000000000000000001 of the chain’s coin, where the amount is at most 0.000000000000000002 of the chain’s coin.',
  ],
  ['((', 'approvers.count() > 1', 'Two people can do what the unreadable condition says.'],
])('%s / %s', (condition, consensus, words) => {
  expect(headline(allow(condition, { consensus }))).toBe(words);
});

test('a test of each item ends before what stands beside it', () => {
  const consensus = (text: string) => headline(allow('', { consensus: text }));
  expect(consensus(`approvers.all(u, u.tags.contains('${TAG}')) || approvers.count() > 2`)).toContain(
    'where ((for each of the approvers, the approver has the tag Treasury) or at least three people approve)',
  );
  expect(consensus(`approvers.all(u, u.tags.contains('${TAG}') || approvers.count() > 2)`)).toContain(
    'where (for each of the approvers, the approver has the tag Treasury or at least three people approve)',
  );
  expect(headline(allow('solana.tx.transfers.filter(t, t.amount > 5 || t.amount == 0).count() == 0'))).toContain(
    'SOL transfers for which (its amount is more than 0.000000005 SOL or its amount is 0 SOL) is 0',
  );
});

test('content that a request may lack does not narrow the sentence', () => {
  const either = `wallet.label == 'Cold' || eth.tx.to == '${TO}'`;
  expect(headline(allow(either))).toBe(
    `Anyone can sign EVM transactions, where (the wallet’s name is “Cold” or the recipient is ${TO}).`,
  );
  // A denial holds for the wallet alone, whatever the request is.
  expect(headline(allow(either, { effect: 'EFFECT_DENY' }))).toBe(
    `Nobody can do anything that policies decide, where (the wallet’s name is “Cold” or the recipient is ${TO}).`,
  );
  // A predicate is not tested for no wallets.
  expect(headline(allow(`wallets.all(w, eth.tx.to == '${TO}')`))).toBe(
    `Anyone can do anything that policies decide, where (for each of the wallets, the recipient is ${TO}).`,
  );
});

test('a denial and a time in words', () => {
  const consensus = `approvers.any(u, u.id == '${ADA}')`;
  expect(headline(allow("activity.resource == 'POLICY'"))).toBe('Anyone can do anything with policies.');
  expect(headline(allow("activity.resource == 'API_KEY'"))).toContain('with api keys');
  expect(headline(allow("activity.action == 'EXPORT'", { effect: 'EFFECT_DENY', consensus }))).toBe(
    'Nobody can export anything, where Ada approves.',
  );
  const time = "CronSpan('0 9 * * 1-5', '8h', 'UTC') && time.now < Timestamp('2026-01-01T00:00:00Z')";
  expect(headline(allow("activity.action == 'EXPORT'", { time }))).toBe(
    'Anyone can export anything, where the time is within 8h after the schedule “0 9 * * 1-5” (UTC) and the time is less than 2026-01-01T00:00:00Z.',
  );
});

test('each clause has its number, place, text and words, and one without words is its text', () => {
  const condition = "wallet.imported &&\n  ([wallet.label, 'b'][0] == wallets)";
  expect(explainPolicy(allow(condition)).clauses).toEqual([
    {
      part: 'condition',
      number: 1,
      place: 'line 1, column 1',
      text: 'wallet.imported',
      words: 'The wallet was imported.',
    },
    {
      part: 'condition',
      number: 2,
      place: 'line 2, column 3',
      text: "([wallet.label, 'b'][0] == wallets)",
      words: "`[wallet.label, 'b'][0]` is the wallets.",
    },
  ]);
});

const PARTS_OF_TEXT = [
  ...['activity', 'eth', 'wallet', 'wallets', 'controls', 'solana', 'private_key', 'approvers', 'credentials', 'time'],
  ...['.type', '.tx', '.to', '.value', '.id', '.tags', '.label', '.now', '.count()', '.transfers', '.amount', 'x', 'y'],
  ...["'a'", "'SIGN'", "''", "'12'", '0', '1', '999999999999999999999999', '[', ']', '[0]', '[0..1]', '(', ')', ','],
  ...[' && ', ' || ', ' == ', ' != ', ' < ', ' >= ', ' in ', '.any(x, ', '.all(y, ', '.filter(x, ', '.contains('],
  ...['true', 'false', '!', "CronSpan('0 9 * * 1-5', '8h', 'UTC')", "Timestamp('2026-01-01T00:00:00Z')", '.toString'],
];

/** Texts that parse often: a grammar of the language with values, paths and tests of any kinds. */
const { test: tests } = fc.letrec((tie) => ({
  path: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'wallet.label',
      'eth.tx.to',
      'eth.tx.value',
      'eth.tx.gas',
      'activity.action',
      'x',
      'wallets',
      'wallet.imported',
    ),
    tie('path').map((path) => `${String(path)}.id`),
    fc.tuple(tie('path'), tie('value')).map(([path, at]) => `${String(path)}[${String(at)}]`),
    tie('path').map((path) => `${String(path)}.count()`),
    fc.tuple(tie('path'), tie('test')).map(([path, one]) => `${String(path)}.filter(x, ${String(one)})`),
  ),
  value: fc.oneof(
    fc.constantFrom("'SIGN'", "'a'", "'1'", '0', '7', 'true', 'false', '[]', "['a', 'b']", '[1, 2]'),
    tie('path'),
  ),
  test: fc.oneof(
    { maxDepth: 5 },
    fc
      .tuple(tie('value'), fc.constantFrom('==', '!=', '<', '>', '<=', '>=', 'in'), tie('value'))
      .map(([left, operator, right]) => `${String(left)} ${operator} ${String(right)}`),
    fc
      .tuple(tie('test'), fc.constantFrom('&&', '||'), tie('test'))
      .map(([left, by, right]) => `(${left} ${by} ${right})`),
    fc
      .tuple(tie('path'), fc.constantFrom('any', 'all'), tie('test'))
      .map(([path, by, one]) => `${String(path)}.${by}(x, ${String(one)})`),
    fc.tuple(tie('value'), tie('value')).map(([list, one]) => `${String(list)}.contains(${String(one)})`),
  ),
}));

/** Explains and advises. Every clause of a text that parses has words, and the first of them stands in the sentence. */
function explains(condition: string, consensus: string): void {
  for (const effect of ['EFFECT_ALLOW', 'EFFECT_DENY'] as const) {
    const policy = { effect, condition, consensus, time: '' };
    const { clauses } = explainPolicy(policy, names);
    expect(clauses.every(({ words }) => words.length > 1)).toBe(true);
    expect(advisePolicy(policy).every(({ message }) => message.endsWith('.'))).toBe(true);
  }
}

test('no text makes an explanation fail', () => {
  const text = fc.array(fc.constantFrom(...PARTS_OF_TEXT), { maxLength: 24 }).map((words) => words.join(''));
  fc.assert(fc.property(text, text, explains), { numRuns: fuzzRuns(20) });
});

test('no expression of the grammar makes an explanation fail', () => {
  let parsed = 0;
  const one = tests as fc.Arbitrary<string>;
  fc.assert(
    fc.property(one, (condition) => {
      explains(condition, '');
      parsed += explainPolicy(allow(condition)).clauses.length > 0 ? 1 : 0;
    }),
    { numRuns: fuzzRuns(20) },
  );
  expect(parsed).toBeGreaterThan(0);
});

test.each<[string, string]>([
  [
    'two thousand clauses',
    Array(1999)
      .fill('wallet.imported')
      .map((one, at) => (at % 2 ? one : 'true'))
      .slice(0, 1300)
      .join('&&'),
  ],
  ['a thousand alternatives', Array(1000).fill('wallet.imported').join('||')],
  ['a path of two thousand members', `activity${'.a'.repeat(2000)} == 1`],
  ['a path of a thousand items', `wallets${'[0]'.repeat(1300)} == 1`],
  ['brackets 60 deep', `${'('.repeat(60)}true${')'.repeat(60)}`],
  ['quantifiers 30 deep', `${'wallets.any(x, '.repeat(30)}true${')'.repeat(30)}`],
  ['a thousand filters', `wallets${'.filter(x, true)'.repeat(1200)}.count() > 1`],
  ['a list of three thousand', `eth.tx.to in [${Array(3000).fill("'a'").join()}]`],
])('%s are explained and advised on', (_name, condition) => {
  expect(parsePolicy(condition, keywordsOf('condition')).text).toBe(condition);
  explains(condition, '');
});
