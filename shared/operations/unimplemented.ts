/** A path of the public service that this service refuses as not implemented. */
export interface Unimplemented {
  readonly name: string;
  /** Queries and activities are paths of the API, gateway operations paths of its other host. */
  readonly kind: keyof typeof FOLDERS;
  readonly path: string;
  /** The end of a sentence that names the operation. */
  readonly reason: string;
}

const FOLDERS = { query: '/public/v1/query/', activity: '/public/v1/submit/', gateway: '/v1/' } as const;

const NO_ENCLAVE = 'it needs a secure enclave, and this service has none';
const NO_EXCHANGE = 'swaps run at an exchange, and this service is connected to none';
const NO_SHOP = 'purchases run at a payment provider, and this service is connected to none';
const NO_LOGIN_PROVIDER = 'it logs in at X or Discord, and this service asks no login provider';
const NO_SPARK = 'it works with the operators of Spark, and this service is connected to none';

/** The operations of the public client that this service does not implement, by their reason. */
const BY_REASON: readonly (Pick<Unimplemented, 'kind' | 'reason'> & { readonly names: readonly string[] })[] = [
  {
    kind: 'query',
    reason: NO_ENCLAVE,
    names: [
      'get_app_status',
      'get_attestation',
      'get_boot_proof',
      'get_latest_boot_proof',
      'get_tvc_deployment_debug_logs',
      'get_tvc_deployment_provisioning_details',
      'get_tvc_qos_versions',
      'list_app_proofs',
      'list_tvc_operators',
      'list_tvc_quorum_keys',
      'validate_tvc_image',
    ],
  },
  {
    kind: 'activity',
    reason: NO_ENCLAVE,
    names: [
      'create_tvc_manifest_approvals',
      'create_tvc_operator',
      'create_tvc_quorum_key',
      'post_tvc_quorum_key_share',
      're_encrypt_tvc_quorum_key_share',
    ],
  },
  { kind: 'query', reason: NO_EXCHANGE, names: ['get_swap_status'] },
  {
    kind: 'activity',
    reason: NO_EXCHANGE,
    names: ['claim_swap_fees', 'create_swap_quote', 'execute_swap', 'upsert_swap_config'],
  },
  { kind: 'query', reason: NO_SHOP, names: ['get_onramp_transaction_status'] },
  { kind: 'activity', reason: NO_SHOP, names: ['init_fiat_on_ramp'] },
  { kind: 'activity', reason: NO_LOGIN_PROVIDER, names: ['oauth2_authenticate'] },
  { kind: 'gateway', reason: NO_LOGIN_PROVIDER, names: ['oauth2_authenticate'] },
  {
    kind: 'activity',
    reason: NO_SPARK,
    names: ['spark_claim_transfer', 'spark_prepare_lightning_receive', 'spark_prepare_transfer', 'spark_sign_frost'],
  },
];

export const UNIMPLEMENTED: readonly Unimplemented[] = BY_REASON.flatMap(({ kind, reason, names }) =>
  names.map((name) => ({ name, kind, reason, path: FOLDERS[kind] + name })),
);

const NO_PATH = 'no public client has a path for it';
const WITHDRAWN = 'the public service withdrew it';

/** Activity types that no operation has, with the reason. */
export const UNIMPLEMENTED_TYPES: ReadonlyMap<string, string> = new Map([
  ...[
    'ACCEPT_INVITATION',
    'ACCEPT_INVITATION_V2',
    'ACTIVATE_BILLING_TIER',
    'APPROVE_TVC_DEPLOYMENT',
    'CREATE_ORGANIZATION',
    'CREATE_ORGANIZATION_V2',
    'DELETE_ORGANIZATION',
    'DELETE_PAYMENT_METHOD',
    'DISABLE_AUTH_PROXY',
    'DISABLE_PRIVATE_KEY',
    'ENABLE_AUTH_PROXY',
    'SET_PAYMENT_METHOD',
    'SET_PAYMENT_METHOD_V2',
    'UPDATE_AUTH_PROXY_CONFIG',
    'UPDATE_PAYMENT_METHOD',
    'UPDATE_WALLET_ACCOUNT_NAME',
    'UPSERT_GAS_USAGE_CONFIG',
  ].map((kind): readonly [string, string] => [`ACTIVITY_TYPE_${kind}`, NO_PATH]),
  ['ACTIVITY_TYPE_UPSERT_EARN_CLIENT_FEE_CONFIG', WITHDRAWN],
]);
