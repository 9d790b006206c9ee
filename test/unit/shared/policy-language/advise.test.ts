import { expect, test } from 'vitest';
import { advisePolicy, type OrganizationFacts, type PolicyText } from '../../../../shared/policy-language/index.ts';
import { policy, rules, said } from './advised.ts';

test.each([
  ['false'],
  ['1 == 2'],
  ["activity.action == 'SIGN' && activity.action == 'EXPORT'"],
  ["activity.action == 'SIGN' && activity.action in ['EXPORT', 'CREATE']"],
  ["activity.action != 'SIGN' && activity.action == 'SIGN'"],
  ["eth.tx.to == 'A' && (wallet.imported && eth.tx.to == 'B')"],
  ['eth.tx.gas > 5 && 3 > eth.tx.gas'],
  ["eth.tx.chain_id == 1 && eth.tx.chain_id == '2'"],
  ['eth.tx.gas in [1, 2] && eth.tx.gas >= 3'],
  ['wallet.imported && wallet.imported == false'],
  ['(eth.tx.gas < 1 && eth.tx.gas > 1) || false'],
  ['solana.tx.transfers.any(t, t.amount > 5 && t.amount < 3)'],
])('%s can never match', (condition) => {
  expect(rules(policy(condition))).toContain('never');
});

test.each([
  ['eth.tx.gas < 5 && eth.tx.gas > 3'],
  [`eth.tx.to == '0x${'aB'.repeat(20)}' && eth.tx.to == '0x${'Ab'.repeat(20)}'`],
  ["wallet.label != 'a' && wallet.label == 'A'"],
  ['solana.tx.transfers.any(t, t.amount > 5) && solana.tx.transfers.any(t, t.amount < 3)'],
  ['solana.tx.transfers.all(t, false)'],
  ['eth.tx.gas == 1 || eth.tx.gas == 2'],
  ["activity.params.x == 'a' && activity.params.x == 'b'"],
])('nothing proves that %s never matches', (condition) => {
  expect(rules(policy(condition))).not.toContain('never');
});

test('a denial is not said to be empty where a digest or another name of a key counts as equal', () => {
  const effect = 'EFFECT_DENY' as const;
  const one = `'0x${'11'.repeat(20)}'`;
  const other = `'0x${'22'.repeat(20)}'`;
  expect(rules(policy(`eth.tx.to == ${one} && eth.tx.to == ${other}`, { effect }))).toEqual([]);
  expect(rules(policy(`wallet_account.address == ${one} && wallet_account.address == ${other}`, { effect }))).toEqual(
    [],
  );
  const [hidden] = advisePolicy(policy('solana.tx.transfers.any(t, false)', { effect }));
  expect(hidden?.message).toContain('denies only requests whose contents are hidden');
  expect(hidden).not.toHaveProperty('neverMatches');
  expect(rules(policy("activity.action == 'SIGN' && activity.action == 'EXPORT'", { effect }))).toEqual(['never']);
});

test('a finding names its clause and its place', () => {
  expect(advisePolicy(policy('eth.tx.gas > 5 &&\n wallet.imported &&\n eth.tx.gas < 3'))).toEqual([
    {
      rule: 'never',
      level: 'care',
      part: 'condition',
      clause: 3,
      place: 'line 3, column 2',
      message: 'Clause 3 contradicts clause 1, so the policy can never match.',
      neverMatches: true,
    },
  ]);
});

test('a request that only the root quorum decides matches no policy', () => {
  expect(said(policy("activity.type == 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'"))).toEqual([
    'quorum condition 1: Clause 1 names a request that only the root quorum decides, so the policy can never match.',
  ]);
  expect(said(policy("activity.type in ['ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', 'ACTIVITY_TYPE_CREATE_WALLET']"))).toEqual(
    [],
  );
});

