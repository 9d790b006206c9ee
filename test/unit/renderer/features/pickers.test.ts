import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ENTRIES } from '../../../../renderer/features/operations/catalog.ts';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { FormFields } from '../../../../renderer/form/form-fields.tsx';
import type { FormValues, Problems } from '../../../../renderer/form/values.ts';
import { namesProblem } from '../../../../renderer/request/names-problem.ts';
import { narrowedChoices } from '../../../../renderer/request/narrow-choices.ts';
import { namersIn, pickersFor } from '../../../../renderer/request/pickers.tsx';
import { UUID_PATTERN } from '../../../../shared/model/index.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { organization } from '../fixture-organization.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const content = organization(NOW);
const [ada] = content.users;
if (ada === undefined) throw new Error('no users');

const entryOf = (name: string) => {
  const entry = ENTRIES.find(({ operation }) => operation.name === name);
  if (entry === undefined) throw new Error(`${name} is not offered`);
  return entry;
};

type Known = Parameters<typeof pickersFor>[1];

/** The form of an operation as the page draws it. */
function drawn(operation: Operation, values: FormValues, known: Known, problems: Problems = {}): string {
  const schema = operation.kind === 'activity' ? operation.parameters : operation.request;
  const fields = fieldsOf(schema as NonNullable<typeof schema>);
  const overrides = pickersFor(fields, known, { values });
  return renderToStaticMarkup(
    createElement(FormFields, { fields, values, problems, overrides, onChange: () => undefined }),
  );
}

describe('an id in a form', () => {
  test('is chosen by name, and another one can be typed', () => {
    const form = drawn(OPERATIONS.update_user_tag, { userTagId: '', addUserIds: [], removeUserIds: [] }, content);
    expect(form).toContain(`<option value="${ada.id}">Ada`);
    expect(form.match(/>Type an id</g)).toHaveLength(3);
  });

  test('is chosen among the members of a tag to remove, and among the others to add', () => {
    const [tag] = content.tags.filter(({ kind }) => kind === 'user');
    const choices = content.users.map(({ id, name }) => ({ value: id, label: name }));
    const found = (member: string) =>
      narrowedChoices(member, member, choices, { content, values: { userTagId: tag?.id ?? '' } }).map(
        ({ value }) => value,
      );
    const ids = (isTagged: boolean) =>
      content.users.filter(({ tagIds }) => tagIds.includes(tag?.id ?? '') === isTagged).map(({ id }) => id);
    expect(ids(true)).not.toEqual([]);
    expect(found('addUserIds')).toEqual(ids(false));
    expect(found('removeUserIds')).toEqual(ids(true));
    expect(found('userIds')).toHaveLength(choices.length);
  });

  test('of a second factor is chosen among those of its user and type', () => {
    const choices = content.users
      .flatMap(({ keys, passkeys }) => [...keys, ...passkeys])
      .map(({ id }) => ({ value: id, label: id }));
    const user = content.users.find(({ passkeys, keys }) => passkeys.length > 0 && keys.length > 0);
    const valuesFor = (type: string) => ({
      userId: user?.id ?? '',
      requiredAuthenticationMethods: [{ any: [{ type, id: '' }] }],
    });
    const found = (type: string) =>
      narrowedChoices('authenticationMethod', 'requiredAuthenticationMethods.0.any.0.id', choices, {
        content,
        values: valuesFor(type),
      }).map(({ value }) => value);
    const ids = (rows: readonly { readonly id: string }[] = []) => rows.map(({ id }) => id);
    expect(found('AUTHENTICATION_TYPE_PASSKEY')).toEqual(ids(user?.passkeys));
    expect(found('AUTHENTICATION_TYPE_API_KEY')).toEqual(ids(user?.keys));
    expect(found('')).toEqual([...ids(user?.keys), ...ids(user?.passkeys)]);
  });

  test('that nobody named stays as it was typed', () => {
    const values = { userTagId: 'not-listed', addUserIds: [ada.id, 'not-listed-either'], removeUserIds: [] };
    const form = drawn(OPERATIONS.update_user_tag, values, content);
    expect(form).toContain('<option value="not-listed" selected="">not-listed</option>');
    expect(form).toContain('value="not-listed-either"');
    expect(form).not.toContain(`value="${ada.id}" class="input`);
  });

  test('is typed while the names are unknown', () => {
    const values = { userTagId: 'tag-1', addUserIds: ['user-1'], removeUserIds: [] };
    const form = drawn(OPERATIONS.update_user_tag, values, null);
    expect(form).not.toContain('<select');
    for (const id of ['tag-1', 'user-1']) expect(form).toContain(`value="${id}"`);
    expect(form).toContain('Type an id');
  });

  test('that is missing in a list is reported there', () => {
    const form = drawn(OPERATIONS.delete_users, { userIds: [''] }, content, { 'userIds.0': 'Fill this in.' });
    expect(form).toContain('Fill this in.');
    expect(form).not.toContain('<input');
  });
});

