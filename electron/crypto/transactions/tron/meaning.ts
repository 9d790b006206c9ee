/** Describes a Tron transaction in words. Does not decode the data of a contract call. */
import { type DecodedField, decimalText, type Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { care, type Doing, danger, lastDigits, momentText, row, type Step } from '../../meaning.ts';
import { baseUnits, tokenOf } from '../../tokens.ts';
import { isBurnt } from '../../unowned.ts';
import { lostCoins } from '../ethereum/meaning.ts';
import { placeIn } from '../reading.ts';
import { routeFindings } from '../routes.ts';
import { tronAddress } from './contracts.ts';
import { feeRows, RUNS_CODE, trx } from './fee.ts';
import { permissionFindings, permissionRows } from './permissions.ts';
import type { Message } from './protobuf.ts';
import { bytesOf, numberOf, type TronRaw } from './raw.ts';

/** Choice (tron-fee-warning): from 1000 TRX a fee limit is more likely a mistake than a wish. In sun. */
const FEE_WARNING = 1_000_000_000n;
const PREFIX = Uint8Array.of(0x41);
/** An address of Tron begins with it, and an id of a key does not. */
const ADDRESS_BEGIN = 'T';
/** Blocks of three seconds, in which the network counts how long lent resources are locked. */
const LOCK_SECONDS = 3n;
const HOUR_SECONDS = 3600n;
/** The network's lock period when a lock names none: three days. */
const USUAL_LOCK_BLOCKS = 86_400n;

/** Returns a field of the contract as its fields are shown. Empty when it has none. */
type Reader = (name: string) => string;

interface Words {
  readonly text: Reader;
  /** A number of sun, as TRX. */
  readonly amount: Reader;
  readonly value: Message;
}

/** The step of each kind of contract, from its shown fields. A call is explained by its interface. */
const STEPS: Readonly<Record<string, (words: Words) => string>> = {
  TransferContract: ({ text, amount }) => `Send ${amount('amount')} to ${text('to_address')}`,
  TransferAssetContract: ({ text }) =>
    `Send ${baseUnits(text('amount'))} of the TRC-10 token ${text('asset_name')} to ${text('to_address')}`,
  VoteWitnessContract: ({ value }) => {
    const votes = votesOf(value).map(({ count, address }) => `${count} to ${address}`);
    return votes.length === 0 ? 'Take back all votes' : `Give votes: ${votes.join(', ')}`;
  },
  WithdrawBalanceContract: ({ text }) => `Withdraw the rewards of ${text('owner_address')}`,
  WithdrawExpireUnfreezeContract: ({ text }) => `Withdraw what ${text('owner_address')} unstaked`,
  CancelAllUnfreezeV2Contract: ({ text }) => `Stake again all that ${text('owner_address')} is unstaking`,
  CreateSmartContract: ({ text, value }) => {
    const name = text('new_contract.name');
    const sent = numberOf(partOf(value, 'new_contract'), 'call_value');
    return `Create a contract${name === '' ? '' : ` called ${name}`}${sent === 0n ? '' : ` with ${trx(sent)}`}`;
  },
  AccountPermissionUpdateContract: ({ text }) => `Replace who can sign for ${text('owner_address')}`,
  FreezeBalanceV2Contract: ({ text, amount }) => `Stake ${amount('frozen_balance')} for ${text('resource')}`,
  UnfreezeBalanceV2Contract: ({ text, amount }) => `Unstake ${amount('unfreeze_balance')} from ${text('resource')}`,
  DelegateResourceContract: ({ text, amount, value }) =>
    `Lend ${text('receiver_address')} the ${text('resource')} of ${amount('balance')}${numberOf(value, 'lock') === 1n ? `, locked for ${lockText(value)}` : ''}`,
  UnDelegateResourceContract: ({ text, amount }) =>
    `Take back the ${text('resource')} of ${amount('balance')} from ${text('receiver_address')}`,
};

/** The rows of the summary that are fields of the contract, by their labels. */
const ROWS = { to_address: 'To', receiver_address: 'Lent to', contract_address: 'Contract' } as const;
/** Fields that the network keeps and makes nothing of. */
const UNUSED = {
  'contract[0].ContractName': 'Contract name',
  'contract[0].provider': 'Provider',
  scripts: 'Scripts',
} as const;
/** Contracts that move the coin. An amount that the bytes omit is 0. */
const MOVES_COINS: ReadonlySet<string> = new Set([
  'TransferContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
]);
const AMOUNTS = ['amount', 'frozen_balance', 'unfreeze_balance', 'balance', 'call_value'] as const;

/** Describes a Tron transaction that was read. `fields` are all of its fields, and `signWith` is the address that signs. */
export function tronMeaning(parsed: TronRaw, fields: readonly DecodedField[], signWith: string | null): Doing {
  const { raw, rule, value, contract } = parsed;
  const shown = new Map(fields.map((field) => [field.name, field.value]));
  const text: Reader = (name) => shown.get(`contract[0].${name}`) ?? '';
  const amount: Reader = (name) => trx(numberOf(value, name));
  const feeLimit = numberOf(raw, 'fee_limit');
  const expiration = numberOf(raw, 'expiration');
  const memo = shown.get('data');
  const permission = numberOf(contract, 'Permission_id');
  return {
    steps: [STEPS[rule.name]?.({ text, amount, value }) ?? callStep(parsed), ...carriedSteps(parsed)],
    summary: [
      row('From', text('owner_address'), 'address'),
      ...Object.entries(ROWS).flatMap(([name, label]) =>
        text(name) === '' ? [] : [row(label, text(name), 'address')],
      ),
      ...(rule.name === 'AccountPermissionUpdateContract' ? permissionRows(value) : []),
      ...amountRows(parsed, text),
      row('Chain', 'Tron (the transaction does not name the network)'),
      ...feeRows(parsed),
      ...(expiration === 0n ? [] : [row('Expires', momentText(expiration, 'ms'), 'time')]),
      ...(permission === 0n ? [] : [row('Signed with', `permission ${permission}`)]),
      ...(memo === undefined ? [] : [row('Memo', isText(memo) ? memo : `0x${memo}`)]),
      ...Object.entries(UNUSED).flatMap(([name, label]) => {
        const given = shown.get(name) ?? '';
        return given === '' ? [] : [row(label, given)];
      }),
    ],
    findings: [
      ...(rule.name === 'AccountPermissionUpdateContract' ? permissionFindings(value) : []),
      ...negativeFindings(fields, text),
      ...contractFindings(parsed, text),
      ...ownerFindings(text('owner_address'), signWith),
      ...energyFindings(parsed, feeLimit),
      ...carriedFindings(parsed),
      ...memoFindings(memo, text('owner_address').slice(-6)),
      ...(feeLimit >= FEE_WARNING && RUNS_CODE.has(rule.name)
        ? [danger(`Its fee may be up to ${trx(feeLimit)}.`, { field: 'fee_limit' })]
        : []),
      ...(expiration === 0n ? [care('It names no time at which it expires.', { field: 'expiration' })] : []),
    ],
  };
}

/** A memo that is text has quotation marks around it. Other bytes are hexadecimal digits. */
const isText = (memo: string) => memo.startsWith('"');

/** About a memo that is an instruction, or that people cannot read while the program of its recipient can. */
function memoFindings(memo: string | undefined, mark: string): Finding[] {
  if (memo === undefined || isText(memo)) return routeFindings(memo ?? '', 'data', mark);
  const said =
    'The memo is not text, or has characters that no screen shows: its meaning for the recipient is unknown.';
  return [danger(said, { field: 'data', mark })];
}

/** About an amount of any member that is below zero. */
function negativeFindings(fields: readonly DecodedField[], text: Reader): Finding[] {
  const negative = fields.find(({ kind, value }) => kind === 'amount' && value.startsWith('-'));
  if (negative === undefined) return [];
  const said = 'An amount is below zero, which the network refuses: its effect is unknown.';
  return [danger(said, { field: negative.name, mark: text('owner_address').slice(-6) })];
}

function contractFindings({ rule, value }: TronRaw, text: Reader): Finding[] {
  if (rule.name === 'CreateSmartContract')
    return [
      danger('It creates a contract, whose code is not decoded here.', {
        field: 'contract[0].new_contract.bytecode',
        mark: lastDigits(hexEncode(bytesOf(partOf(value, 'new_contract'), 'bytecode'))) || 'code',
      }),
    ];
  if (rule.name === 'DelegateResourceContract' && numberOf(value, 'lock') === 1n)
    return [care(`The lent resources cannot be taken back for ${lockText(value)}.`, { field: 'contract[0].lock' })];
  if (rule.name === 'TransferAssetContract' && !/^\d+$/.test(text('asset_name').replaceAll('"', '')))
    return [
      care('It names the TRC-10 token by a name, which several tokens can have, and not by its number.', {
        field: 'contract[0].asset_name',
      }),
    ];
  const address = text('to_address');
  if (isBurnt(address))
    return [
      danger(`${address} is an address without a known key: anything sent there is lost.`, {
        field: 'contract[0].to_address',
      }),
    ];
  const token = rule.name === 'TransferContract' ? tokenOf('tron', address) : null;
  if (token !== null) return lostCoins(token, trx(numberOf(value, 'amount')), 'contract[0].to_address');
  if (address !== '' && address === text('owner_address'))
    return [care('It sends to the account it comes from.', { field: 'contract[0].to_address' })];
  return [];
}

/** A transaction of another account counts where a permission of that account names this signer. */
function ownerFindings(owner: string, signWith: string | null): Finding[] {
  if (signWith === null || !signWith.startsWith(ADDRESS_BEGIN) || signWith === owner) return [];
  const text = `It is of the account ${owner}, and not of ${signWith}, which signs. It is valid only if a permission of that account names this key.`;
  return [care(text, { field: 'contract[0].owner_address' })];
}

/** The network burns at most the fee limit for energy, so without one only staked energy pays. */
function energyFindings({ rule }: TronRaw, feeLimit: bigint): Finding[] {
  if (!RUNS_CODE.has(rule.name) || feeLimit > 0n) return [];
  return [
    care('It has no fee limit, so no TRX may be burned for energy: it fails unless enough energy is staked for it.', {
      field: 'fee_limit',
    }),
  ];
}

/** A TriggerSmartContract. */
function callStep({ value, bytes }: TronRaw): Step {
  const data = bytesOf(value, 'data');
  return {
    family: 'tron',
    chain: null,
    from: tronAddress(bytesOf(value, 'owner_address')),
    to: tronAddress(bytesOf(value, 'contract_address')),
    value: numberOf(value, 'call_value'),
    data,
    field: 'contract[0].data',
    ...(data.length === 0 ? {} : placeIn(bytes, data)),
    amount: trx,
    address: (account) => tronAddress(Uint8Array.of(...PREFIX, ...account)),
  };
}

/** The TRC-10 token that goes with a call. */
function carriedSteps({ value }: TronRaw): string[] {
  const carried = carriedText(value);
  return carried === null ? [] : [`Send ${carried} with it`];
}

/** About a TRC-10 token that goes with a call: no function that is known here takes one. */
function carriedFindings({ rule, value }: TronRaw): Finding[] {
  const carried = carriedText(value);
  // An amount below zero has a finding of its own.
  if (carried === null || carried.startsWith('-') || rule.name !== 'TriggerSmartContract') return [];
  const contract = tronAddress(bytesOf(value, 'contract_address'));
  return [
    danger(`The call carries ${carried}, which no standard defines: the contract may keep them.`, {
      field: 'contract[0].call_token_value',
      mark: contract.slice(-6),
    }),
  ];
}

function carriedText(value: Message): string | null {
  const units = numberOf(value, 'call_token_value');
  return units === 0n ? null : `${baseUnits(units)} of the TRC-10 token ${numberOf(value, 'token_id')}`;
}

/** Returns the moved amount: TRX, or base units of a TRC-10 token, whose decimals only the chain knows. */
function amountRows({ rule, value }: TronRaw, text: Reader): DecodedField[] {
  const paid = rule.name === 'CreateSmartContract' ? partOf(value, 'new_contract') : value;
  const name = AMOUNTS.find((each) => numberOf(paid, each) !== 0n);
  const carried = carriedText(value);
  if (rule.name === 'TransferAssetContract')
    return [
      row('Amount', `${baseUnits(numberOf(value, 'amount'))} of the TRC-10 token ${text('asset_name')}`, 'amount'),
    ];
  return [
    ...(name === undefined && MOVES_COINS.has(rule.name) ? [row('Amount', trx(0n), 'amount')] : []),
    ...(name === undefined ? [] : [row('Amount', trx(numberOf(paid, name)), 'amount')]),
    ...(carried === null ? [] : [row('Amount', carried, 'amount')]),
  ];
}

function votesOf(value: Message): { count: bigint; address: string }[] {
  return (value.get('votes') ?? []).flatMap(({ value: vote }) =>
    vote instanceof Map
      ? [{ count: numberOf(vote, 'vote_count'), address: tronAddress(bytesOf(vote, 'vote_address')) }]
      : [],
  );
}

function partOf(value: Message, name: string): Message {
  const part = value.get(name)?.[0]?.value;
  return part instanceof Map ? part : new Map();
}

/** The time that delegated resources stay locked. */
function lockText(value: Message): string {
  const blocks = numberOf(value, 'lock_period') || USUAL_LOCK_BLOCKS;
  return `${decimalText((blocks * LOCK_SECONDS * 10n) / HOUR_SECONDS, 1)} hours (${blocks} blocks)`;
}
