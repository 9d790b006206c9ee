import { describe, expect, it } from 'vitest';
import {
  advisePolicy,
  checkExpression,
  checkParameters,
  checkParameterValues,
  checkValues,
  type PolicyPart,
} from '../../../../shared/policy-language/index.ts';

/** The messages about values, of an expression that the service accepts. */
function adviceFor(text: string, part: PolicyPart = 'condition'): string {
  expect(checkExpression(part, text)).toEqual([]);
  return checkValues(part, text)
    .map(({ message }) => message)
    .join(' ');
}
const UUID = '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90';
const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOLANA = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

describe('tests that no activity satisfies together', () => {
  const SIGNING = 'has the kind SIGN_TRANSACTION, the resource PRIVATE_KEY and the action SIGN; write these.';
  it.each([
    [
      "activity.resource == 'WALLET' && activity.action == 'SIGN'",
      'No activity has the resource WALLET and the action SIGN; the resource of SIGN is PRIVATE_KEY.',
    ],
    [
      "activity.action in ['EXPORT', 'SIGN'] && eth.tx.value > 5 && activity.resource == 'POLICY'",
      'No activity has the resource POLICY and the action EXPORT or SIGN; the actions of POLICY are CREATE, DELETE, UPDATE.',
    ],
    [
      "activity.resource == 'WALLET' && activity.action in ['EXPORT', 'SIGN']",
      'No activity has the resource WALLET and the action SIGN; the resource of SIGN is PRIVATE_KEY.',
    ],
    [
      "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && activity.action == 'EXPORT'",
      `ACTIVITY_TYPE_SIGN_TRANSACTION_V2 ${SIGNING}`,
    ],
    ["activity.kind == 'SIGN_TRANSACTION' && activity.resource == 'WALLET'", `SIGN_TRANSACTION ${SIGNING}`],
    [
      "activity.type in ['ACTIVITY_TYPE_SIGN_TRANSACTION', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'] && activity.resource == 'WALLET'",
      'No activity of these types fits; ACTIVITY_TYPE_SIGN_TRANSACTION has the kind SIGN_TRANSACTION, the resource PRIVATE_KEY and the action SIGN.',
    ],
    ["activity.resource == 'PRIVATE_KEY' && activity.action in ['EXPORT', 'SIGN']", ''],
    ["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && activity.resource == 'PRIVATE_KEY'", ''],
    ["activity.type == 'ACTIVITY_TYPE_SPARK_SIGN_FROST' && activity.resource == 'WALLET'", ''],
    ["activity.resource == 'FIAT_TRANSACTION' && activity.action == 'SIGN'", ''],
    ["activity.resource == 'WALLET' || activity.action == 'SIGN'", ''],
  ])('%s', (text, message) => {
    expect(adviceFor(text)).toBe(message);
  });
});

