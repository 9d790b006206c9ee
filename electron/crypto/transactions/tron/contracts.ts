/** Tron's protocol messages as far as they are signed here, with the names and numbers of its .proto files. */
import { base58 } from '@scure/base';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { base58Check } from '../../addresses/encodings.ts';
import { printableText } from '../reading.ts';
import type { FieldRule, Schema } from './protobuf.ts';

const ADDRESS_PREFIX = 0x41;
const addressText = base58Check(base58, ADDRESS_PREFIX);

/** Formats an address (prefix 41 and 20 bytes) as people write it. The prefix is not checked. */
export function tronAddress(bytes: Uint8Array): string {
  return addressText.write(bytes.subarray(1));
}

function address(name: string): FieldRule {
  const accepts = (bytes: Uint8Array) => bytes.length === 21 && bytes[0] === ADDRESS_PREFIX;
  return { name, kind: 'bytes', required: true, accepts, show: tronAddress, shownAs: 'address' };
}

/** The text, or hex when the text could mislead a reader. */
function text(name: string): FieldRule {
  return { name, kind: 'bytes', show: (bytes) => printableText(bytes) ?? hexEncode(bytes), shownAs: 'text' };
}

const RESOURCE: FieldRule = { name: 'resource', kind: ['BANDWIDTH', 'ENERGY', 'TRON_POWER'] };
const OWNER = address('owner_address');
const RECEIVER = address('receiver_address');

/** Limits of the work. The network allows fewer, and has a bit for each of 256 kinds of contract. */
const OPERATIONS_BYTES = 32;
const MOST_KEYS = 16;
const MOST_ACTIVES = 16;
const MOST_VOTES = 64;

const KEY: Schema = { 1: address('address'), 2: { name: 'weight', kind: 'int64' } };

const PERMISSION: Schema = {
  1: { name: 'type', kind: ['Owner', 'Witness', 'Active'] },
  2: { name: 'id', kind: 'int32' },
  3: text('permission_name'),
  4: { name: 'threshold', kind: 'int64' },
  5: { name: 'parent_id', kind: 'int32', isOptional: true },
  6: { name: 'operations', kind: 'bytes', accepts: (bytes) => bytes.length === OPERATIONS_BYTES },
  7: { name: 'keys', kind: KEY, most: MOST_KEYS },
};

const VOTE: Schema = { 1: address('vote_address'), 2: { name: 'vote_count', kind: 'int64' } };

/** Choice (tron-contract-abi): the ABI of a contract to be created is shown as its bytes. The bytecode is what runs. */
const SMART_CONTRACT: Schema = {
  1: address('origin_address'),
  3: { name: 'abi', kind: 'bytes' },
  4: { name: 'bytecode', kind: 'bytes' },
  5: { name: 'call_value', kind: 'int64' },
  6: { name: 'consume_user_resource_percent', kind: 'int64', shownAs: 'text' },
  7: text('name'),
  8: { name: 'origin_energy_limit', kind: 'int64', isOptional: true },
};

/** Transaction.raw */
export const RAW: Schema = {
  1: { name: 'ref_block_bytes', kind: 'bytes' },
  3: { name: 'ref_block_num', kind: 'int64', shownAs: 'text', isOptional: true },
  4: { name: 'ref_block_hash', kind: 'bytes' },
  8: { name: 'expiration', kind: 'int64', shownAs: 'time' },
  10: text('data'),
  11: { name: 'contract', kind: 'bytes', required: true, isEnvelope: true },
  12: { name: 'scripts', kind: 'bytes' },
  14: { name: 'timestamp', kind: 'int64', shownAs: 'time', isOptional: true },
  18: { name: 'fee_limit', kind: 'int64', isOptional: true },
};

/** Transaction.Contract */
export const CONTRACT: Schema = {
  1: { name: 'type', kind: 'int32', isEnvelope: true },
  2: { name: 'parameter', kind: 'bytes', required: true, isEnvelope: true },
  3: { name: 'provider', kind: 'bytes' },
  4: text('ContractName'),
  5: { name: 'Permission_id', kind: 'int32', isOptional: true },
};