test('a clause that reads nothing and holds is named', () => {
  expect(said(policy('wallet.imported && 1 == 1'))).toEqual(['always condition 2: Clause 2 holds for every request.']);
  expect(rules(policy('wallet.imported || true'))).toEqual([]);
});

test.each([
  ["activity.action == 'SIGN' || activity.action != 'SIGN'", 'approvers.count() >= 0'],
  ["activity.action in ['SIGN', 'EXPORT'] || activity.action != 'SIGN'", ''],
  ['activity.action == activity.action', 'true'],
  ["'a' == 'a'", '0 <= approvers.count()'],
  ["'a' in ['b', 'a']", ''],
])('a policy with the condition %s and the consensus %j matches every request', (condition, consensus) => {
  const found = (effect: PolicyText['effect']) => advisePolicy(policy(condition, { consensus, effect }))[0];
  expect(found('EFFECT_ALLOW')).toMatchObject({
    level: 'care',
    part: null,
    message: 'The policy allows every request.',
  });
  expect(found('EFFECT_DENY')).toMatchObject({
    level: 'care',
    part: null,
    message: 'The policy denies every request.',
  });
});

test.each([
  ["wallet.label == 'a' || wallet.label != 'A'"],
  ["activity.action == 'SIGN' || activity.action != 'EXPORT'"],
  ['eth.tx.value == eth.tx.value'],
  ["activity.action == 'SIGN' || activity.action != 'SIGN' || wallet.imported"],
  ["'a' == 'A'"],
  ['approvers.count() >= 2'],
])('nothing proves that %s holds for every request', (text) => {
  const given = text.startsWith('approvers') ? policy('', { consensus: text }) : policy(text);
  expect(advisePolicy(given).filter(({ part }) => part === null)).toEqual([]);
  expect(said(given).join()).not.toContain('holds for every request');
});

test('a denial that protects nothing is named, and the consensus of everybody is not', () => {
  const effect = 'EFFECT_DENY' as const;
  for (const condition of ['false', "'a' == 'b'", '1 == 2', "'a' in ['b']"])
    expect(advisePolicy(policy(condition, { effect }))[0]).toMatchObject({ rule: 'never', neverMatches: true });
  expect(said(policy('eth.tx.value > 5 && eth.tx.value < 3', { effect }))).toEqual([
    'never condition 2: Clause 2 contradicts clause 1, so the policy denies only requests whose contents are hidden, such as a digest.',
  ]);
  const exports = policy("activity.action == 'EXPORT'", { effect, consensus: 'true' });
  expect(advisePolicy(exports)).toEqual([expect.objectContaining({ rule: 'always', level: 'information' })]);
});

const [ONE, TWO] = [`'0x${'11'.repeat(20)}'`, `'0x${'22'.repeat(20)}'`];
test.each([
  [`eth.tx.to != ${ONE} || eth.tx.to != ${TWO}`, 'eth.tx.to'],
  [`activity.action == 'SIGN' && (wallet.imported || wallet.id != '${'1'.repeat(8)}' || wallet.id != 'a')`, null],
  ["activity.action == 'SIGN' && (wallet.label != 'a' || wallet.label != 'b')", 'wallet.label'],
  ['eth.tx.value > 5 || eth.tx.value < 10', 'eth.tx.value'],
  ['eth.tx.value >= 5 || eth.tx.value < 5', 'eth.tx.value'],
  ['eth.tx.value > 5 || eth.tx.value < 5', null],
  [`eth.tx.to != ${ONE} || eth.tx.to != ${ONE}`, null],
  [`eth.tx.to == ${ONE} || eth.tx.to == ${TWO}`, null],
  [`eth.tx.to != ${ONE} && eth.tx.to != ${TWO}`, null],
  ['solana.tx.transfers.any(t, t.amount > 5 || t.amount < 10)', 't.amount'],
])('tests that limit nothing together are named: %s', (condition, path) => {
  const messages = advisePolicy(policy(condition)).filter(({ rule }) => rule === 'always');
  expect(messages).toEqual(
    path === null
      ? []
      : [expect.objectContaining({ level: 'care', message: expect.stringContaining(`tests of ${path} `) })],
  );
});

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
test.each([
  [`eth.tx.to == '${VITALIK}'`, []],
  [`eth.tx.to == '${VITALIK.toLowerCase()}'`, []],
  [`eth.tx.to == '0x${VITALIK.slice(2).toUpperCase()}'`, []],
  [`eth.tx.to == '${VITALIK.replace('d8d', 'D8d')}'`, [1]],
  [`activity.action == 'SIGN' && eth.tx.to in ['${VITALIK}', '${VITALIK.replace('6045', '6046')}']`, [2]],
  [`eth.tx.contract_call_args['to'] == '${VITALIK.replace('aA96', 'Aa96')}'`, [1]],
])('an address with a wrong checksum is named: %s', (condition, clauses) => {
  const found = advisePolicy(policy(condition)).filter(({ rule }) => rule === 'checksum');
  expect(found.map(({ level, clause }) => [level, clause])).toEqual(clauses.map((clause) => ['care', clause]));
  for (const { message } of found)
    expect(message).toMatch(/^In clause \d, the checksum \(EIP-55\) of '0x[^']*' is wrong/);
});

