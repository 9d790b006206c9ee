import { expect, test } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

const envelope = { timestampMs: '1745383555000', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' };
const describe = (text: string) => describeBody(utf8Encode(text));

test('shows a list without items as none, and the text “[]” as it is', () => {
  const shown = (tagIds: unknown, userTagName: string) =>
    describe(
      JSON.stringify({
        ...envelope,
        type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
        parameters: { userTagName, userIds: tagIds },
      }),
    ).rows.map(({ value }) => value);
  expect(shown([], '[]')).toEqual(['[]', 'none']);
});

test('names the items of lists by their number', () => {
  const { rows, findings, headline } = describe(
    JSON.stringify({
      ...envelope,
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      parameters: { ...OPERATIONS.create_wallet.example.parameters, mnemonicLength: null },
    }),
  );
  expect(rows).toContainEqual({
    path: 'parameters.accounts[0].path',
    label: 'Account 1, Path',
    value: "m/44'/60'/0'/0/0",
    kind: 'bytes',
  });
  expect(rows.at(-1)).toEqual({ path: 'parameters.mnemonicLength', label: 'Words', value: 'null', kind: 'enum' });
  expect(findings).toEqual([]);
  expect(headline).toMatch(/^Create wallet “.+”$/);
});

test('names the choice and the durations of a limit', () => {
  const { rows } = describe(
    JSON.stringify({
      ...envelope,
      type: 'ACTIVITY_TYPE_CREATE_VELOCITY_CONTROL',
      parameters: OPERATIONS.create_velocity_control.example.parameters,
    }),
  );
  const within = rows.filter(({ path }) => /window|groupBy|caip19/.test(path));
  expect(within.map(({ label, value, kind }) => [label, value, kind])).toEqual([
    ['Data source, Chain asset transfer, Asset 1, Asset', 'eip155:1/slip44:60', 'asset'],
    ['Aggregation, Window, Rolling, Duration', '86400', 'duration'],
    ['Aggregation, Group by', 'organization', 'enum'],
  ]);
});
