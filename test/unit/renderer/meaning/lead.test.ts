import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { leadFacts } from '../../../../renderer/meaning/lead.tsx';
import type { DecodedField, ValueRow } from '../../../../shared/model/index.ts';

const text = (name: string, value = 'x'): DecodedField => ({ name, value, kind: 'text' });
const FIELDS = ['a', 'b', 'c', 'd'].map((name) => text(name));
const labels = (summary: readonly DecodedField[]) =>
  leadFacts({ rows: [], decoded: { title: 'Payment', summary: [...summary], fields: FIELDS, unexplained: [] } }).map(
    ({ label, aside }) => (aside === undefined ? label : `${label} (${aside})`),
  );

it('a payment begins with amount, recipient and fee, whatever else its chain has', () => {
  const tempo = ['From', 'To', 'Amount', 'Chain', 'Fee at most', 'Fee token', 'Nonce', 'Valid before'];
  expect(labels(tempo.map((name) => text(name, name === 'Nonce' ? '7' : 'x')))).toEqual([
    ...['Amount', 'To', 'Fee', 'From', 'Chain (nonce 7)', 'Fee token', 'Valid before'],
  ]);
  const bitcoin = ['From', 'You spend', 'Amount', 'To', 'Change', 'Fee', 'Fee rate', 'Chain'];
  expect(labels(bitcoin.map((name) => text(name)))).toEqual([
    ...['Amount', 'To', 'Fee', 'From', 'Chain', 'You spend', 'Change', 'Fee rate'],
  ]);
  const exchange = ['From', 'Amount', 'To', 'Destination tag', 'Chain', 'Fee', 'Sequence number', 'Memo'];
  expect(labels(exchange.map((name) => text(name)))).toEqual([
    ...['Amount', 'To', 'Destination tag', 'Memo', 'Fee', 'From', 'Chain', 'Sequence number'],
  ]);
  expect(labels(['To', 'Amount', 'Nonce'].map((name) => text(name)))).toEqual(['Amount', 'To', 'Nonce']);
});

it('a summary of several recipients keeps its order', () => {
  const names = ['To', 'Amount', 'To', 'Amount', 'Chain'];
  expect(labels(names.map((name) => text(name)))).toEqual(names);
});

it('an enumerated value is in words, and an unknown one as it is spelled', () => {
  const row = (value: string): ValueRow => ({ path: `parameters.${value}`, label: 'Effect', value, kind: 'enum' });
  const [known, unknown] = leadFacts({ decoded: null, rows: [row('EFFECT_ALLOW'), row('EFFECT_MAYBE')] });
  expect(known?.value).toBe('Allow');
  expect(renderToStaticMarkup(createElement('div', null, unknown?.value))).toContain('EFFECT_<wbr/>MAYBE');
});

it('a signed text has a label in words, and a member of typed data the name that its contract gives it', () => {
  const brief = (...names: string[]) =>
    leadFacts({
      rows: [],
      decoded: { title: 'Message', summary: [], fields: names.map((name) => text(name)), unexplained: [] },
    }).map(({ label }) => label);
  expect(brief('message')).toEqual(['Message']);
  expect(brief('text')).toEqual(['Text']);
  expect(brief('message.text', 'message.constructor')).toEqual(['text', 'constructor']);
});

it('a secret is called by its name, an only item has no number, and a named id is called by its thing', () => {
  const row = (path: string, label: string, value: string, kind: ValueRow['kind'] = 'text'): ValueRow => ({
    path: `parameters.${path}`,
    label,
    value,
    kind,
  });
  const secret = (index: number) => [
    row(`secrets[${index}].name`, `Secret ${index + 1}, Name`, 'api'),
    row(`secrets[${index}].secretPayload`, `Secret ${index + 1}, Secret payload`, '{"encappedPublic":"04"}', 'bytes'),
    row(`secrets[${index}].targetPublicKey`, `Secret ${index + 1}, Target public key`, '04ab', 'bytes'),
  ];
  const shown = (rows: readonly ValueRow[], ids: string[] = []) =>
    leadFacts({ decoded: null, rows: [...rows] }, { ids: ids.map((id) => ({ id, name: 'Operator' })) });
  expect(shown(secret(0))).toMatchObject([{ label: 'Secret', value: 'api' }]);
  expect(
    shown(
      secret(0)
        .slice(1)
        .concat(row('secrets[0].x', 'x', 'y')),
    ),
  ).toMatchObject([{ value: 'without a name' }]);
  expect(shown([...secret(0), ...secret(1)]).map(({ label }) => label)).toEqual(['Secret 1', 'Secret 2']);
  const format = (index: number) =>
    row(`addressFormats[${index}]`, `Address format ${index + 1}`, 'ADDRESS_FORMAT_ETHEREUM', 'enum');
  expect(shown([format(0)])).toMatchObject([{ label: 'Address format', value: 'Ethereum' }]);
  expect(shown([format(0), format(1)]).map(({ label }) => label)).toEqual(['Address format 1', 'Address format 2']);
  const user = row('userId', 'User id', 'u-1', 'bytes');
  expect([shown([user]), shown([user], ['u-1'])].map(([fact]) => fact?.label)).toEqual(['User id', 'User']);
});
