import fc from 'fast-check';
import '../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { failureText, toAccountRow, toActivityRow, toDetailRows, toVoteRows } from '../../../electron/client/index.ts';
import { AccountRow, ActivityDetail, ActivityRow } from '../../../shared/model/index.ts';
import { type Activity, checkValue, OPERATIONS } from '../../../shared/operations/index.ts';
import { activity } from './samples.ts';

const {
  create_wallet: createWallet,
  export_wallet_account: exportAccount,
  list_wallet_accounts: listAccounts,
} = OPERATIONS;
const exampleAccount = listAccounts.example.response.accounts[0]!;
const exampleWallet = OPERATIONS.list_wallets.example.response.wallets[0]!;

const SECRET = 'sealed-bundle-text';
const exported = activity({
  type: exportAccount.activityType,
  intent: { [exportAccount.intentMember]: exportAccount.example.parameters },
  result: { [exportAccount.resultMember]: { address: '0xabc', exportBundle: SECRET } },
});

const detail = (from: Activity): ActivityDetail => ({
  row: toActivityRow(from),
  intent: toDetailRows(from, 'intent'),
  result: toDetailRows(from, 'result'),
  votes: toVoteRows(from),
  failure: failureText(from),
  opening: null,
  canVote: false,
});

describe('an activity as a row', () => {
  it('has the title of its operation and names the account signed with', () => {
    expect(toActivityRow(activity())).toEqual({
      activityId: '019660f7-801d-75d8-9f11-3c2b1a0f9e8d',
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      title: 'Sign payload',
      status: 'ACTIVITY_STATUS_COMPLETED',
      summary: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      summaryKind: 'address',
      words: null,
      askedBy: null,
      approvals: 0,
      canVote: false,
      fingerprint: `sha256:${'ab'.repeat(32)}`,
      createdAt: 1_745_383_555_000,
      updatedAt: 1_745_383_556_500,
    });
  });

  it('names the created wallet and counts its accounts', () => {
    const intent = { [createWallet.intentMember]: { walletName: 'Treasury', accounts: [{}, {}] } };
    expect(toActivityRow(activity({ type: createWallet.activityType, intent }))).toMatchObject({
      summary: 'Treasury · accounts: 2',
      summaryKind: 'text',
    });
  });

  it('of an undeclared type has that type as its title', () => {
    const row = toActivityRow(activity({ type: 'ACTIVITY_TYPE_NEWER', intent: { newerIntent: { thing: 'it' } } }));
    expect([row.title, row.summary]).toEqual(['ACTIVITY_TYPE_NEWER', 'it']);
  });

  it('never contains a text that could forge other text', () => {
    const intent = { signRawPayloadIntentV2: { signWith: `a\nb\u202e${'x'.repeat(500)}` } };
    const { summary, summaryKind } = toActivityRow(activity({ intent }));
    expect(summaryKind).toBe('text');
    expect(summary).toMatch(/^a b/);
    expect(summary).not.toMatch(/[\n\u202e]/);
    expect(summary.length).toBeLessThan(100);
  });
});

describe('an account and a wallet as rows', () => {
  it('combine the account and its wallet', () => {
    const row = toAccountRow(exampleAccount, { ...exampleWallet, exported: true });
    expect(row).toMatchObject({
      walletName: 'Treasury',
      exported: true,
      imported: false,
      name: null,
      createdAt: 1_745_383_555_000,
    });
    expect(checkValue(AccountRow, row)).toEqual([]);
    expect(toAccountRow({ ...exampleAccount, walletDetails: exampleWallet }).walletName).toBe('Treasury');
    expect(toAccountRow(exampleAccount).walletName).toBe('');
  });
});

