import { expect, test } from 'vitest';
import { explainPolicy, namesOfKinds, type PolicyText } from '../../../../shared/policy-language/index.ts';

/** Words of policies that a hostile name, text or spelling tries to make say something else. */
const ADA = 'adadadad-7c1f-4f0e-9a45-2f6c1d9a7710';
const BOB = 'b0b0b0b0-7c1f-4f0e-9a45-2f6c1d9a7710';
const CID = 'c1dc1dc1-7c1f-4f0e-9a45-2f6c1d9a7710';
const TAG = '5b0c9e1e-7c1f-4f0e-9a45-2f6c1d9a7710';
const OPS = '0b500b50-7c1f-4f0e-9a45-2f6c1d9a7710';
const PEOPLE = [
  [ADA, 'Ada'],
  [BOB, 'Bob'],
  [CID, 'Cid'],
  [TAG, 'Treasury'],
  [OPS, 'Ops'],
] as const;
const policy = (parts: Partial<PolicyText>): PolicyText => ({
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
  ...parts,
});
const headline = (parts: Partial<PolicyText>, names = new Map<string, string>(PEOPLE)) =>
  explainPolicy(policy(parts), names).headline;
const is = (id: string) => `approvers.any(u, u.id == '${id}')`;
const isOf = (...ids: string[]) => `approvers.any(u, u.id in [${ids.map((id) => `'${id}'`).join(', ')}])`;
const has = (tag: string) => `approvers.any(u, u.tags.contains('${tag}'))`;

test.each([
  [isOf(ADA, BOB), 'Ada or Bob can'],
  [`${isOf(ADA, BOB)} && ${is(CID)}`, '(Ada or Bob) and Cid (one person can count for several of these) can'],
  [`${is(ADA)} && ${is(BOB)}`, 'Ada and Bob can'],
  [`${is(ADA)} && ${has(TAG)}`, 'Ada and one of the tag Treasury (one person can count for several of these) can'],
  [
    `${has(TAG)} && ${has(OPS)} && approvers.count() >= 2`,
    'Two people, among them one of the tag Treasury and one of the tag Ops (one person can count for several of these), can',
  ],
  [`${isOf(ADA, BOB)} || ${is(CID)}`, 'where ((Ada or Bob) approves or Cid approves)'],
])('the consensus %s reads “%s”', (consensus, words) => {
  expect(headline({ consensus })).toContain(words);
});

test('a list of recipients or keys does not take a limit behind it for its last item', () => {
  const condition = "eth.tx.to in ['0x11', '0x22'] && wallet.label in ['Hot', 'Cold'] && eth.tx.value <= 5";
  expect(headline({ condition })).toContain(
    'from one of the wallets “Hot” or “Cold” to one of 0x11 or 0x22 of at most 0.000000000000000005',
  );
});

test('an amount that is written as text has its coin', () => {
  expect(headline({ condition: "eth.tx.chain_id == '1' && eth.tx.value == '2000000000000000000'" })).toBe(
    'Anyone can sign Ethereum transactions of exactly 2 ETH.',
  );
});

test('a schedule ends after its start, and does not begin before it', () => {
  expect(headline({ time: "CronSpan('0 9 * * 1-5', '8h', 'UTC')" })).toContain(
    'the time is within 8h after the schedule “0 9 * * 1-5” (UTC)',
  );
});

test.each([
  ['Nobody', '“Nobody” can'],
  ['ANYONE', '“ANYONE” can'],
  ['Two', '“Two” can'],
  ['Ada” or “Bob', '“Ada" or "Bob” can'],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `“${CID}” can`],
  [BOB, `“${CID}” can`],
  ['AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', `“${CID}” can`],
  ['O’Brien', '“O’Brien” can'],
  ['Zoë', 'Zoë can'],
])('a user named %s reads %s', (name, words) => {
  expect(headline({ consensus: is(CID) }, new Map([[CID, name]]))).toContain(words);
});

test('a text of the policy cannot end its quotes', () => {
  const text = 'Cold” or the recipient is “0x11';
  expect(headline({ condition: `wallet.label == '${text}'` })).toBe(
    'Anyone can sign or export anything from the wallet “Cold" or the recipient is "0x11”.',
  );
  expect(headline({ condition: "eth.tx.to in ['a` or `b', wallet.label]" })).toContain("`['a<U+0060> or <U+0060>b'");
});

test('an item with the name of the approvers is not the approvers', () => {
  const consensus = "[['a', 'b']].any(approvers, approvers.count() >= 2)";
  expect(headline({ consensus })).not.toContain('two people');
});

test('two limits whose identifiers differ in letter case keep their words apart', () => {
  const names = new Map([
    ['controls.day', 'Day, less than 10 ETH in 1 day'],
    ['controls.Day', 'Day, less than 900 ETH in 1 day'],
  ]);
  expect(headline({ condition: 'controls.day' }, names)).toContain('10 ETH');
  expect(headline({ condition: 'controls.Day' }, names)).toContain('900 ETH');
});

test('people of one name have their ids behind it, and things of other kinds do not', () => {
  const users = [
    { id: ADA.toUpperCase(), name: 'Ada' },
    { id: BOB, name: ' ADA' },
  ];
  const names = namesOfKinds([users, [{ id: TAG, name: 'Ada' }]]);
  expect([names.get(ADA), names.get(BOB), names.get(TAG)]).toEqual([
    `Ada (${ADA.toUpperCase()})`,
    ` ADA (${BOB})`,
    'Ada',
  ]);
});

test.each([
  ["eth.tx.to == ''", 'Anyone can sign EVM transactions, where the recipient is empty.'],
  [
    'bitcoin.tx.outputs[0].value < 100000000',
    'Anyone can sign Bitcoin transactions, where bitcoin.tx.outputs[0].value is less than 1 BTC.',
  ],
  [
    'wallets.all(w, w.exported == false)',
    'Anyone can do anything that policies decide, where (for each of the wallets, it was never exported).',
  ],
])('%s reads “%s”', (condition, words) => {
  expect(headline({ condition })).toBe(words);
});

test('a part that is only true says nothing', () => {
  expect(headline({ condition: 'true', consensus: is(ADA) })).toBe('Ada can do anything that policies decide.');
  expect(headline({ condition: 'false', consensus: 'true' })).toContain('where never');
});