/** google.protobuf.Any */
export const ANY: Schema = {
  1: { name: 'type_url', kind: 'bytes', required: true },
  2: { name: 'value', kind: 'bytes', required: true },
};

/** Transaction */
export const TRANSACTION: Schema = {
  1: { name: 'raw_data', kind: 'bytes', required: true },
  2: { name: 'signature', kind: 'bytes', required: true },
};

export interface ContractRule {
  /** As in ContractType and, after `protocol.`, in the type URL. */
  readonly name: string;
  /** Its number in ContractType. */
  readonly type: bigint;
  readonly value: Schema;
}

/**
 * Choice (tron-contract-types): the contracts that the interface lists can be signed, and those beside them that people
 * who hold TRX use. Others are refused: what they do could not be shown.
 */
export const CONTRACTS: readonly ContractRule[] = [
  {
    name: 'TransferContract',
    type: 1n,
    value: { 1: OWNER, 2: address('to_address'), 3: { name: 'amount', kind: 'int64' } },
  },
  {
    name: 'TransferAssetContract',
    type: 2n,
    value: { 1: text('asset_name'), 2: OWNER, 3: address('to_address'), 4: { name: 'amount', kind: 'int64' } },
  },
  {
    name: 'VoteWitnessContract',
    type: 4n,
    value: {
      1: OWNER,
      2: { name: 'votes', kind: VOTE, most: MOST_VOTES },
      3: { name: 'support', kind: 'bool', isOptional: true },
    },
  },
  { name: 'WithdrawBalanceContract', type: 13n, value: { 1: OWNER } },
  {
    name: 'CreateSmartContract',
    type: 30n,
    value: {
      1: OWNER,
      2: { name: 'new_contract', kind: SMART_CONTRACT, required: true },
      3: { name: 'call_token_value', kind: 'int64', isOptional: true },
      4: { name: 'token_id', kind: 'int64', shownAs: 'text', isOptional: true },
    },
  },
  {
    name: 'TriggerSmartContract',
    type: 31n,
    value: {
      1: OWNER,
      2: address('contract_address'),
      3: { name: 'call_value', kind: 'int64' },
      4: { name: 'data', kind: 'bytes' },
      5: { name: 'call_token_value', kind: 'int64', isOptional: true },
      6: { name: 'token_id', kind: 'int64', shownAs: 'text', isOptional: true },
    },
  },
  {
    name: 'AccountPermissionUpdateContract',
    type: 46n,
    value: {
      1: OWNER,
      2: { name: 'owner', kind: PERMISSION },
      3: { name: 'witness', kind: PERMISSION },
      4: { name: 'actives', kind: PERMISSION, most: MOST_ACTIVES },
    },
  },
  {
    name: 'FreezeBalanceV2Contract',
    type: 54n,
    value: { 1: OWNER, 2: { name: 'frozen_balance', kind: 'int64' }, 3: RESOURCE },
  },
  {
    name: 'UnfreezeBalanceV2Contract',
    type: 55n,
    value: { 1: OWNER, 2: { name: 'unfreeze_balance', kind: 'int64' }, 3: RESOURCE },
  },
  { name: 'WithdrawExpireUnfreezeContract', type: 56n, value: { 1: OWNER } },
  {
    name: 'DelegateResourceContract',
    type: 57n,
    value: {
      1: OWNER,
      2: RESOURCE,
      3: { name: 'balance', kind: 'int64' },
      4: RECEIVER,
      5: { name: 'lock', kind: 'bool' },
      6: { name: 'lock_period', kind: 'int64', isOptional: true },
    },
  },
  {
    name: 'UnDelegateResourceContract',
    type: 58n,
    value: { 1: OWNER, 2: RESOURCE, 3: { name: 'balance', kind: 'int64' }, 4: RECEIVER },
  },
  { name: 'CancelAllUnfreezeV2Contract', type: 59n, value: { 1: OWNER } },
];
