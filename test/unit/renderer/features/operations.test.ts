import { describe, expect, test } from 'vitest';
import { idOf, listIn, rowsOf } from '../../../../renderer/features/operations/answer.ts';
import { ENTRIES, type Entry, elsewhere, find } from '../../../../renderer/features/operations/catalog.ts';
import {
  changedFrom,
  filledIn,
  type OperationDraft,
  otherWay,
} from '../../../../renderer/features/operations/draft.ts';
import { groupedLines, groupOf, type Line } from '../../../../renderer/features/operations/groups.ts';
import { withUsed } from '../../../../renderer/features/operations/recent.ts';
import type { Field } from '../../../../renderer/form/fields.ts';
import {
  emptyValue,
  emptyValues,
  type FormValue,
  type FormValues,
  parametersOf,
} from '../../../../renderer/form/values.ts';
import { valueLabel } from '../../../../renderer/words/values.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';

const entryOf = (operation: Operation): Entry => {
  const entry = ENTRIES.find((one) => one.operation === operation);
  if (entry === undefined) throw new Error(`${operation.name} is not offered`);
  return entry;
};
const json = (value: unknown): OperationDraft => ({ as: 'json', text: JSON.stringify(value) });

describe('the list of all operations', () => {
  test('has every declared operation in its newest version', () => {
    const names = ENTRIES.map(({ operation }) => operation.name);
    const newest = Object.values<Operation>(OPERATIONS).filter(
      (operation) => operation.kind !== 'activity' || operation.earlierOf === null,
    );
    expect(names.toSorted()).toEqual(newest.map(({ name }) => name).toSorted());
  });

  test('finds each by its name and by its title', () => {
    for (const { operation, label } of ENTRIES) {
      expect(find(operation.name)[0]?.operation).toBe(operation);
      expect(find(label).map((found) => found.operation)).toContain(operation);
    }
  });

  test('finds exact names first, then beginnings, then other matches, in any spelling', () => {
    const names = (typed: string) => find(typed).map(({ operation }) => operation.name);
    for (const typed of ['get_wallet', 'get wallet', ' Get  Wallet', 'Wallet'])
      expect(names(typed)[0]).toBe('get_wallet');
    expect(names('wallet').slice(0, 2)).toEqual(['get_wallet', 'list_wallets']);
    expect(names('create_user').slice(0, 2).toSorted()).toEqual(['create_user_tag', 'create_users']);
    expect(names('wallet')).toContain('create_wallet');
  });

  test('sends operations with secrets to their own place', () => {
    const left = ENTRIES.filter(({ operation }) => elsewhere(operation) !== null).map(
      ({ operation }) => operation.name,
    );
    for (const { operation } of ENTRIES) if (operation.risk === 'secret') expect(left).toContain(operation.name);
    expect(left).toEqual(expect.arrayContaining(['import_wallet', 'init_import_private_key', 'export_wallet']));
    expect(elsewhere(OPERATIONS.export_wallet_account)).toBe('accounts');
    expect(left).not.toContain('create_policy');
  });
});