test('a key with several names is not said to be excluded from a denial', () => {
  const effect = 'EFFECT_DENY' as const;
  const either = (term: string) => `${term} != ${ONE} || ${term} != ${TWO}`;
  expect(rules(policy(either('wallet_account.address'), { effect }))).not.toContain('always');
  expect(rules(policy(either('wallet.label'), { effect }))).toContain('always');
});

test.each([
  ['eth.tx.value <= 5', ['unlimited']],
  ["eth.tx.value <= 5 && eth.tx.data == '0x'", []],
  [`eth.tx.value <= 5 && eth.tx.to == '0x${'11'.repeat(20)}'`, []],
  ['eth.tx.value <= 5 && eth.tx.value > 0', []],
  ['eth.tx.value <= 5 && controls.daily', []],
  ['eth.tx.value <= 5 || wallet.imported', []],
])('tokens that %s does not limit', (condition, expected) => {
  expect(rules(policy(condition))).toEqual(expected);
});

test('a denial is lifted by content that a request lacks', () => {
  const effect = 'EFFECT_DENY' as const;
  const signs = "activity.action == 'SIGN'";
  expect(rules(policy(`wallet.label != 'Cold' && ${signs}`, { effect }))).toEqual(['lifted']);
  expect(rules(policy(`wallet.label == 'Cold' && ${signs}`, { effect }))).toEqual([]);
});

const ADA = '11111111-1111-4111-8111-111111111111';
const TOM = '22222222-2222-4222-8222-222222222222';
const TREASURERS = '33333333-3333-4333-8333-333333333333';
const EMPTY = '44444444-4444-4444-8444-444444444444';
const FACTS: OrganizationFacts = {
  users: [
    { id: ADA, name: 'Ada', tagIds: [TREASURERS] },
    { id: TOM, name: 'Tom', tagIds: [] },
  ],
  userTags: [
    { id: TREASURERS, name: 'Treasurers' },
    { id: EMPTY, name: 'Nobodies' },
  ],
  privateKeyTags: [],
  wallets: [],
  privateKeys: null,
  addresses: new Set([`0x${'11'.repeat(20)}`]),
  rootQuorum: { userIds: [ADA, TOM], threshold: 1 },
  policies: [],
};
const voting = (consensus: string) => policy('', { consensus });