describe('the details of an activity', () => {
  it('list the intent with labels, in its own order', () => {
    expect(toDetailRows(activity(), 'intent')).toEqual([
      { path: 'signWith', label: 'Account', value: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', kind: 'address' },
      { path: 'payload', label: 'Payload', value: 'hello', kind: 'text' },
      { path: 'encoding', label: 'Encoding', value: 'PAYLOAD_ENCODING_TEXT_UTF8', kind: 'enum' },
      { path: 'hashFunction', label: 'Hash function', value: 'HASH_FUNCTION_SHA256', kind: 'enum' },
    ]);
  });

  it('flatten lists, empty ones too', () => {
    const account = { curve: 'CURVE_P256', depth: { isDeep: true } };
    const intent = {
      [createWallet.intentMember]: { walletName: 'A', accounts: [account], tagIds: [], mnemonicLength: null },
    };
    expect(toDetailRows(activity({ type: createWallet.activityType, intent }), 'intent')).toEqual([
      { path: 'walletName', label: 'Wallet name', value: 'A', kind: 'text' },
      { path: 'accounts[0].curve', label: 'Account 1, Curve', value: 'CURVE_P256', kind: 'enum' },
      { path: 'accounts[0].depth.isDeep', label: 'Account 1, Depth, Is deep', value: 'true', kind: 'text' },
      { path: 'tagIds', label: 'Tag ids', value: 'none', kind: 'text' },
      { path: 'mnemonicLength', label: 'Words', value: 'null', kind: 'enum' },
    ]);
  });

  it('name the choice of a member without content', () => {
    const { activityType: type, intentMember, example } = OPERATIONS.create_velocity_control;
    const rows = toDetailRows(activity({ type, intent: { [intentMember]: example.parameters } }), 'intent');
    expect(rows).toContainEqual({
      path: 'aggregation.groupBy.organization',
      label: 'Aggregation, Group by',
      value: 'organization',
      kind: 'enum',
    });
  });

  it('never contain declared secrets', () => {
    const rows = toDetailRows(exported, 'result');
    expect(rows).toEqual([
      { path: 'address', label: 'Address', value: '0xabc', kind: 'address' },
      { path: 'exportBundle', label: 'Export bundle', value: `not shown (${SECRET.length} characters)`, kind: 'text' },
    ]);
    const nested = { ...exported, result: { [exportAccount.resultMember]: { exportBundle: [{ part: SECRET }] } } };
    expect(JSON.stringify(toDetailRows(nested, 'result'))).not.toContain(SECRET);
  });

  it('never contain a login token', () => {
    const { activityType: type, intentMember } = OPERATIONS.create_users;
    const users = [{ userName: 'A', oauthProviders: [{ providerName: 'P', oidcToken: SECRET }] }];
    const rows = toDetailRows(activity({ type, intent: { [intentMember]: { users } } }), 'intent');
    expect(rows.map(({ value }) => value)).toEqual(['A', 'P', `not shown (${SECRET.length} characters)`]);
  });

  it('contain a whole signed transaction for copying, up to a limit', () => {
    const { activityType: type, intentMember, resultMember } = OPERATIONS.sign_transaction;
    const signed = 'ab'.repeat(50_000);
    const intent = { [intentMember]: { unsignedTransaction: signed } };
    const whole = activity({ type, intent, result: { [resultMember]: { signedTransaction: signed } } });
    expect(toDetailRows(whole, 'result').map((row) => row.value)).toEqual([signed]);
    expect(toDetailRows(whole, 'intent')[0]?.value).toContain('… (95904 more characters)');
    const endless = { signatures: Array.from({ length: 40 }, () => ({ r: signed })) };
    const rows = toDetailRows(activity({ type, result: { [resultMember]: endless } }), 'result');
    expect(rows.reduce((sum, row) => sum + row.value.length, 0)).toBeLessThan(2.5 * 1024 * 1024);
    expect(rows.at(-1)?.value).toContain('more characters');
  });

  it('never contain a long text of an undeclared operation', () => {
    const result = { newerResult: { short: 'yes', bundle: 'x'.repeat(300) } };
    expect(toDetailRows(activity({ type: 'ACTIVITY_TYPE_NEWER', result }), 'result').map((row) => row.value)).toEqual([
      'yes',
      'not shown (300 characters)',
    ]);
  });

  it('are none without a result', () => {
    expect(toDetailRows(activity({ result: null }), 'result')).toEqual([]);
    expect(toDetailRows(activity({ result: {} }), 'result')).toEqual([]);
  });

  it('say why an activity failed', () => {
    expect(failureText(activity())).toBeNull();
    expect(failureText(activity({ failure: { code: 3, message: 'no\nfunds' } }))).toBe('no funds (code 3)');
    expect(failureText(activity({ failure: {} }))).toBe('The service gave no reason.');
  });

  it('show who voted', () => {
    const vote = {
      id: 'v',
      userId: 'u',
      activityId: 'a',
      selection: 'VOTE_SELECTION_APPROVED',
      message: '{}',
      publicKey: '02',
      signature: '30',
      scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      createdAt: { seconds: '7', nanos: '0' },
    };
    expect(toVoteRows(activity({ votes: [vote] }))).toEqual([
      { userId: 'u', name: null, selection: 'VOTE_SELECTION_APPROVED', publicKey: '02', createdAt: 7_000 },
    ]);
  });

  it('are valid rows of bounded size for any reply', () => {
    const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<unknown>);
    const type = fc.constantFrom('ACTIVITY_TYPE_NEWER', createWallet.activityType, exportAccount.activityType);
    fc.assert(
      fc.property(anything, anything, type, fc.string(), (intent, result, known, status) => {
        const from = activity({ type: known, status, intent, result });
        expect(checkValue(ActivityDetail, detail(from))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    let deep: unknown = 'x';
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    const wide = { deep, list: Array.from({ length: 100_000 }, () => 'x'.repeat(5_000)) };
    const rows = toDetailRows(activity({ intent: { signRawPayloadIntentV2: wide } }), 'intent');
    expect(rows.length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(rows).length).toBeLessThan(5_000_000);
    expect(checkValue(ActivityRow, toActivityRow(activity({ intent: wide })))).toEqual([]);
  });
});
