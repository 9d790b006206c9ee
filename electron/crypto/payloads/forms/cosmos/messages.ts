/** Messages of Cosmos chains: their members, for both amino JSON and protobuf, and their effects in words. */
import type { DecodedField } from '../../../../../shared/model/index.ts';
import { care, danger, momentText, row } from '../../../meaning.ts';
import { routeFindings } from '../../../transactions/routes.ts';
import { GRANTS, TYPE_URL } from './grants.ts';
import type { Member, MessageRule, Values } from './members.ts';
import { MULTI_SEND } from './multi-send.ts';

const text = (name: string, field: number): Member => ({ name, field, kind: 'text' });
const number = (name: string, field: number): Member => ({ name, field, kind: 'number' });
const to = (address: string): DecodedField[] => [row('To', address, 'address')];
const validatorOf = (name: string) => (values: Values) => [row('Validator', values.text(name), 'address')];
const validator = validatorOf('validator_address');

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

const GRANTEE = text('grantee', 2);
const grantee = (values: Values): DecodedField[] => [row('Account', values.text('grantee'), 'address')];

const DEPOSIT: Omit<MessageRule, 'amino' | 'url'> = {
  members: [number('proposal_id', 1), text('depositor', 2), { name: 'amount', field: 3, kind: 'coins' }],
  actor: 'depositor',
  step: (values, amount) => `Deposit ${amount(values.coins('amount'))} for proposal ${values.text('proposal_id')}`,
  rows: (values) => [row('Proposal', values.text('proposal_id'))],
  findings: () => [care('The deposit of a proposal that is vetoed is lost.')],
};

/** An address of any chain. Middleware of packets takes other signs in it for a way to go on. */
const RECEIVER = /^[A-Za-z0-9]+$/;

/** The name of a channel (ICS-24). */
const CHANNEL = /^[\w.+#[\]<>-]{1,64}$/;

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
    rows: validatorOf('validator_dst_address'),
  },
  {
    amino: 'cosmos-sdk/MsgCancelUnbondingDelegation',
    url: '/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation',
    members: [DELEGATOR, VALIDATOR, { name: 'amount', field: 3, kind: 'coin' }, number('creation_height', 4)],
    actor: 'delegator_address',
    step: (values, amount) =>
      `Stake again ${amount(values.coins('amount'))} that is being taken back from the validator ${values.text('validator_address')}`,
    rows: (values) => [...validator(values), row('Taken back in block', values.text('creation_height'))],
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
  { amino: 'cosmos-sdk/MsgDeposit', url: '/cosmos.gov.v1beta1.MsgDeposit', ...DEPOSIT },
  { amino: 'cosmos-sdk/v1/MsgDeposit', url: '/cosmos.gov.v1.MsgDeposit', ...DEPOSIT },
  {
    amino: 'cosmos-sdk/MsgRevoke',
    url: '/cosmos.authz.v1beta1.MsgRevoke',
    members: [text('granter', 1), GRANTEE, text('msg_type_url', 3)],
    actor: 'granter',
    step: (values) => `Let ${values.text('grantee')} no longer run ${values.text('msg_type_url')} for this account`,
    rows: grantee,
    findings: (values) =>
      TYPE_URL.test(values.text('msg_type_url'))
        ? []
        : [
            danger('The type of the message that it names has characters that no type has.', {
              field: 'msg_type_url',
              mark: values.text('msg_type_url').slice(-6) || 'none',
            }),
          ],
  },
  {
    amino: 'cosmos-sdk/MsgRevokeAllowance',
    url: '/cosmos.feegrant.v1beta1.MsgRevokeAllowance',
    members: [text('granter', 1), GRANTEE],
    actor: 'granter',
    step: (values) => `Pay no more fees of ${values.text('grantee')}`,
    rows: grantee,
  },
  {
    amino: 'cosmos-sdk/v1/MsgVote',
    url: '/cosmos.gov.v1.MsgVote',
    members: [...VOTE_MEMBERS, { ...text('metadata', 4), optional: true }],
    ...VOTE,
    rows: (values) => [
      row('Proposal', values.text('proposal_id')),
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
      ...(CHANNEL.test(values.text('source_channel'))
        ? []
        : [
            danger('The channel has characters that no channel has.', {
              field: 'source_channel',
              mark: values.text('source_channel').slice(-6) || 'none',
            }),
          ]),
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
  MULTI_SEND,
  ...GRANTS,
];
