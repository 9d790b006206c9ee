import { unsignedFeeMarket } from '../../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

export const ETHER = 'eip155:1/slip44:60';
export const DAY = 86_400;
type Client = StartedService['client'];
export type Control = Parameters<Client['createVelocityControl']>[0]['parameters'];
type Operator = Control['aggregation']['operator'];
export const operator = (name: string) => `VELOCITY_CONTROL_AGGREGATION_OPERATOR_${name}` as Operator;

/** A limit of 10 wei in a day, with changes. */
export function control(
  identifier: string,
  changed: Partial<Control['aggregation']> = {},
  dataSource?: Control['dataSource'],
) {
  return {
    name: identifier,
    identifier,
    dataSource: dataSource ?? { chainAssetTransfer: { definition: [{ caip19: ETHER, decimals: '18' }] } },
    aggregation: {
      method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM' as const,
      operator: operator('LESS_THAN_OR_EQUAL'),
      threshold: '0.00000000000000001',
      window: { rolling: { duration: String(DAY) } },
      groupBy: { organization: {} },
      ...changed,
    },
  };
}

/** EIP-1559 on chain 1: an amount below 128 wei to 0xf39F…, without data. */
export const ether = (wei: number) =>
  `02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb92266${hexEncode(Uint8Array.of(wei === 0 ? 0x80 : wei))}80c0`;

const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
export const DOLLARS = {
  chainAssetTransfer: { definition: [{ caip19: `eip155:1/erc20:0x${USDC}`, decimals: '6' }] },
};
/** EIP-1559 on chain 1: `transferFrom` of units of USDC from an owner to 0xf39F…. */
export const dollarsOf = (owner: string, units: number) => {
  const words = [owner.slice(2).toLowerCase(), 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266', units.toString(16)];
  const fees = { nonce: 1n, maxPriorityFeePerGas: 1n, maxFeePerGas: 1n, gasLimit: 90_000n };
  const data = hexDecode(`23b872dd${words.map((word) => word.padStart(64, '0')).join('')}`);
  return unsignedFeeMarket({ chainId: 1n, ...fees, to: hexDecode(USDC), value: 0n, data });
};

const ETHEREUM = {
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
};

/** A service with one root user, two users who may do only what policies allow, and two wallets. */
export type VelocityDesk = Awaited<ReturnType<typeof startVelocityDesk>>;

export async function startVelocityDesk() {
  const [robot, helper] = [newKey(), newKey()];
  const service = await startService();
  const user = (userName: string, publicKey: string) => ({
    userName,
    apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
    authenticators: [],
    oauthProviders: [],
    userTags: [],
  });
  const users = [user('Robot', robot.publicKey), user('Helper', helper.publicKey)];
  const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const [robotId = '', helperId = ''] = made.activity.result.createUsersResult?.userIds ?? [];
  const makeWallet = async (walletName: string) => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [ETHEREUM] }),
    );
    const { walletId = '', addresses: [address = ''] = [] } = activity.result.createWalletResult ?? {};
    return { walletId, address };
  };
  const wallets = [await makeWallet('Hot'), await makeWallet('Warm')];
  const as = ({ key }: { key: ClientKey }) => clientOf(service.ready.baseUrl, key);
  const sign = (unsignedTransaction: string, { key = robot, from = 0 }: { key?: ClientKey; from?: number } = {}) =>
    as({ key }).signTransaction(
      service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith: wallets[from]!.address,
        unsignedTransaction,
        type: 'TRANSACTION_TYPE_ETHEREUM' as const,
      }),
    );
  return {
    service,
    robot,
    helper,
    robotId,
    helperId,
    wallets,
    as,
    create: async (parameters: Control) => {
      const body = service.envelope('ACTIVITY_TYPE_CREATE_VELOCITY_CONTROL', parameters);
      return (await service.client.createVelocityControl(body)).activity.result.createVelocityControlResult!
        .velocityControlId;
    },
    remove: (velocityControlId: string) =>
      service.client.deleteVelocityControl(
        service.envelope('ACTIVITY_TYPE_DELETE_VELOCITY_CONTROL', { velocityControlId }),
      ),
    addPolicy: async (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string, consensus?: string) => {
      const policy = { policyName: `${effect} ${condition}`, effect, condition, notes: '' };
      const parameters = consensus === undefined ? policy : { ...policy, consensus };
      const body = service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', parameters);
      return (await service.client.createPolicy(body)).activity.result.createPolicyResult!.policyId;
    },
    sign,
    signEther: (wei: number, around: { key?: ClientKey; from?: number } = {}) => sign(ether(wei), around),
    signRaw: (payloads: string[], key = robot) =>
      as({ key }).signRawPayloads(
        service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
          signWith: wallets[0]!.address,
          payloads,
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
          hashFunction: 'HASH_FUNCTION_KECCAK256' as const,
        }),
      ),
    pass: (seconds: number) => {
      service.clock.now += seconds * 1000;
    },
  };
}
