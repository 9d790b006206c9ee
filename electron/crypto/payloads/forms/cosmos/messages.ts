/** Messages of Cosmos chains: their members, for both amino JSON and protobuf, and their effects in words. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { care, danger, momentText, row } from '../../../meaning.ts';
import { routeFindings } from '../../../transactions/routes.ts';
import type { Coin } from './coins.ts';

/** `coin` and `coins` are amounts with a denomination. `height` is a height of another chain. */
export type MemberKind = 'text' | 'number' | 'vote' | 'coin' | 'coins' | 'height';

export interface Member {
  readonly name: string;
  /** The number of the field in protobuf. */
  readonly field: number;
  readonly kind: MemberKind;
  /** It may be absent, which means empty or 0. */
  readonly optional?: true;
}

/** The members of a message, read: texts and numbers as text. */
export interface Values {
  text(name: string): string;
  coins(name: string): readonly Coin[];
}

export interface MessageRule {
  readonly amino: string;
  readonly url: string;
  readonly members: readonly Member[];
  /** The member that names the account whose message it is. */
  readonly actor: string;
  /** The recipient is an account of another chain. */
  readonly isToOtherChain?: true;
  step(values: Values, amount: (coins: readonly Coin[]) => string): string;
  rows(values: Values): readonly DecodedField[];
  findings?(values: Values): readonly Finding[];
}

const text = (name: string, field: number): Member => ({ name, field, kind: 'text' });
const number = (name: string, field: number): Member => ({ name, field, kind: 'number' });
const to = (address: string): DecodedField[] => [row('To', address, 'address')];
const validator = (values: Values, name = 'validator_address') => [row('Validator', values.text(name), 'address')];

export const VOTES = ['unspecified', 'yes', 'abstain', 'no', 'no with veto'] as const;

const DELEGATOR = text('delegator_address', 1);
const VALIDATOR = text('validator_address', 2);

const VOTE: Pick<MessageRule, 'actor' | 'step' | 'rows'> = {
  actor: 'voter',
  step: (values) => `Vote ${values.text('option')} on proposal ${values.text('proposal_id')}`,
  rows: (values) => [row('Proposal', values.text('proposal_id'))],
};
const VOTE_MEMBERS: readonly Member[] = [
  number('proposal_id', 1),
  text('voter', 2),
  { name: 'option', field: 3, kind: 'vote' },
];

/** An address of any chain. Middleware of packets takes other signs in it for a way to go on. */
const RECEIVER = /^[A-Za-z0-9]+$/;

/** Values that mean no height of another chain. */
const NO_HEIGHT: ReadonlySet<string> = new Set(['', '0-0']);

/** The time after which an undelivered transfer is refunded, in nanoseconds since 1970. 0 means never. */
function timeoutRows(nanoseconds: string): DecodedField[] {
  if (nanoseconds === '' || nanoseconds === '0') return [];
  const moment = momentText(BigInt(nanoseconds) / 1_000_000n, 'ms');
  return [row('Comes back after', `${moment} (${nanoseconds} nanoseconds since 1970)`)];
}

