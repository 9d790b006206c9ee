import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { FormFields } from '../../../../renderer/form/form-fields.tsx';
import { type FormValues, parametersOf } from '../../../../renderer/form/values.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const SCHEMA = Type.Object({
  disabled: Type.Optional(Type.Boolean({ title: 'Disable email recovery', help: 'for every user' })),
  active: Type.Optional(Type.Boolean({ title: 'Is active', absent: 'Not changed' })),
  userIds: Type.Optional(Type.Array(Type.String(), { title: 'User ids' })),
});
const fields = fieldsOf(SCHEMA);
const drawn = (values: FormValues) =>
  renderToStaticMarkup(createElement(FormFields, { fields, values, problems: {}, onChange: () => undefined }));

describe('optional flags of a form', () => {
  test('are checkboxes with their help, and nothing has to be added first', () => {
    const html = drawn({});
    expect(html).toMatch(/<input type="checkbox"[^>]*>.*Disable email recovery.*for every user/s);
    expect(html).not.toContain('Add disable email recovery');
    expect(drawn({ disabled: true })).not.toContain('Remove disable email recovery');
  });

  test('whose absence means something else offer that as a choice', () => {
    const html = drawn({});
    expect(html).toMatch(/<option value="" selected="">Not changed<\/option>.*Yes.*No/s);
    expect(drawn({ active: false })).toMatch(/<option value="false" selected="">No/);
    expect(parametersOf(fields, { active: false })).toEqual({ active: false });
    expect(parametersOf(fields, {})).toEqual({});
  });

  test('keep a request that turns something off', () => {
    const webhook = fieldsOf(OPERATIONS.update_webhook_endpoint.parameters);
    expect(webhook.find(({ name }) => name === 'isActive')).toMatchObject({ kind: 'flag', absent: 'Not changed' });
  });

  test('are shown with lists, which are named by their items', () => {
    expect(drawn({})).toContain('Add users');
    expect(drawn({ userIds: [] })).toContain('<h3>Users</h3>');
  });
});
