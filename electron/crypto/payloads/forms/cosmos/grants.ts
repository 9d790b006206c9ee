/** Powers that one account gives another (authz and feegrant), and calls of contracts. */
import { type DecodedField, ellipsized, type Finding, inQuotes } from '../../../../../shared/model/index.ts';
import { allowanceFinding, care, danger, momentText, row } from '../../../meaning.ts';
import type { Coin } from './coins.ts';
import { listed, type Member, type MessageRule, markOf, TYPE, type Values, type Variant } from './members.ts';

type Amount = (coins: readonly Coin[]) => string;

/** The most characters of a contract's message in a sentence. */
const MAXIMUM_MESSAGE = 80;
/** The name of a type of messages. */
export const TYPE_URL = /^\/[\w.]+$/;

const text = (name: string, field: number): Member => ({ name, field, kind: 'text' });
const coins = (name: string, field: number): Member => ({ name, field, kind: 'coins' });
const optional = (member: Member): Member => ({ ...member, optional: true });
const EXPIRATION: Member = { name: 'expiration', field: 2, kind: 'time', optional: true };

const GENERIC = '/cosmos.authz.v1beta1.GenericAuthorization';
const SEND = '/cosmos.bank.v1beta1.SendAuthorization';
const STAKE = '/cosmos.staking.v1beta1.StakeAuthorization';
const VALIDATORS: Member['kind'] = { members: [{ name: 'address', field: 1, kind: 'texts' }] };
const AUTHORIZATIONS: readonly Variant[] = [
  { amino: 'cosmos-sdk/GenericAuthorization', url: GENERIC, members: [text('msg', 1)] },
  {
    amino: 'cosmos-sdk/SendAuthorization',
    url: SEND,
    members: [coins('spend_limit', 1), { name: 'allow_list', field: 2, kind: 'texts', optional: true }],
  },
  {
    amino: null,
    url: STAKE,
    members: [
      { name: 'max_tokens', field: 1, kind: 'coin', optional: true },
      { name: 'allow_list', field: 2, kind: VALIDATORS, optional: true },
      { name: 'deny_list', field: 3, kind: VALIDATORS, optional: true },
      { name: 'authorization_type', field: 4, kind: 'number', optional: true },
    ],
  },
];
/** The acts of a StakeAuthorization, by their numbers from 1 on. */
const ACTS = ['stake', 'unstake', 'move the stake of', 'stake again'] as const;

