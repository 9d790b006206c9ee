import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { namesProblem } from '../../../../renderer/features/operations/names-problem.ts';
import { pickersFor } from '../../../../renderer/features/operations/pickers.tsx';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { FormFields } from '../../../../renderer/form/form-fields.tsx';
import type { FormValues, Problems } from '../../../../renderer/form/values.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { organization } from '../fixture-organization.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const content = organization(NOW);
const [ada] = content.users;
if (ada === undefined) throw new Error('no users');

type Known = Parameters<typeof pickersFor>[1];

/** The form of an operation as the page draws it. */
function drawn(operation: Operation, values: FormValues, known: Known, problems: Problems = {}): string {
  const schema = operation.kind === 'activity' ? operation.parameters : operation.request;
  const fields = fieldsOf(schema as NonNullable<typeof schema>);
  const overrides = pickersFor(fields, known);
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

describe('a form that cannot name things', () => {
  const { users } = content.parts;
  const read = { answer: { parts: { ...content.parts, users } }, busy: false };
  const unread = { answer: { parts: { ...content.parts, users: { ...users, readAt: null } } }, busy: false };
  const idle = { running: false, problem: null, result: null };

  test('says so while it reads, and after a failure', () => {
    expect(namesProblem(read, { ...idle, problem: new Error('no service') })).toBeNull();
    expect(namesProblem({ answer: null, busy: true }, idle)).toMatchObject({ isBusy: true });
    expect(namesProblem({ answer: null, busy: false }, idle)?.text).toContain('could not be read');
    expect(namesProblem(unread, idle)?.text).toContain('You can type ids meanwhile');
    expect(namesProblem(unread, { ...idle, running: true })).toMatchObject({ isBusy: true });
    expect(namesProblem(unread, { ...idle, problem: new Error('no service') })).toMatchObject({ isBusy: false });
    expect(namesProblem(unread, { ...idle, result: { parts: 9 } })?.text).toContain('You can type ids');
  });
});
