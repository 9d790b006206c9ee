import { expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { DATA, effects, same } from './effects-support.ts';

const [control] = OPERATIONS.list_velocity_controls.example.response.velocityControls;
const [use] = OPERATIONS.list_velocity_usage.example.response.velocityUsage;
const at = { seconds: '1795788300', nanos: '0' };
const usage = (changes: object = {}) => ({
  ...use,
  used: '3',
  remaining: '7',
  leavesNext: '3',
  leavesAt: at,
  ...changes,
});
const limits = (uses: readonly object[]) => ({
  list_velocity_controls: { velocityControls: [control] },
  list_velocity_usage: { velocityUsage: uses },
});
const deleted = { velocityControlId: control?.velocityControlId };
const NOT_TRIED = 'The later rights of every user are not known: limits over time are not tried.';

const textsOf = async (operation: string, parameters: object, replies: Readonly<Record<string, unknown>>) =>
  (await effects(operation, parameters, same, DATA, replies)).texts;

it.each([
  ['one use', [usage()], '3 of 10 ETH are used until 27 Nov 2026, 14:05:00 UTC.'],
  [
    'several uses in the window',
    [usage({ leavesNext: '1' })],
    '3 of 10 ETH are used, 1 ETH of it until 27 Nov 2026, 14:05:00 UTC.',
  ],
  ['uses that never leave', [usage({ leavesNext: undefined, leavesAt: undefined })], '3 of 10 ETH are used.'],
])('a question that deletes a limit says what is used: %s', async (_what, uses, words) => {
  expect(await textsOf('delete_velocity_control', deleted, limits(uses))).toEqual([
    `Of the limit “Ether a day”, ${words} Counting begins again at nothing.`,
    NOT_TRIED,
  ]);
});

it('nothing that is used is stated too', async () => {
  const [text] = await textsOf('delete_velocity_control', deleted, limits([]));
  expect(text).toBe('Nothing of the limit “Ether a day” is used. Counting begins again at nothing.');
});

it.each([
  ['the service does not report it', { ...limits([]), list_velocity_usage: new AppError('SERVICE_REFUSED', 'no') }],
  ['the limits cannot be read', { list_velocity_controls: new AppError('SERVICE_UNREACHABLE', 'no') }],
  ['the limit is not listed', { list_velocity_controls: { velocityControls: [] } }],
])('an amount is not known where %s', async (_why, replies) => {
  const [text] = await textsOf('delete_velocity_control', deleted, replies);
  expect(text).toMatch(/^The used amount of the limit .*is not known\. Counting begins again at nothing\.$/);
});

it('a limit of the same name counts from nothing beside the one of today', async () => {
  const [text] = await textsOf('create_velocity_control', { name: 'Ether a day' }, limits([usage()]));
  expect(text).toMatch(/^Of the limit “Ether a day”, 3 of 10 ETH .* Counting begins again at nothing\.$/);
  const alike = await textsOf('create_velocity_control', { name: ' ether a DAY' }, limits([usage()]));
  expect(alike[0]).toBe(text);
  const other = await textsOf('create_velocity_control', { name: 'Other' }, limits([usage()]));
  expect(other).toEqual([NOT_TRIED]);
});

it('a limit that was not read is not known', async () => {
  const page = { velocityControls: Array.from({ length: 100 }, () => control), pageInfo: { hasNextPage: true } };
  const replies = { ...limits([usage()]), list_velocity_controls: page };
  const more = 'Not all limits were read. The use of the others is not known.';
  expect(await textsOf('create_velocity_control', { name: 'Other' }, replies)).toEqual([more, NOT_TRIED]);
  expect((await textsOf('create_velocity_control', { name: 'Ether a day' }, replies))[1]).toBe(more);
  expect(await textsOf('delete_velocity_control', deleted, replies)).not.toContain(more);
});

it('a policy that no longer names a limit leaves its used amount behind', async () => {
  const policy = { ...OPERATIONS.get_policy.example.response.policy, condition: 'controls.ether_a_day == false' };
  const replies = { ...limits([usage()]), get_policy: { policy } };
  const changed = (policyCondition: string) =>
    textsOf('update_policy', { policyId: policy.policyId, policyCondition }, replies);
  expect((await changed('controls.ether_a_day_2 == false'))[0]).toMatch(
    /^Of the limit “Ether a day”, 3 of 10 ETH .* The policy no longer names it\.$/,
  );
  expect((await changed('')).join()).toContain('The policy no longer names it.');
  expect((await changed('controls.ether_a_day == false && true')).join()).not.toContain('Ether a day');
});
