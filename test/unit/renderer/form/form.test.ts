import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { differing, emptyValues, parametersOf, problemsOf, valuesOf } from '../../../../renderer/form/values.ts';
import { checkValue, OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';

const createWallet = fieldsOf(OPERATIONS.create_wallet.parameters);
const account = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
};

test('an emoji is one character of a limit', () => {
  const fields = fieldsOf(Type.Object({ name: Type.String({ maxLength: 3 }) }));
  expect(problemsOf(fields, { name: '🦊'.repeat(3) })).toEqual({});
  expect(problemsOf(fields, { name: '🦊'.repeat(4) })).toEqual({ name: 'Use at most 3 characters.' });
});

describe('fields of a schema', () => {
  test('create wallet has a name, a list of accounts and an optional length', () => {
    expect(createWallet.map(({ name, kind, title, optional }) => [name, kind, title, optional])).toEqual([
      ['walletName', 'text', 'Wallet name', false],
      ['accounts', 'list', 'Accounts', false],
      ['mnemonicLength', 'choice', 'Words', true],
    ]);
  });

  test('a list of objects has their fields', () => {
    const [, accounts] = createWallet;
    const item = accounts?.kind === 'list' ? accounts.item : undefined;
    const names = item?.kind === 'group' ? item.fields.map((field) => `${field.kind} ${field.name}`) : [];
    expect(names).toEqual(['choice curve', 'choice pathFormat', 'text path', 'choice addressFormat', 'text name']);
  });

  test('every shape has a field, or else is typed as JSON', () => {
    const schema = Type.Object({
      amount: Type.Integer({ minimum: 1, maximum: 9 }),
      ready: Type.Boolean(),
      kind: Type.Literal('fixed'),
      tags: Type.Array(Type.String()),
      inner: Type.Object({ text: Type.String() }),
      either: Type.Union([Type.String(), Type.Number()]),
      anything: Type.Unknown(),
    });
    expect(fieldsOf(schema).map((field) => `${field.name} ${field.kind}`)).toEqual([
      'amount number',
      'ready flag',
      'tags list',
      'inner group',
      'either json',
      'anything json',
    ]);
  });

  test('a field without a title is named after its member', () => {
    expect(fieldsOf(Type.Object({ userEmailAddress: Type.String() }))[0]?.title).toBe('User email address');
  });

  test.each(
    Object.values<Operation>(OPERATIONS).flatMap((operation) => (operation.kind === 'activity' ? [operation] : [])),
  )('no parameter of $name is left to raw JSON', (operation) =>
    expect(fieldsOf(operation.parameters).filter((field) => field.kind === 'json')).toEqual([]),
  );
});

describe('values of a form', () => {
  test('a filled form gives valid parameters without empty members', () => {
    const values = { walletName: 'Treasury', accounts: [account], mnemonicLength: '24' };
    expect(problemsOf(createWallet, values)).toEqual({});
    const parameters = parametersOf(createWallet, values);
    expect(checkValue(OPERATIONS.create_wallet.parameters, parameters)).toEqual([]);
    expect(parameters).toEqual({ walletName: 'Treasury', accounts: [account], mnemonicLength: 24 });
  });

  test('an optional member is absent until it is added, and then needs a value', () => {
    const fields = fieldsOf(OPERATIONS.create_policy.parameters);
    const values = emptyValues(fields);
    expect(parametersOf(fields, values)).toEqual({ policyName: '', effect: 'EFFECT_ALLOW' });
    expect(parametersOf(fields, { ...values, notes: '', time: '' })).toEqual(parametersOf(fields, values));
    expect(problemsOf(fields, { ...values, policyName: 'A', time: '' })).toEqual({});
    expect(problemsOf(createWallet, { walletName: 'A', accounts: [], mnemonicLength: '' })).toEqual({
      mnemonicLength: 'Fill this in, or remove it.',
    });
  });

  test('an empty form is refused where something is required', () => {
    expect(problemsOf(createWallet, emptyValues(createWallet))).toEqual({ walletName: 'Fill this in.' });
  });

  test('problems are reported by path, in plain words', () => {
    const fields = fieldsOf(OPERATIONS.create_wallet_accounts.parameters);
    expect(problemsOf(fields, { walletId: 'x', accounts: [{ ...account, path: '', curve: 'CURVE_X' }] })).toEqual({
      walletId: 'This must be an id of 36 characters, as in 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10.',
      'accounts.0.path': 'Fill this in.',
      'accounts.0.curve': 'Choose one of the list.',
    });
    expect(problemsOf(fields, { walletId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', accounts: [] })).toEqual({
      accounts: 'Add at least one.',
    });
  });

  test('numbers, lengths and JSON are checked before a request is prepared', () => {
    const fields = fieldsOf(
      Type.Object({
        n: Type.Integer({ minimum: 2, maximum: 4 }),
        t: Type.String({ minLength: 2, maxLength: 3 }),
        j: Type.Unknown(),
      }),
    );
    expect(problemsOf(fields, { n: '1.5', t: 'a', j: '{' })).toEqual({
      n: 'Use a whole number.',
      t: 'Use at least 2 characters.',
      j: 'This is not JSON (line 1, column 2: it ends before a curly bracket } closes it).',
    });
    expect(problemsOf(fields, { n: '1', t: 'abcd', j: '{}' })).toEqual({
      n: 'Use 2 or more.',
      t: 'Use at most 3 characters.',
    });
    expect(problemsOf(fields, { n: '5', t: 'abc', j: '1' })).toEqual({ n: 'Use 4 or less.' });
    expect(parametersOf(fields, { n: '3', t: 'abc', j: '{"a":[1]}' })).toEqual({ n: 3, t: 'abc', j: { a: [1] } });
  });
});

const operations = Object.values<Operation>(OPERATIONS).flatMap((operation) =>
  operation.kind === 'activity' ? [operation] : [],
);

describe('form and parameters', () => {
  test.each(operations)('of $name convert to each other without loss', ({ parameters: schema, example }) => {
    const fields = fieldsOf(schema);
    const values = valuesOf(fields, example.parameters);
    expect(problemsOf(fields, values)).toEqual({});
    const filled: unknown = JSON.parse(JSON.stringify(example.parameters), (_name, value) =>
      value === '' ? undefined : value,
    );
    expect(parametersOf(fields, values)).toEqual(filled);
  });

  test.each(operations)('of $name: the form starts with all required members', ({ parameters: schema }) => {
    const fields = fieldsOf(schema);
    const missing = checkValue(schema, parametersOf(fields, emptyValues(fields)));
    expect(missing.filter(({ reason }) => reason.includes('required'))).toEqual([]);
  });

  test('a value without a field is named by its path', () => {
    const fields = fieldsOf(OPERATIONS.create_wallet.parameters);
    const given = { walletName: 5, accounts: [{ ...account, colour: 'red' }], mnemonicLength: null, more: [1] };
    expect(differing(given, parametersOf(fields, valuesOf(fields, given)))).toEqual([
      'walletName',
      'accounts.0.colour',
      'more',
    ]);
  });
});