export const MESSAGES: readonly MessageRule[] = [
  {
    amino: 'cosmos-sdk/MsgSend',
    url: '/cosmos.bank.v1beta1.MsgSend',
    members: [text('from_address', 1), text('to_address', 2), { name: 'amount', field: 3, kind: 'coins' }],
    actor: 'from_address',
    step: (values, amount) => `Send ${amount(values.coins('amount'))} to ${values.text('to_address')}`,
    rows: (values) => to(values.text('to_address')),
  },
  {
    amino: 'cosmos-sdk/MsgDelegate',
    url: '/cosmos.staking.v1beta1.MsgDelegate',
    members: [DELEGATOR, VALIDATOR, { name: 'amount', field: 3, kind: 'coin' }],
    actor: 'delegator_address',
    step: (values, amount) =>
      `Stake ${amount(values.coins('amount'))} with the validator ${values.text('validator_address')}`,
    rows: validator,
  },
  {
    amino: 'cosmos-sdk/MsgUndelegate',
    url: '/cosmos.staking.v1beta1.MsgUndelegate',
    members: [DELEGATOR, VALIDATOR, { name: 'amount', field: 3, kind: 'coin' }],
    actor: 'delegator_address',
    step: (values, amount) =>
      `Take ${amount(values.coins('amount'))} back from the validator ${values.text('validator_address')}`,
    rows: validator,
  },
  {
    amino: 'cosmos-sdk/MsgBeginRedelegate',
    url: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
    members: [
      DELEGATOR,
      text('validator_src_address', 2),
      text('validator_dst_address', 3),
      { name: 'amount', field: 4, kind: 'coin' },
    ],
    actor: 'delegator_address',
    step: (values, amount) =>
      `Move the stake of ${amount(values.coins('amount'))} from the validator ${values.text('validator_src_address')} to ${values.text('validator_dst_address')}`,
    rows: (values) => validator(values, 'validator_dst_address'),
  },
  {
    amino: 'cosmos-sdk/MsgWithdrawDelegationReward',
    url: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    members: [DELEGATOR, VALIDATOR],
    actor: 'delegator_address',
    step: (values) => `Withdraw the rewards of the validator ${values.text('validator_address')}`,
    rows: validator,
  },
  {
    amino: 'cosmos-sdk/MsgModifyWithdrawAddress',
    url: '/cosmos.distribution.v1beta1.MsgSetWithdrawAddress',
    members: [DELEGATOR, text('withdraw_address', 2)],
    actor: 'delegator_address',
    step: (values) => `Send all rewards of staking to ${values.text('withdraw_address')} from now on`,
    rows: (values) => to(values.text('withdraw_address')),
    findings: (values) =>
      values.text('withdraw_address') === values.text('delegator_address')
        ? []
        : [danger('Every later reward goes to that address, until it is changed again.')],
  },
  { amino: 'cosmos-sdk/MsgVote', url: '/cosmos.gov.v1beta1.MsgVote', members: VOTE_MEMBERS, ...VOTE },
  {
    amino: 'cosmos-sdk/v1/MsgVote',
    url: '/cosmos.gov.v1.MsgVote',
    members: [...VOTE_MEMBERS, { ...text('metadata', 4), optional: true }],
    ...VOTE,
    rows: (values) => [
      ...VOTE.rows(values),
      ...(values.text('metadata') === '' ? [] : [row('Metadata', values.text('metadata'))]),
    ],
  },
  {
    amino: 'cosmos-sdk/MsgTransfer',
    url: '/ibc.applications.transfer.v1.MsgTransfer',
    members: [
      text('source_port', 1),
      text('source_channel', 2),
      { name: 'token', field: 3, kind: 'coin' },
      text('sender', 4),
      text('receiver', 5),
      { name: 'timeout_height', field: 6, kind: 'height', optional: true },
      { ...number('timeout_timestamp', 7), optional: true },
      { ...text('memo', 8), optional: true },
    ],
    actor: 'sender',
    isToOtherChain: true,
    step: (values, amount) =>
      `Send ${amount(values.coins('token'))} to ${values.text('receiver')} on another chain, over ${values.text('source_channel')}`,
    rows: (values) => [
      ...to(values.text('receiver')),
      row('Channel', `${values.text('source_port')}/${values.text('source_channel')}`),
      ...(values.text('memo') === '' ? [] : [row('Transfer memo', values.text('memo'))]),
      ...(NO_HEIGHT.has(values.text('timeout_height'))
        ? []
        : [row('Comes back after block', values.text('timeout_height'))]),
      ...timeoutRows(values.text('timeout_timestamp')),
    ],
    findings: (values) => [
      care('The chain at the other end of the channel is not named: the recipient’s chain must be the right one.'),
      ...(values.text('source_port') === 'transfer'
        ? []
        : [
            danger(
              `The port ${values.text('source_port')} is not that of transfers: a contract gets the coins, by its own rules.`,
              {
                field: 'source_port',
                mark: values.text('source_port').slice(-6) || 'none',
              },
            ),
          ]),
      ...(NO_HEIGHT.has(values.text('timeout_height')) && ['', '0'].includes(values.text('timeout_timestamp'))
        ? [danger('It never comes back: it has no time after which an undelivered transfer is refunded.')]
        : []),
      ...(RECEIVER.test(values.text('receiver'))
        ? []
        : [
            danger('The recipient is an instruction: the other chain can send the coins on, or to somebody else.', {
              field: 'receiver',
              mark: values.text('receiver').slice(-6) || 'none',
            }),
          ]),
      ...(/^\s*[{[]/.test(values.text('memo'))
        ? [
            danger('The memo of the transfer is an instruction: the other chain can send it on or call a contract.', {
              field: 'memo',
              mark: values.text('receiver').slice(-6),
            }),
          ]
        : routeFindings(values.text('memo'), 'memo', values.text('receiver').slice(-6) || 'none')),
    ],
  },
];