/** Members with ids that no picker names, with the reason. */
const TYPED: Readonly<Record<string, string>> = {
  invitationId: 'no query lists invitations',
  clientId: 'another provider gives it',
  projectId: 'another provider gives it',
  templateId: 'the service has no list of templates',
  credentialId: 'a passkey that is only now registered has it',
  otpId: 'the reply to one request gives it, and the next one takes it',
  existingOperatorIds: 'the service lists operators without their ids',
  manifestSetId: 'the service lists sets of operators without their ids',
  shareSetId: 'the service lists sets of operators without their ids',
  sendTransactionStatusId: 'the result of one activity gives it',
  claimRequestId: 'the result of one activity gives it',
  deployRequestId: 'the result of one activity gives it',
  depositRequestId: 'the result of one activity gives it',
  withdrawRequestId: 'the result of one activity gives it',
};

describe('the members of all operations that hold ids', () => {
  const known = { ...content, privateKeys: [{ id: 'key-1', name: 'Cold key' }] };
  const isNamed = (name: string) => /(?:Ids?|signWiths?|(?:user|User|Key)Tags)$/.test(name);
  /** A member that takes an id by its declaration, or the key of something that is there already. */
  const isId = ({ field, member }: ReturnType<typeof namersIn>[number]) => {
    const text = field.kind === 'list' ? field.item : field;
    if (text.kind !== 'text') return false;
    return isNamed(field.name) || text.pattern === UUID_PATTERN || member !== field.name;
  };
  const members = ENTRIES.flatMap(({ fields }) => {
    const pickers = pickersFor(fields, known, { endpoints: [] });
    return namersIn(fields)
      .filter(isId)
      .map(({ path, field }) => ({
        name: field.name,
        isPicked: pickers[path] !== undefined || pickers[`${path}.*`] !== undefined,
      }));
  });

  test('have a picker, or a reason to be typed', () => {
    expect(members.length).toBeGreaterThan(150);
    const unnamed = members.filter(({ name, isPicked }) => !isPicked && TYPED[name] === undefined);
    expect([...new Set(unnamed.map(({ name }) => name))]).toEqual([]);
  });

  test('have a reason only when they have no picker', () => {
    for (const name of Object.keys(TYPED)) {
      const named = members.filter((member) => member.name === name);
      expect(named.length, name).toBeGreaterThan(0);
      expect(
        named.some(({ isPicked }) => isPicked),
        name,
      ).toBe(false);
    }
  });

  test('are typed for another organization', () => {
    const { fields } = entryOf('get_user');
    expect(Object.keys(pickersFor(fields, known)).toSorted()).toEqual(['organizationId', 'userId']);
    expect(Object.keys(pickersFor(fields, known, { isElsewhere: true }))).toEqual(['organizationId']);
  });

  test('name their own things, with the user whose they are', () => {
    const [key] = ada.keys;
    if (key === undefined) throw new Error('no keys');
    const form = drawn(OPERATIONS.get_api_key, { apiKeyId: '' }, content);
    expect(form).toContain(`<option value="${key.id}">${key.name} (${ada.name})</option>`);
    expect(form).toContain('<option value="" selected="">This organization</option>');
    const signing = drawn(OPERATIONS.sign_raw_payload, { signWith: 'an id' }, content);
    expect(signing).toContain('role="combobox"');
    expect(signing).toContain('value="an id"');
  });
});

describe('a member whose name does not say what it names', () => {
  test('chooses the API key of an IP allowlist by name, and takes its public key', () => {
    const [key] = ada.keys;
    if (key === undefined) throw new Error('no keys');
    for (const operation of [OPERATIONS.set_ip_allowlist, OPERATIONS.remove_ip_allowlist, OPERATIONS.get_ip_allowlist])
      expect(drawn(operation, { publicKey: '' }, content)).toContain(
        `<option value="${key.publicKey}">${key.name} (${ada.name})</option>`,
      );
  });

  test('chooses a required method by name', () => {
    const values = { requiredAuthenticationMethods: [{ any: [{ type: '', id: '' }] }] };
    const form = drawn(OPERATIONS.create_mfa_policy, values, content);
    for (const { id } of [...ada.keys, ...content.sessionProfiles]) expect(form).toContain(`<option value="${id}">`);
  });

  test('is a field for a new key otherwise', () => {
    const values = { userId: '', apiKeys: [{ apiKeyName: '', publicKey: '', curveType: '' }] };
    expect(drawn(OPERATIONS.create_api_keys, values, content)).toMatch(/>Public key<.*?<input type="text"/);
  });
});

describe('a form that cannot name things', () => {
  const { users } = content.parts;
  const read = { answer: users, busy: false };
  const unread = { answer: { readAt: null }, busy: false };
  const idle = { running: false, problem: null, result: null };

  test('shows that it reads, and that it failed', () => {
    expect(namesProblem(read, { ...idle, problem: new Error('no service') })).toBeNull();
    expect(namesProblem({ answer: null, busy: true }, idle)).toMatchObject({ isBusy: true });
    expect(namesProblem({ answer: null, busy: false }, idle)?.text).toContain('could not be read');
    expect(namesProblem(unread, idle)?.text).toContain('You can type ids meanwhile');
    expect(namesProblem(unread, { ...idle, running: true })).toMatchObject({ isBusy: true });
    expect(namesProblem(unread, { ...idle, problem: new Error('no service') })).toMatchObject({ isBusy: false });
    expect(namesProblem(unread, { ...idle, result: { parts: 9 } })?.text).toContain('You can type ids');
  });
});
