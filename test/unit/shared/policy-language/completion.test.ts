import { describe, expect, test } from 'vitest';
import {
  checkExpression,
  completionsAt,
  type OrganizationFacts,
  type PolicyPart,
  repairOf,
} from '../../../../shared/policy-language/index.ts';

const TAG = '11111111-1111-4111-8111-111111111111';
const USER = '22222222-2222-4222-8222-222222222222';
const WALLET = '33333333-3333-4333-8333-333333333333';

const FACTS: OrganizationFacts = {
  users: [
    { id: USER, name: 'Ada Byrne', tagIds: [TAG] },
    { id: '22222222-2222-4222-8222-222222222223', name: "Miles O'Brien", tagIds: [] },
  ],
  userTags: [
    { id: TAG, name: 'Treasurers' },
    { id: '11111111-1111-4111-8111-111111111112', name: 'Extra approvers' },
  ],
  privateKeyTags: [],
  wallets: [
    { id: WALLET, name: 'Treasury hot' },
    { id: '33333333-3333-4333-8333-333333333334', name: "It's closed" },
  ],
  privateKeys: null,
  addresses: new Set(['0x1111111111111111111111111111111111111111']),
  rootQuorum: null,
  policies: [],
};

/** Returns the completions at the mark `|`. */
function at(part: PolicyPart, marked: string, facts?: OrganizationFacts) {
  const caret = marked.indexOf('|');
  return completionsAt(part, marked.replace('|', ''), caret, facts);
}
const texts = (part: PolicyPart, marked: string, facts?: OrganizationFacts) =>
  at(part, marked, facts)?.items.map(({ text }) => text) ?? null;
/** Returns the text after the first completion was taken. */
function taken(part: PolicyPart, marked: string): string {
  const text = marked.replace('|', '');
  const { start, end, items } = at(part, marked, FACTS) ?? { start: 0, end: 0, items: [] };
  return `${text.slice(0, start)}${items[0]?.text ?? ''}${text.slice(end)}`;
}

describe('completions', () => {
  test.each<[PolicyPart, string, readonly string[] | null]>([
    ['condition', 'wal|', ['wallet', 'wallets', 'wallet_account']],
    ['consensus', '|', ['approvers', 'credentials', 'true', 'false']],
    ['time', '|', ['time', "CronSpan('0 9 * * 1-5', '8h', 'UTC')"]],
    ['time', 'time.now > |', ["Timestamp('2026-01-01T00:00:00Z')"]],
    ['condition', 'wallet.|', ['id', 'imported', 'exported', 'label']],
    ['condition', 'eth.tx.max_|', ['max_fee_per_gas', 'max_priority_fee_per_gas', 'max_fee_per_blob_gas']],
    ['condition', 'solana.tx.transfers[0].|', ['from', 'to', 'amount']],
    ['condition', 'wallets.all(one, one.im|', ['imported']],
    ['condition', 'wallets.|', ['any(wallet, ', 'all(wallet, ', 'filter(wallet, ', 'contains(', 'count()']],
    ['consensus', 'approvers.any(|', ['user, ']],
    ['consensus', 'approvers.any(user, us|', ['user']],
    ['consensus', 'approvers.any(user, user.tags.con|', ['contains(']],
    [
      'consensus',
      'approvers.count() |',
      ['==', '!=', '<', '<=', '>', '>=', 'in'].map((sign) => (sign === 'in' ? 'in [' : `${sign} `)),
    ],
    ['consensus', 'approvers.filter(user, user.id == user.id).c|', ['contains(', 'count()']],
    ['condition', 'wallet.label |', ['== ', '!= ', 'in [']],
    ['condition', 'wallet.imported |', ['&& ', '|| ', '== ', '!= ']],
    ['condition', "wallet.label == 'a' |", ['&& ', '|| ']],
    ['condition', 'wallet.imported == |', ['true', 'false']],
    ['condition', "bitcoin.tx.locktime.type == 'S|", ["'Seconds'", "'Blocks'"]],
    ['condition', "bitcoin.tx.locktime.type in ['Seconds', '|'] && true", ["'Seconds'", "'Blocks'"]],
    ['condition', 'eth.tx.value <= |', null],
    ['condition', "activity.kind == 'no such kind anywhere|", null],
    ['condition', "'|", null],
    ['condition', "wallet.label == 'x' # |", null],
    ['condition', '(1 + |', null],
    ['condition', 'unknown.|', null],
  ])('in the %s %s are %j', (part, marked, wanted) => {
    expect(texts(part, marked)).toEqual(wanted);
  });

  test('insert identifiers for names of users, tags and wallets, with the people of a tag', () => {
    expect(at('consensus', "approvers.any(user, user.tags.contains('tre|'))", FACTS)).toEqual({
      start: 39,
      end: 44,
      items: [{ text: `'${TAG}'`, label: 'Treasurers', note: { people: ['Ada Byrne'] } }],
    });
    expect(at('consensus', "approvers.any(user, user.tags.contains('ex|", FACTS)?.items[0]?.note).toEqual({
      people: [],
    });
    expect(taken('consensus', "approvers.any(user, user.id == 'ada|')")).toBe(
      `approvers.any(user, user.id == '${USER}')`,
    );
    expect(taken('condition', 'wallet.id == |')).toBe(`wallet.id == '${WALLET}'`);
    expect(texts('condition', "eth.tx.to in ['0x|", FACTS)).toEqual(["'0x1111111111111111111111111111111111111111'"]);
  });

  test('offer no name that the language cannot write', () => {
    expect(texts('condition', 'wallet.label == |', FACTS)).toEqual(["'Treasury hot'"]);
    expect(texts('condition', "private_key.id == '|", FACTS)).toBeNull();
  });

  test('offer nothing for a text that is typed in full', () => {
    expect(texts('condition', 'tempo|')).toBeNull();
    expect(texts('condition', "bitcoin.tx.locktime.type == 'Seconds|'")).toBeNull();
  });

  test('never throw, at any place of any of these', () => {
    const whole = [
      "approvers.filter(user, user.tags.contains('x')).count() >= 2 && (credentials[0].type in ['a', 'b'])",
      "]))((.[..,|| && 'a' \u202e \ud83e ! == in in . any( any(x, any(y, x.",
      `${'('.repeat(300)}wallet.`,
    ];
    for (const text of whole)
      for (let caret = 0; caret <= text.length; caret += 1)
        for (const part of ['condition', 'consensus', 'time'] as const)
          expect(() => completionsAt(part, text, caret, FACTS)).not.toThrow();
  });
});

describe('a repair', () => {
  const repaired = (text: string, part: PolicyPart = 'condition') => {
    const [finding] = checkExpression(part, text);
    return finding === undefined ? null : (repairOf(part, text, finding)?.text ?? null);
  };

  test.each([
    ["walet.label == 'a'", "wallet.label == 'a'"],
    ['eth.tx.vaule == 1', 'eth.tx.value == 1'],
    ["activity.action == 'sign'", "activity.action == 'SIGN'"],
    ["wallet.imported and wallet.label == 'a'", "wallet.imported && wallet.label == 'a'"],
  ])('of %s is %s', (text, wanted) => {
    expect(repaired(text)).toBe(wanted);
  });

  test.each(['eth.tx.to', 'wallet.label == ', "x'", 'approvers.count() > 1'])('of %s is not offered', (text) => {
    expect(repaired(text)).toBeNull();
  });
});