describe('a text that no value can equal', () => {
  it.each([
    ["eth.tx.to == 'alice.eth'", 'a name is never resolved'],
    ["eth.tx.to == '0x1234'", 'write 0x and 40'],
    [`eth.tx.to in ['${ETHEREUM}', '${ETHEREUM.slice(2)}']`, `write '${ETHEREUM}'`],
    [`eth.tx.to == '${ETHEREUM} '`, 'take the blanks away'],
    ["eth.eip_712.domain.verifying_contract != 'USDC'", 'write 0x and 40'],
    ["eth.tx.data == 'a9059cbb'", 'write 0x and hexadecimal digits'],
    ["eth.tx.data[0..10] == 'a9059cbb'", 'the data begins with 0x'],
    ["eth.tx.data[0..8] == '0xa9059cbb'", 'write [0..10]'],
    ["eth.tx.data[2..10] == '0xa9059cbb'", 'take 0x away'],
    ["eth.tx.data[2..10] == 'A9059CB'", 'the text has 7'],
    ["eth.tx.function_signature == 'transfer(address,uint256)'", '8 digits of the selector'],
    ["eth.tx.function_name == 'transfer(address,uint256)'", "write 'transfer'"],
    ["solana.tx.program_keys.contains('0x12')", 'an address of Solana'],
    ["solana.tx.instructions.any(i, i.accounts.any(a, a.account_key == 'x'))", 'an address of Solana'],
    ["solana.tx.version == 'legacy'", "write 'LEGACY'"],
    ["solana.tx.instructions[0].instruction_data_hex[0..2] == '0x'", 'take 0x away'],
    ["bitcoin.tx.outputs.all(o, o.address == 'bc1')", 'an address of Bitcoin'],
    ["bitcoin.tx.outputs.any(o, o.address == 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')", 'checksum is wrong'],
    ["bitcoin.tx.outputs.any(o, o.address == '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')", 'checksum is wrong'],
    ["wallet_account.address == '0x1'", 'write 0x and 40 or 64'],
    ["wallet_account.address == 'Treasury'", 'the whole address'],
    ["tron.tx.contract[0].to_address == '41abab'", 'an address of Tron in Base58'],
    ["tron.tx.contract[0].type == 'Transfer'", "as in 'TransferContract'"],
    ["activity.params.chain == 'ethereum'", "as in 'eip155:1'"],
    ["activity.params.chain in ['eip155:01', 'eip155:1']", "'eip155:01' is never equal here"],
    ["activity.params.chain != 'tron:0x2B6653DC'", "as in 'eip155:1'"],
    ["wallet.id == 'Treasury'", 'write the identifier'],
    ["wallet.label == '<LABEL>'", 'replace it with the value'],
    ["wallet.label == '{{label}}'", 'replace it with the value'],
    ["['x'].contains(wallet.id)", 'write the identifier'],
    ["'x' in activity.params.user_ids", 'write the identifier'],
    ['eth.tx.to in []', 'at least one value'],
    ['eth.tx.value < 0', 'below 0; write'],
    ['0 > eth.tx.value', 'below 0; write'],
    ["eth.tx.to == '' && wallet.imported && eth.tx.to == 'a.eth'", 'never equal to two values at once'],
    ['eth.tx.value == 1 && eth.tx.value == 2', 'write || for &&'],
    ["bitcoin.tx.outputs.any(o, o.address_type == 'p2wpkh')", "write 'P2WPKH'"],
  ])('%s', (text, advice) => {
    expect(adviceFor(text)).toContain(advice);
  });

  it.each([
    ["approvers.any(user, user.tags.contains('Finance'))", 'the identifier of the tag'],
    ["approvers.any(user, 'Finance' in user.tags)", 'the identifier of the tag'],
    ["approvers.any(user, user.id == 'bob@example.com')", 'write the identifier'],
    ["approvers.any(user, user.email == 'bob')", 'an email address'],
    ["credentials.any(c, c.public_key == '0x02aa')", 'without 0x'],
  ])('%s, in a consensus', (text, advice) => {
    expect(adviceFor(text, 'consensus')).toContain(advice);
  });
});

it.each([
  `eth.tx.to == '${ETHEREUM}' || eth.tx.to == '${ETHEREUM.toLowerCase()}' || eth.tx.to == ''`,
  `eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.data[10..74] == '${'0'.repeat(64)}' && eth.tx.data[0..2] == '0x'`,
  `eth.eip_712.message.spender == 'anything' && eth.eip_712.message['to'] == 'x'`,
  `solana.tx.program_keys.all(p, p in ['${SOLANA}', '11111111111111111111111111111111'])`,
  `wallet.id == '${UUID}' && activity.params.user_ids.contains('${UUID.toUpperCase()}')`,
  "bitcoin.tx.outputs.all(o, o.address == 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')",
  "bitcoin.tx.outputs.all(o, o.address in ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'])",
  "bitcoin.tx.outputs.all(o, o.address == 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')",
  `wallet_account.address in ['${ETHEREUM}', '${SOLANA}', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh']`,
  "tron.tx.contract.any(c, c.to_address == 'TZAcQpmdhrdMTJpfcZWJUeJBNwireyh5Zo' && c.data[0..8] == 'a9059cbb')",
  "wallet.label == 'Hot' && activity.params.sign_with == 'x' && eth.tx.value >= 0 && eth.tx.value == 1 && eth.tx.nonce == 2",
  "wallets.all(w, w.label == 'a') && solana.tx.transfers[0].amount == 1 && solana.tx.transfers[1].amount == 2",
])('says nothing about %s', (text) => {
  expect(adviceFor(text)).toBe('');
});

