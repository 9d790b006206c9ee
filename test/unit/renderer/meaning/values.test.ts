import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { FormFields } from '../../../../renderer/form/form-fields.tsx';
import { Value } from '../../../../renderer/meaning/value.tsx';
import type { ValueKind } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const textOf = (html: string) => html.replace(/<[^>]*>/g, '');
const drawn = (text: string, kind: ValueKind) =>
  textOf(renderToStaticMarkup(createElement(Value, { text, kind }))).replaceAll('\u200b', '');

it.each([
  ['86400', 'duration', '1 day 86400'],
  ['900', 'duration', '15 minutes 900'],
  ['soon', 'duration', 'soon'],
  ['eip155:1/slip44:60', 'asset', 'ETH on Ethereum eip155:1/slip44:60'],
  ['eip155:1/erc20:0x11', 'asset', 'eip155:1/erc20:0x11'],
  ['organization', 'enum', 'For the whole organization organization'],
  ['wallet', 'enum', 'From each wallet wallet'],
  ['infinite', 'enum', 'All time infinite'],
  ['submission', 'enum', 'When it is sent submission'],
] as const)('%s as %s is shown as %s', (text, kind, shown) => {
  expect(drawn(text, kind)).toBe(shown);
});

it('a form shows a typed duration and asset in words', () => {
  const form = (parameters: Parameters<typeof fieldsOf>[0], values: object) =>
    textOf(
      renderToStaticMarkup(
        createElement(FormFields, {
          fields: fieldsOf(parameters),
          values: values as never,
          problems: {},
          onChange: () => undefined,
        }),
      ),
    );
  const { parameters, example } = OPERATIONS.create_velocity_control;
  expect(form(parameters, example.parameters)).toMatch(/Asset.*ETH on Ethereum.*Duration in seconds.*1 day/);
  const login = OPERATIONS.stamp_login;
  expect(form(login.parameters, { expirationSeconds: '900' })).toMatch(/Lifetime in seconds.*15 minutes/);
});
