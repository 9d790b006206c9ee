/**
 * Every keyword and member of the policy language with its type. These are the members that the public documentation
 * lists and the service evaluates.
 */
import {
  CREDENTIAL_TYPES,
  HASH_FUNCTIONS,
  PAYLOAD_ENCODINGS,
  SMART_CONTRACT_INTERFACE_TYPES,
  TRANSACTION_TYPES,
} from '../model/index.ts';
import { type ActivityOperation, OPERATIONS, type Operation } from '../operations/index.ts';
import { ACTIVITY_KINDS, ACTIVITY_TYPES } from './activity-types.ts';
import { ANY, BOOL, INSTANT, INT, listOf, mapOf, named, oneOf, type PolicyType, STRING, struct } from './types.ts';

export const PARTS = ['condition', 'consensus', 'time'] as const;
export type PolicyPart = (typeof PARTS)[number];

/** Values of `activity.resource` that the public documentation lists, besides those of the operations served here. */
const PUBLIC_RESOURCES = [
  ...['AUTH', 'AUTH_PROXY', 'CONFIG', 'CREDENTIAL', 'FIAT_TRANSACTION', 'INVITATION', 'MFA_POLICY'],
  ...['ON_RAMP_CREDENTIALS', 'ORGANIZATION', 'OTP', 'PAYMENT_METHOD', 'POLICY', 'PRIVATE_KEY', 'RECOVERY'],
  ...['SESSION_PROFILE', 'SMART_CONTRACT_INTERFACE', 'SPONSORSHIP', 'SUBSCRIPTION', 'TVC_APP', 'TVC_DEPLOYMENT'],
  ...['TVC_OPERATOR', 'TVC_QUORUM_KEY', 'USER', 'WALLET', 'WEBHOOK_ENDPOINT'],
];
const ACTIONS = ['CREATE', 'UPDATE', 'DELETE', 'SIGN', 'EXPORT', 'IMPORT', 'VERIFY', 'ENCRYPT'];

/** Members of `activity.params` that the public documentation lists for activities that are not served here. */
const PUBLIC_PARAMETERS: Readonly<Record<string, PolicyType>> = {
  hash_function: oneOf(HASH_FUNCTIONS),
  encoding: oneOf(PAYLOAD_ENCODINGS),
  /** A rule that forbids also reads the type of a contract interface that is stored. */
  type: oneOf([...TRANSACTION_TYPES, ...SMART_CONTRACT_INTERFACE_TYPES]),
  user_id: STRING,
  user_ids: listOf(STRING),
  api_key_ids: listOf(STRING),
  target_public_key: STRING,
  wallet_id: STRING,
  otp_length: INT,
  session_profile_id: STRING,
  endpoint_id: STRING,
  sign_with: STRING,
  signatures: ANY,
  transfer: ANY,
  claim: ANY,
  lightning_receive: ANY,
};

/** Members of `activity.params` of the operations served here. An amount is text that compares with numbers too. */
const SERVED_PARAMETERS: Readonly<Record<string, PolicyType>> = {
  chain: STRING,
  wrapper_address: STRING,
  vault_address: STRING,
  client_fee_wallet: STRING,
  amount_value: ANY,
  sponsor: BOOL,
  deposits_disabled: BOOL,
  client_fee_bps: INT,
  assets: INT,
};

/** Parameters that the language names differently from the request. */
const RENAMED: Readonly<Record<string, string>> = { chainCaip2: 'chain', caip2: 'chain' };

/**
 * Returns the name that the language gives to a parameter of a request.
 *
 * @example
 * parameterName('signWith');
 * // 'sign_with'
 */
