/** Payments of one account to several (MsgMultiSend). */
import { danger, row } from '../../../meaning.ts';
import { listed, type Member, type MessageRule, markOf, type Values } from './members.ts';

const PARTIES: Member['kind'] = {
  members: [
    { name: 'address', field: 1, kind: 'text' },
    { name: 'coins', field: 2, kind: 'coins' },
  ],
  isList: true,
};

/** The sum of what parties give or get, by denominations. */
function sumOf(values: Values, name: string): string {
  const sums = new Map<string, bigint>();
  for (const party of values.each(name))
    for (const { denom, amount } of party.coins('coins')) sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount));
  return JSON.stringify([...sums].map(([denom, sum]) => [denom, String(sum)]).sort());
}

export const MULTI_SEND: MessageRule = {
  amino: 'cosmos-sdk/MsgMultiSend',
  url: '/cosmos.bank.v1beta1.MsgMultiSend',
  members: [
    { name: 'inputs', field: 1, kind: PARTIES },
    { name: 'outputs', field: 2, kind: PARTIES },
  ],
  actor: 'inputs.address',
  step: (values, amount) =>
    listed(
      values
        .each('outputs')
        .map(
          (each, index) => `${index === 0 ? 'Send' : 'send'} ${amount(each.coins('coins'))} to ${each.text('address')}`,
        ),
    ) || 'Send nothing',
  rows: (values, amount) =>
    values
      .each('outputs')
      .flatMap((each) => [
        row('Amount', amount(each.coins('coins')), 'amount'),
        row('To', each.text('address'), 'address'),
      ]),
  findings: (values) => [
    ...(values.each('inputs').length === 1
      ? []
      : [
          danger('It takes the coins of several accounts or of none, which chains refuse.', {
            field: 'inputs',
            mark: markOf(values.text('outputs.address')),
          }),
        ]),
    ...(sumOf(values, 'inputs') === sumOf(values, 'outputs')
      ? []
      : [
          danger('It gives other amounts than it takes, which chains refuse.', {
            field: 'outputs',
            mark: markOf(values.text('outputs.address')),
          }),
        ]),
  ],
};