describe('a spelling that the service takes', () => {
  const bare = ETHEREUM.slice(2);
  const tron = `41${bare.toLowerCase()}`;
  const key = 'ab'.repeat(32);
  it.each([
    `eth.tx.to == '${bare}'`,
    `eth.tx.to in ['${bare.toUpperCase()}']`,
    "eth.tx.data == 'a9059cbb'",
    "eth.tx.data[0..10] == 'a9059cbb'",
    "eth.tx.data[2..10] == '0xa9059cbb'",
    `eth.tx.to[0..10] == '${bare.slice(0, 8)}'`,
    `tron.tx.contract.any(c, c.to_address == '${tron}')`,
    `tron.tx.contract.any(c, c.to_address == '0x${tron}')`,
    "solana.tx.instructions.any(i, i.instruction_data_hex == '0xabcdef01')",
  ])('is equal to a policy that denies: %s', (text) => {
    const says = (effect?: 'EFFECT_ALLOW' | 'EFFECT_DENY') => checkParameterValues({ effect, condition: text });
    expect(says('EFFECT_DENY')).toEqual([]);
    expect(says('EFFECT_ALLOW')).toMatchObject([{ message: expect.stringContaining('is never equal here') }]);
    expect(says()).toMatchObject([
      { message: expect.stringContaining('only to a rule that denies or asks for proof') },
    ]);
  });

  it.each([
    "eth.tx.data[2..10] == 'A9059CBB'",
    "solana.tx.instructions.any(i, i.instruction_data_hex == 'ABCDEF')",
    `bitcoin.tx.outputs.any(o, o.script_pubkey == '0014${'AB'.repeat(20)}')`,
    "eth.eip_712.message['value'] < 0",
    "eth.eip_712.message['value'] == '5' && eth.eip_712.message['value'] == '0x05'",
  ])('is equal to every policy: %s', (text) => {
    for (const effect of ['EFFECT_ALLOW', 'EFFECT_DENY', undefined])
      expect(checkParameterValues({ effect, condition: text })).toEqual([]);
  });

  it('does not contradict another name of the same key', () => {
    const condition = `wallet_account.address == '${ETHEREUM}' && wallet_account.address == 'TZAcQpmdhrdMTJpfcZWJUeJBNwireyh5Zo'`;
    expect(checkParameterValues({ effect: 'EFFECT_DENY', condition })).toEqual([]);
    expect(checkParameterValues({ effect: 'EFFECT_ALLOW', condition }).length).toBe(1);
  });

  it('of a public key can be one of two forms', () => {
    const consensus = `credentials.any(c, c.public_key == '02${key}' && c.public_key == '04${key}${key}')`;
    const advice = advisePolicy({ effect: 'EFFECT_ALLOW', condition: 'true', consensus, time: '' });
    expect(advice.map(({ message }) => message).join()).not.toContain('never match');
  });
});

it.each([
  ["time.now > Timestamp('2026-13-01T00:00:00Z')", 'does not exist'],
  ['time.now > 1767225600', "write Timestamp('2026"],
])('a time that never comes is refused: %s', (text, message) => {
  expect(checkExpression('time', text)).toMatchObject([{ message: expect.stringContaining(message) }]);
});

it('of a request are found in each policy, and only in sound expressions', () => {
  const policies = [{ condition: "wallet.id == 'x'" }, { condition: "wallet.id == 'x' ==" }];
  expect(checkParameterValues({ policies, scope: "eth.tx.to == 'x'" })).toMatchObject([
    { member: 'scope', place: 'line 1, column 14' },
    { member: 'policies[0].condition', place: 'line 1, column 14' },
  ]);
});

it('a schedule that never begins is accepted, and found', () => {
  expect(adviceFor("CronSpan('0 9 30 2 *', '8h', 'UTC')", 'time')).toContain('a day that its months do not have');
  expect(adviceFor("CronSpan('0 9 30 2 1', '8h', 'UTC') || CronSpan('0 9 31 2,3 *', '8h', 'UTC')", 'time')).toBe('');
});

it('warns of a policy that denies only calls whose interface is stored', () => {
  const condition = "eth.tx.function_name == 'transfer'";
  const [warning] = checkParameterValues({ effect: 'EFFECT_DENY', condition });
  expect(warning?.message).toContain('eth.tx.function_name is known only where the interface (ABI)');
  expect(checkParameterValues({ effect: 'EFFECT_ALLOW', condition })).toEqual([]);
  const quoted = "wallet.label == 'eth.tx.function_name'";
  expect(checkParameterValues({ effect: 'EFFECT_DENY', condition: quoted })).toEqual([]);
});

it('finds an empty consensus of a new policy, and warns where an update removes it', () => {
  const policy = { effect: 'EFFECT_ALLOW', condition: 'true', consensus: '' };
  const finding = { member: 'consensus', message: expect.stringContaining('asks for no votes') };
  expect(checkParameters(policy)).toMatchObject([finding]);
  expect(checkParameters({ ...policy, consensus: ' \n' })).toMatchObject([finding]);
  expect(checkParameters({ policies: [policy] })).toMatchObject([{ member: 'policies[0].consensus' }]);
  expect(checkParameters({ ...policy, policyId: 'x' })).toEqual([]);
  expect(checkParameters({ ...policy, consensus: undefined })).toEqual([]);
  expect(checkParameters({ ...policy, effect: 'EFFECT_DENY' })).toEqual([]);
  const removal = { policyId: 'x', policyConsensus: '' };
  expect([checkParameters(removal).length, checkParameterValues(removal).length]).toEqual([0, 1]);
  expect(checkParameters({ ...removal, policyConsensus: ' ' })).toMatchObject([{ message: finding.message }]);
});