export function parameterName(member: string): string {
  return RENAMED[member] ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const isActivity = (operation: Operation): operation is ActivityOperation => operation.kind === 'activity';
const SERVED = Object.values<Operation>(OPERATIONS).filter(isActivity);
const GOVERNED = SERVED.flatMap(({ governed }) => (governed.by === 'policies' ? [governed] : []));
const SHOWN = GOVERNED.flatMap(({ shows }) => shows.map(parameterName));

const unique = (values: readonly string[]) => [...new Set(values)];

const ACTIVITY = struct({
  type: oneOf(unique([...ACTIVITY_TYPES, ...SERVED.map(({ activityType }) => activityType)])),
  kind: oneOf(
    unique([...ACTIVITY_KINDS, ...SERVED.map(({ earlierOf, name }) => String(earlierOf ?? name).toUpperCase())]),
  ),
  resource: oneOf(unique([...PUBLIC_RESOURCES, ...GOVERNED.map(({ resource }) => resource)])),
  action: oneOf(unique([...ACTIONS, ...GOVERNED.map(({ action }) => action)])),
  params: struct({
    ...Object.fromEntries(SHOWN.map((name) => [name, ANY])),
    ...SERVED_PARAMETERS,
    ...PUBLIC_PARAMETERS,
  }),
});

const ETHEREUM = struct({
  tx: struct({
    from: STRING,
    to: STRING,
    data: STRING,
    value: INT,
    gas: INT,
    gas_price: INT,
    chain_id: INT,
    nonce: INT,
    max_fee_per_gas: INT,
    max_priority_fee_per_gas: INT,
    max_fee_per_blob_gas: INT,
    type: oneOf(['LEGACY', 'TYPE_1', 'TYPE_2', 'TYPE_3', 'TYPE_4']),
    function_name: STRING,
    function_signature: STRING,
    contract_call_args: mapOf(ANY),
  }),
  eip_712: struct({
    primary_type: STRING,
    domain: struct({ name: STRING, version: STRING, chain_id: INT, verifying_contract: STRING, salt: STRING }),
    message: mapOf(ANY),
  }),
  eip_7702_authorization: struct({ address: STRING, chain_id: INT, nonce: INT }),
});

const TABLE_LOOKUPS = listOf(
  struct({ address_table_key: STRING, writable_indexes: listOf(INT), readonly_indexes: listOf(INT) }),
);

const SOLANA = struct({
  tx: struct({
    version: STRING,
    transaction_config: struct({
      priority_fee: INT,
      compute_unit_limit: INT,
      loaded_accounts_data_size_limit: INT,
      heap_size: INT,
    }),
    account_keys: listOf(STRING),
    program_keys: listOf(STRING),
    recent_blockhash: STRING,
    address_table_lookups: TABLE_LOOKUPS,
    instructions: listOf(
      struct({
        program_key: STRING,
        accounts: listOf(struct({ account_key: STRING, signer: BOOL, writable: BOOL })),
        instruction_data_hex: STRING,
        address_table_lookups: TABLE_LOOKUPS,
        parsed_instruction_data: struct({
          instruction_name: STRING,
          discriminator: STRING,
          named_account: mapOf(STRING),
          named_accounts: mapOf(STRING),
          program_call_args: mapOf(ANY),
        }),
      }),
    ),
    transfers: listOf(struct({ from: STRING, to: STRING, amount: INT })),
    spl_transfers: listOf(
      struct({ from: STRING, to: STRING, amount: INT, owner: STRING, signers: listOf(STRING), token_mint: STRING }),
    ),
  }),
});

const PERMISSION = struct({
  type: oneOf(['Owner', 'Witness', 'Active']),
  id: INT,
  permission_name: STRING,
  threshold: INT,
  parent_id: INT,
  operations: STRING,
  keys: listOf(struct({ address: STRING, weight: INT })),
});

/** Members of every contract type. A contract's type decides which of them exist. */
const TRON_CONTRACT = struct({
  type: STRING,
  permission_id: INT,
  owner_address: STRING,
  to_address: STRING,
  amount: INT,
  contract_address: STRING,
  call_value: INT,
  data: STRING,
  call_token_value: INT,
  token_id: INT,
  resource: oneOf(['ENERGY', 'BANDWIDTH', 'TRON_POWER']),
  balance: INT,
  receiver_address: STRING,
  lock: BOOL,
  lock_period: INT,
  frozen_balance: INT,
  unfreeze_balance: INT,
  owner: PERMISSION,
  witness: PERMISSION,
  actives: listOf(PERMISSION),
  asset_name: STRING,
  votes: listOf(struct({ vote_address: STRING, vote_count: INT })),
  support: BOOL,
  new_contract: mapOf(ANY),
});

const TRON = struct({
  tx: struct({
    ref_block_bytes: STRING,
    ref_block_num: INT,
    ref_block_hash: STRING,
    expiration: INT,
    timestamp: INT,
    data: STRING,
    scripts: STRING,
    fee_limit: INT,
    contract: listOf(TRON_CONTRACT),
  }),
});

const BITCOIN = struct({
  tx: struct({
    version: STRING,
    inputs: listOf(struct({ tx_id: STRING, vout: INT, sequence: INT })),
    outputs: listOf(struct({ value: INT, script_pubkey: STRING, address: STRING, address_type: STRING })),
    locktime: struct({ amount: INT, type: oneOf(['Seconds', 'Blocks']) }),
    fee: INT,
  }),
});

const TEMPO = struct({
  tx: struct({
    chain_id: INT,
    from: STRING,
    nonce: INT,
    gas_limit: INT,
    max_fee_per_gas: INT,
    max_priority_fee_per_gas: INT,
    fee_token: STRING,
    valid_before: INT,
    valid_after: INT,
    calls: listOf(struct({ to: STRING, input: STRING, function_signature: STRING })),
  }),
});

const WALLET = struct({ id: STRING, imported: BOOL, exported: BOOL, label: STRING });

/** The keywords with which each part of a policy may begin. */
export const KEYWORDS = {
  condition: {
    activity: ACTIVITY,
    eth: ETHEREUM,
    solana: SOLANA,
    tron: TRON,
    bitcoin: BITCOIN,
    tempo: TEMPO,
    wallet: WALLET,
    wallets: listOf(WALLET),
    private_key: struct({ id: STRING, tags: listOf(STRING), imported: BOOL, exported: BOOL, label: STRING }),
    wallet_account: struct({ address: STRING }),
    controls: named(BOOL),
    secret: struct({ id: STRING, name: STRING, static_properties: mapOf(STRING) }),
  },
  consensus: {
    approvers: listOf(struct({ id: STRING, tags: listOf(STRING), email: STRING, alias: STRING })),
    credentials: listOf(
      struct({ id: STRING, user_id: STRING, type: oneOf(CREDENTIAL_TYPES), credential_id: STRING, public_key: STRING }),
    ),
  },
  time: { time: struct({ now: INSTANT }) },
} as const satisfies Readonly<Record<PolicyPart, Readonly<Record<string, PolicyType>>>>;

export type Keyword<Part extends PolicyPart> = keyof (typeof KEYWORDS)[Part] & string;

/** Returns the names of the keywords of a part of a policy. */
export function keywordsOf<Part extends PolicyPart>(part: Part): readonly Keyword<Part>[] {
  return Object.keys(KEYWORDS[part]) as Keyword<Part>[];
}