/** An authorization in words. */
interface Power {
  readonly what: string;
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

function powerOf(values: Values, amount: Amount): Power {
  const given = (name: string) => `grant.authorization.${name}`;
  const grantee = values.text('grantee');
  const type = values.text(given(TYPE));
  if (type === SEND) {
    const most = amount(values.coins(given('spend_limit')));
    const only = values.texts(given('allow_list'));
    return {
      what: `send up to ${most} of this account to ${only.length === 0 ? 'anybody' : listed(only)}`,
      rows: [row('May be sent', most, 'amount'), ...only.map((address) => row('Only to', address, 'address'))],
      findings: [care(`${grantee} can send ${most} of the account at any time, without asking again.`)],
    };
  }
  if (type === STAKE) {
    const act = ACTS[Number(values.text(given('authorization_type')) || '0') - 1];
    const most = values.coins(given('max_tokens'));
    const [only, not] = ['allow_list', 'deny_list'].map((name) => values.texts(given(`${name}.address`)));
    const whom =
      only?.length === 0 ? `any validator${not?.length === 0 ? '' : ` but ${listed(not ?? [])}`}` : listed(only ?? []);
    return {
      what: `${act ?? 'do something unknown with'} ${most[0]?.amount === undefined ? 'all coins' : `up to ${amount(most)}`} of this account with ${whom}`,
      rows: [
        ...(most.length === 0 ? [] : [row('May be staked', amount(most), 'amount')]),
        ...[...(only ?? []), ...(not ?? [])].map((address) => row('Validator', address, 'address')),
      ],
      findings: [
        // Of the two lists, the one that stands last counts.
        ...(act === undefined || ['allow_list', 'deny_list'].every((name) => values.each(given(name)).length > 0)
          ? [danger('Its power over the stake is of no known kind.', { field: 'grant', mark: markOf(grantee) })]
          : [care(`${grantee} can do so at any time, without asking again. It cannot send the coins.`)]),
      ],
    };
  }
  const run = values.text(given('msg'));
  return {
    what: `run ${run} for this account`,
    rows: [row('May run', run)],
    findings: TYPE_URL.test(run)
      ? [danger(`${grantee} can run every ${run} for the account, of any amount and to anybody, without asking again.`)]
      : [
          danger('The type of the message that it names has characters that no type has.', {
            field: 'grant',
            mark: markOf(run),
          }),
        ],
  };
}

/** The row and the finding about the end of a power. */
const untilRows = (seconds: string) => [
  row('Valid until', seconds === '' ? 'for ever' : momentText(BigInt(seconds), 'seconds'), 'time'),
];
const endlessFindings = (seconds: string) =>
  seconds === '' ? [danger('It never expires: it lasts until it is revoked.')] : [];

const grant: MessageRule = {
  amino: 'cosmos-sdk/MsgGrant',
  url: '/cosmos.authz.v1beta1.MsgGrant',
  members: [
    text('granter', 1),
    text('grantee', 2),
    {
      name: 'grant',
      field: 3,
      kind: { members: [{ name: 'authorization', field: 1, kind: { variants: AUTHORIZATIONS } }, EXPIRATION] },
    },
  ],
  actor: 'granter',
  step: (values, amount) => `Let ${values.text('grantee')} ${powerOf(values, amount).what}`,
  rows: (values, amount) => [
    row('Account', values.text('grantee'), 'address'),
    ...powerOf(values, amount).rows,
    ...untilRows(values.text('grant.expiration')),
  ],
  findings: (values, amount) => [
    ...powerOf(values, amount).findings,
    ...endlessFindings(values.text('grant.expiration')),
  ],
};

const allowance: MessageRule = {
  amino: 'cosmos-sdk/MsgGrantAllowance',
  url: '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
  members: [
    text('granter', 1),
    text('grantee', 2),
    {
      name: 'allowance',
      field: 3,
      kind: {
        variants: [
          {
            amino: 'cosmos-sdk/BasicAllowance',
            url: '/cosmos.feegrant.v1beta1.BasicAllowance',
            members: [optional(coins('spend_limit', 1)), EXPIRATION],
          },
        ],
      },
    },
  ],
  actor: 'granter',
  step: (values, amount) => `Pay fees of ${values.text('grantee')}, ${limitText(values, amount)}`,
  rows: (values, amount) => [
    row('Account', values.text('grantee'), 'address'),
    row('May be spent', limitText(values, amount), 'amount'),
    ...untilRows(values.text('allowance.expiration')),
  ],
  findings: (values, amount) => [
    allowanceFinding(
      values.coins('allowance.spend_limit').length === 0,
      `${values.text('grantee')} can spend coins of the account on fees, ${limitText(values, amount)}.`,
    ),
    ...endlessFindings(values.text('allowance.expiration')),
  ],
};

function limitText(values: Values, amount: Amount): string {
  const limit = values.coins('allowance.spend_limit');
  return limit.length === 0 ? 'without limit' : `up to ${amount(limit)}`;
}

const execute: MessageRule = {
  amino: 'wasm/MsgExecuteContract',
  url: '/cosmwasm.wasm.v1.MsgExecuteContract',
  members: [
    text('sender', 1),
    text('contract', 2),
    { name: 'msg', field: 3, kind: 'json' },
    optional(coins('funds', 5)),
  ],
  actor: 'sender',
  step: (values, amount) =>
    `Call the contract ${values.text('contract')} with ${inQuotes(ellipsized(values.text('msg'), MAXIMUM_MESSAGE))}${values.coins('funds').length === 0 ? '' : ` and ${amount(values.coins('funds'))}`}: its effect is unknown`,
  rows: (values) => [
    row('Contract', values.text('contract'), 'address'),
    row('Message to the contract', values.text('msg')),
  ],
  findings: (values) => [
    danger(
      'The contract decides what it does with the message and the coins. Compare the message with the schema of the contract.',
      { field: 'msg', mark: markOf(values.text('contract')) },
    ),
  ],
};

export const GRANTS: readonly MessageRule[] = [grant, allowance, execute];