describe('the groups of all operations', () => {
  const GROUPED = groupedLines([]);
  const namesOf = (lines: readonly Line[]) =>
    lines.map((line) => ('heading' in line ? `# ${line.heading}` : line.entry.operation.name));
  /** The names under a heading. */
  const under = (heading: string, lines: readonly Line[] = GROUPED) => {
    const names = namesOf(lines);
    const from = names.indexOf(`# ${heading}`) + 1;
    const to = names.findIndex((name, at) => at >= from && name.startsWith('# '));
    return from === 0 ? [] : names.slice(from, to === -1 ? undefined : to);
  };

  test('have every operation once, under the heading of its resource', () => {
    const names = namesOf(GROUPED).filter((name) => !name.startsWith('# '));
    expect(names.toSorted()).toEqual(ENTRIES.map(({ operation }) => operation.name).toSorted());
    expect(ENTRIES.filter(({ operation }) => groupOf(operation) === null)).toEqual([]);
    expect(under('Policies')).toEqual([
      ...['create_policies', 'create_policy', 'delete_policies', 'delete_policy', 'update_policy'],
      ...['get_active_policies', 'list_policies', 'get_policy', 'get_policy_evaluations'],
    ]);
    expect(under('Users')).toContain('update_user_email');
    expect(under('Tags')).toContain('create_user_tag');
    expect(under('Private keys')).not.toContain('create_private_key_tag');
    expect(under('Transactions and balances')).toContain('get_wallet_address_balances');
    expect(under('Service').toSorted()).toEqual(['get_service_status', 'health']);
  });

  test('agree with the resource of each activity in the policy language', () => {
    const OF_RESOURCE = {
      POLICY: 'Policies',
      MFA_POLICY: 'MFA policies',
      SECRET: 'Secrets',
      VELOCITY_CONTROL: 'Velocity controls',
      INVITATION: 'Invitations',
      WEBHOOK_ENDPOINT: 'Webhooks',
      TVC_APP: 'TVC apps',
      TVC_DEPLOYMENT: 'TVC apps',
      SMART_CONTRACT_INTERFACE: 'Smart contract interfaces',
      SESSION_PROFILE: 'Logins and sessions',
      ON_RAMP_CREDENTIALS: 'Fiat on-ramp credentials',
      OTP: 'Logins and sessions',
      RECOVERY: 'Logins and sessions',
      OAUTH2_CREDENTIAL: 'OAuth providers and credentials',
    };
    const wrong = ENTRIES.flatMap(({ operation }) => {
      if (operation.kind !== 'activity' || operation.governed.by !== 'policies') return [];
      const expected = OF_RESOURCE[operation.governed.resource as keyof typeof OF_RESOURCE] as string | undefined;
      const group = groupOf(operation);
      return expected === undefined || group === expected ? [] : [`${operation.name}: ${group}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
  });

  test('come after the operations used last, and unknown names are ignored', () => {
    const lines = groupedLines(['list_users', 'no_such_operation', 'create_policy', 'list_users']);
    expect(under('Recently used', lines)).toEqual(['list_users', 'create_policy']);
    expect(lines.slice(3)).toEqual(GROUPED);
    expect(under('Recently used')).toEqual([]);
  });

  test('keep the last eight, each once', () => {
    const eight = Array.from({ length: 8 }, (_name, at) => `operation_${at}`);
    expect(withUsed(eight, 'new')).toEqual(['new', ...eight.slice(0, 7)]);
    expect(withUsed(eight, 'operation_3')).toEqual(['operation_3', ...eight.filter((name) => name !== 'operation_3')]);
  });
});

describe('the form of an operation', () => {
  /** Every text that a form shows before anything is typed, with the member that it is about. */
  const textsOf = (fields: readonly Field[], path: string): readonly (readonly [path: string, text: string])[] =>
    fields.flatMap((field) => {
      const at = `${path}.${field.name}`;
      const own = [field.title, ...(field.help === null ? [] : [field.help])].map((text) => [at, text] as const);
      switch (field.kind) {
        case 'choice':
          return [...own, ...field.choices.map((choice) => [at, valueLabel(String(choice))] as const)];
        case 'text':
          return [...own, ...(field.says === null ? [] : [[at, field.says] as const])];
        case 'group':
          return [...own, ...textsOf(field.fields, at)];
        case 'list': {
          const item = { ...field.item, title: `${field.one} 1` };
          return [...own, ...textsOf([item], at)];
        }
        default:
          return own;
      }
    });
  const texts = ENTRIES.flatMap(({ operation, fields }) => textsOf(fields, operation.name));
  /** The operator types JSON there, and needs the names of its members. */
  const JSON_HELP = ['create_webhook_endpoint.subscriptions.item.filtersJson'];

  test('has a label for every member', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('shows no enumerated value of the interface', () =>
    expect(texts.filter(([, text]) => /\b[A-Z0-9]+_[A-Z0-9_]+\b/.test(text))).toEqual([]));

  test('names each chain, and no two options alike', () => {
    expect(texts.filter(([, text]) => /^(eip155|solana|bip122|tron):/.test(text))).toEqual([]);
    const options = ENTRIES.flatMap(({ operation, fields }) => choicesOf(fields, operation.name));
    for (const { path, labels } of options) expect(new Set(labels).size, path).toBe(labels.length);
  });

  test('shows no name of a member of the interface', () =>
    expect(texts.filter(([path, text]) => /\b[a-z]+[A-Z][a-zA-Z]*\b/.test(text) && !isSpelled(path, text))).toEqual(
      [],
    ));

  test('numbers items in the singular, and names no id', () =>
    expect(texts.filter(([, text]) => /(?:[^su]s|sses|ies|\bids?) 1$/.test(text))).toEqual([]));

  /** Names that are written like that. */
  const isSpelled = (path: string, text: string) => JSON_HELP.includes(path) || /^(gRPC|secp256k1|mTLS)$/.test(text);
  const choicesOf = (fields: readonly Field[], path: string): { path: string; labels: string[] }[] =>
    fields.flatMap((field) => {
      const at = `${path}.${field.name}`;
      if (field.kind === 'choice') return [{ path: at, labels: field.choices.map((one) => valueLabel(String(one))) }];
      if (field.kind === 'group') return choicesOf(field.fields, at);
      return field.kind === 'list' ? choicesOf([field.item], at) : [];
    });
});

describe('a filled-in request', () => {
  const policy = entryOf(OPERATIONS.create_policy);

  test('is the same from JSON and from the form', () => {
    for (const entry of ENTRIES) {
      const { operation } = entry;
      if (operation.kind === 'discovery') continue;
      const whole = operation.kind === 'activity' ? operation.example.parameters : operation.example.request;
      const example: unknown = JSON.parse(JSON.stringify(whole), (_name, value) => (value === '' ? undefined : value));
      const form = otherWay(entry, json(example));
      expect(form).toMatchObject({ as: 'form' });
      for (const draft of [json(example), form as OperationDraft])
        expect(filledIn(entry, draft)).toEqual({ parameters: example, problems: null });
      const back = otherWay(entry, form as OperationDraft) as { text: string };
      expect(JSON.parse(back.text)).toEqual(example);
    }
  });

  /** A form with every optional member added, and one item in each list. */
  const withAll = (fields: readonly Field[]): FormValues =>
    Object.fromEntries(fields.map((field) => [field.name, added(field)]));
  const added = (field: Field): FormValue => {
    if (field.kind === 'group') return withAll(field.fields);
    return field.kind === 'list' ? [added(field.item)] : emptyValue(field);
  };
  /** The paths of the optional texts that go out empty. */
  const emptyIn = (fields: readonly Field[], given: unknown, path: string): readonly string[] =>
    fields.flatMap((field) => {
      const value = (given as Readonly<Record<string, unknown>>)[field.name];
      const at = `${path}.${field.name}`;
      if (field.kind === 'group') return emptyIn(field.fields, value ?? {}, at);
      if (field.kind === 'list') return emptyIn([field.item], { [field.item.name]: (value as unknown[])[0] }, at);
      return field.kind === 'text' && field.optional && value === '' ? [at] : [];
    });

  test('leaves out every optional text that is empty, in each form', () => {
    const drafts = ENTRIES.map((entry) => ({ entry, values: withAll(entry.fields) }));
    expect(drafts.flatMap(({ entry, values }) => emptyIn(entry.fields, values, entry.operation.name))).toContain(
      'create_policy.time',
    );
    for (const { entry, values } of drafts)
      expect(emptyIn(entry.fields, parametersOf(entry.fields, values), entry.operation.name)).toEqual([]);
  });

  test('from JSON has an empty text that was typed, and the form refuses to lose it', () => {
    const draft = json({ policyId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', time: '' });
    const update = entryOf(OPERATIONS.update_policy);
    expect(filledIn(update, draft).parameters).toMatchObject({ time: '' });
    expect(otherWay(update, draft)).toEqual(['time']);
  });

  test('a change clears a text of today whose field was emptied, and no other', () => {
    const asked = { today: { userName: 'Ada', userEmail: 'ada@example.com' }, fixed: ['userId'] };
    const { fields } = entryOf(OPERATIONS.update_user);
    const changed = (values: FormValues) => changedFrom(asked, parametersOf(fields, values), values);
    expect(changed({ userId: 'u', userName: 'Ada', userEmail: '' })).toEqual({ userId: 'u', userEmail: '' });
    expect(changed({ userId: 'u', userName: 'Bob', userEmail: 'ada@example.com' })).toEqual({
      userId: 'u',
      userName: 'Bob',
    });
    expect(changedFrom(asked, { userId: 'u', userName: 'Ada' }, { userId: 'u', userName: 'Ada' })).toBeNull();
    const isNew = { today: {}, fixed: [] };
    expect(changedFrom(isNew, { userName: 'Ada' }, { userName: 'Ada', userEmail: '' })).toEqual({ userName: 'Ada' });
  });

  test('a query needs no organization but the profile’s', () =>
    expect(filledIn(entryOf(OPERATIONS.list_policies), { as: 'form', values: {} })).toEqual({
      parameters: {},
      problems: null,
    }));

  test('shows a fault beside its field, in the form and in JSON', () => {
    const values = { ...emptyValues(policy.fields), effect: 'EFFECT_MAYBE' };
    const problems = { policyName: 'Fill this in.', effect: 'Choose one of the list.' };
    expect(filledIn(policy, { as: 'form', values })).toEqual({ parameters: null, problems });
    expect(filledIn(policy, json({ effect: 'EFFECT_MAYBE' })).problems).toMatchObject(problems);
    expect(filledIn(policy, json({ policyName: 5, effect: 'EFFECT_ALLOW' })).problems).toEqual({
      policyName: 'This must be text in double quotes and is a number.',
    });
    expect(filledIn(policy, { as: 'json', text: '[' }).problems).toEqual({
      '': 'This is not JSON (line 1, column 2: it ends before a square bracket ] closes it).',
    });
  });

  test('stays JSON when it has no field', () => {
    expect(otherWay(policy, json({ policyName: 'A', effect: 'EFFECT_ALLOW', colour: 'red' }))).toEqual(['colour']);
    expect(otherWay(policy, { as: 'json', text: '[]' })).toEqual(['']);
  });
});

describe('an answer', () => {
  const { response } = OPERATIONS.list_user_tags;
  const tag = {
    tagId: 'b7',
    tagName: 'Desk',
    tagType: 'TAG_TYPE_USER',
    createdAt: { seconds: '1745383555', nanos: '0' },
  };

  test('with one list of objects is a table', () => {
    const list = listIn(response, { userTags: [tag] });
    expect(list).toMatchObject({ member: 'userTags', items: [tag] });
    expect(list?.columns.map(({ name }) => name)).toEqual(['tagId', 'tagName', 'tagType']);
    expect(listIn(OPERATIONS.get_user.response, { user: {} })).toBeNull();
    expect(listIn(response, { userTags: 'none' })).toBeNull();
  });

  test('continues from the id of its last object', () => {
    expect(idOf(tag)).toBe('b7');
    expect(idOf({ name: 'x', id: '' })).toBeNull();
    expect(idOf(undefined)).toBeNull();
  });

  test('is flattened in its own order, up to a size limit', () => {
    const rows = rowsOf({ userTags: [tag, { tagName: null, tagIds: [] }] }, response);
    expect(rows.map(({ path, label }) => [path, label])).toEqual([
      ['userTags[0].tagId', 'User tag 1, Tag id'],
      ['userTags[0].tagName', 'User tag 1, Tag name'],
      ['userTags[0].tagType', 'User tag 1, Tag type'],
      ['userTags[0].createdAt', 'User tag 1, Created at'],
      ['userTags[1].tagIds', 'User tag 2, Tag ids'],
    ]);
    expect(rows[3]?.value).toContain('2025');
    const { response: limits, example } = OPERATIONS.list_velocity_controls;
    expect(rowsOf(example.response, limits)).toContainEqual(
      expect.objectContaining({ label: 'Velocity control 1, Aggregation, Group by', value: 'organization' }),
    );
    expect(rowsOf({ all: Array.from({ length: 2000 }, String) }, null)).toHaveLength(500);
  });
});