test.each([
  ['approvers.count() >= 3', ['too few']],
  ['approvers.count() >= 2', []],
  [`approvers.filter(u, u.tags.contains('${TREASURERS}')).count() >= 2`, ['too few']],
  [`approvers.any(u, u.tags.contains('${EMPTY}'))`, ['nobody']],
  [`approvers.any(u, u.tags.contains('${ADA}'))`, ['unknown']],
  [`approvers.any(u, u.id == '${TREASURERS}')`, ['unknown']],
  [`approvers.any(u, u.id in ['${ADA}', '${TOM}'])`, []],
])('people of %s', (consensus, expected) => {
  expect(rules(voting(consensus), FACTS)).toEqual(expected);
});

test('a clause that needs the vote of a user who does not exist never holds', () => {
  const messages = (consensus: string) => advisePolicy(voting(consensus), FACTS).map(({ message }) => message);
  const [gone] = messages(`approvers.any(u, u.id == '${TREASURERS}')`);
  expect(gone).toMatch(/with the identifier '.*', so the policy can never match\.$/);
  const [perhaps] = messages(`approvers.any(u, u.id in ['${ADA}', '${TREASURERS}'])`);
  expect(perhaps).toMatch(/with the identifier '[^']*'\.$/);
  const [other] = messages(`approvers.any(u, u.id != '${TREASURERS}')`);
  expect(other).toMatch(/with the identifier '[^']*'\.$/);
});

test('identifiers and addresses are compared with those of the organization', () => {
  expect(rules(policy(`wallet.id == '${ADA}'`), FACTS)).toEqual(['unknown']);
  expect(rules(policy(`private_key.id == '${ADA}'`), FACTS)).toEqual([]);
  expect(rules(policy(`eth.tx.to == '0x${'22'.repeat(20)}'`), FACTS)).toEqual(['stranger']);
  expect(rules(policy(`eth.tx.to == '0x${'11'.repeat(20)}'`), FACTS)).toEqual([]);
});

test('a quorum of one overrides a denial', () => {
  const denial = policy("wallet.label == 'Cold' && activity.action == 'SIGN'", { effect: 'EFFECT_DENY' });
  expect(said(denial, FACTS)).toEqual([
    'quorum  : The root quorum overrides every denial, and it is one vote: this policy does not bind “Ada” or “Tom”.',
  ]);
  expect(rules(denial, { ...FACTS, rootQuorum: { userIds: [ADA, TOM], threshold: 2 } })).toEqual([]);
});

const SIGN = "activity.action == 'SIGN'";
test.each<[string, string, boolean]>([
  [`${SIGN} && eth.tx.gas <= 5`, SIGN, true],
  ['eth.tx.gas <= 5', 'eth.tx.gas <= 10', true],
  ['eth.tx.gas <= 10', 'eth.tx.gas <= 5', false],
  ["wallet.label == 'a'", "wallet.label in ['a', 'b']", true],
  ["wallet.label in ['a', 'b']", "wallet.label == 'a'", false],
  [SIGN, '', true],
  ['', SIGN, false],
  ["activity.type == 'ACTIVITY_TYPE_CREATE_WALLET' && wallet.imported", 'wallet.imported', true],
  // The type and the kind are judged for each version, so a rule with more tests of them may allow more.
  [
    "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && activity.type != 'ACTIVITY_TYPE_SIGN_TRANSACTION'",
    "activity.type != 'ACTIVITY_TYPE_SIGN_TRANSACTION'",
    false,
  ],
  ...['activity.kind', "activity['kind']", "activity['type']"].map((member): [string, string, boolean] => [
    `${member} == 'SIGN_RAW_PAYLOADS' && ${member} != 'SIGN_RAW_PAYLOAD'`,
    `${member} != 'SIGN_RAW_PAYLOAD'`,
    false,
  ]),
  ["activity.kind != 'SIGN_RAW_PAYLOAD' && wallet.imported", "activity.kind != 'SIGN_RAW_PAYLOAD'", true],
  ["activity.params.sign_with == 'a' && wallet.imported", "activity.params.sign_with == 'a'", true],
])('%j is covered by %j: %s', (condition, wider, isCovered) => {
  const other = { ...policy(wider), policyId: ADA, policyName: 'Wider' };
  expect(rules(policy(condition), { ...FACTS, addresses: null, policies: [other] }).includes('shadowed')).toBe(
    isCovered,
  );
  const denial = { ...other, effect: 'EFFECT_DENY' as const };
  expect(rules(policy(condition), { ...FACTS, policies: [denial] })).not.toContain('shadowed');
});

test.each([
  ['credentials.count() >= 2', ['one person']],
  ['credentials.count() > 1', ['one person']],
  ['credentials.count() == 3', ['one person']],
  ['credentials.count() >= 1', []],
  ['credentials.count() <= 5', []],
  ['credentials.count() in [1, 2]', []],
  ['credentials.count() >= 2 && approvers.count() >= 2', []],
  ['approvers.count() >= 2', []],
])('keys are not people: %s', (consensus, found) => {
  expect(rules(policy("activity.action == 'SIGN'", { consensus }))).toEqual(found);
});

test.each([
  ["wallet.id == '3f2b7c1e-0000-4000-8000-000000000001'", ' Deny its deletion by activity.kind too.'],
  ["wallet.label == 'Cold'", ' Whoever may rename the wallet lifts it; compare the id.'],
])('a denial of %s alone leaves changes of the wallet open', (condition, more) => {
  expect(said(policy(condition, { effect: 'EFFECT_DENY' }))).toEqual([
    `left open condition 1: Clause 1 denies signatures and exports. Changing or deleting the wallet is not denied.${more}`,
  ]);
  expect(rules(policy(`${condition} && activity.action == 'SIGN'`, { effect: 'EFFECT_DENY' }))).toEqual([]);
  expect(rules(policy(condition))).toEqual([]);
});

test.each([
  [`approvers.any(u, u.tags.contains('${TREASURERS}')) && approvers.any(u, u.tags.contains('${ADA}'))`, ['one person']],
  [`approvers.any(u, u.id == '${ADA}') && approvers.any(u, u.tags.contains('${TREASURERS}'))`, ['one person']],
  [`approvers.any(u, u.id == '${ADA}') && approvers.any(u, u.id == '${TREASURERS}')`, []],
  [`approvers.any(u, u.tags.contains('${TREASURERS}'))`, []],
  [
    `approvers.any(u, u.tags.contains('${TREASURERS}')) && approvers.any(u, u.tags.contains('${ADA}')) && approvers.count() >= 2`,
    [],
  ],
  [
    `approvers.filter(u, u.tags.contains('${TREASURERS}')).count() >= 2 && approvers.any(u, u.tags.contains('${ADA}'))`,
    [],
  ],
])('one person can have two tags: %s', (consensus, found) => {
  expect(rules(policy("activity.action == 'SIGN'", { consensus }))).toEqual(found);
  expect(rules(policy("activity.action == 'SIGN'", { consensus, effect: 'EFFECT_DENY' }))).toEqual([]);
});

test('clauses that one person can fulfil are named', () => {
  const consensus = `approvers.any(u, u.tags.contains('${TREASURERS}')) && approvers.any(u, u.tags.contains('${ADA}'))`;
  expect(said(policy('', { consensus }))).toContain(
    'one person consensus 2: The same person can fulfil clauses 1 and 2 of the consensus. Add approvers.count() >= 2 to ask for 2 people.',
  );
});

test.each(['EFFECT_ALLOW', 'EFFECT_DENY'] as const)(
  'clauses that no activity fulfils together are named: %s',
  (effect) => {
    expect(said(policy("activity.resource == 'WALLET' && activity.action == 'SIGN'", { effect }))).toEqual([
      'never condition 2: In clause 2, no activity has the resource WALLET and the action SIGN; the resource of SIGN is PRIVATE_KEY.',
    ]);
    expect(rules(policy("activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN'", { effect }))).toEqual([]);
  },
);
