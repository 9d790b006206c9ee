import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** One root user, and two users who may do only what policies allow. */
const robot = newKey();
const helper = newKey();
let service: StartedService;
let robotId: string;
let helperId: string;
let signWith: string;

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

beforeEach(async () => {
  service = await startService();
  const user = (userName: string, { publicKey }: ClientKey) => ({
    userName,
    apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
    authenticators: [],
    oauthProviders: [],
    userTags: [],
  });
  const { activity } = await service.client.createUsers(
    service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user('Robot', robot), user('Helper', helper)] }),
  );
  [robotId = '', helperId = ''] = activity.result.createUsersResult?.userIds ?? [];
  const wallet = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Hot', accounts: [ETHEREUM] }),
  );
  signWith = wallet.activity.result.createWalletResult?.addresses[0] ?? '';
});
afterEach(() => service.stop());

const as = (key: ClientKey) => clientOf(service.ready.baseUrl, key);
const walletNamed = (walletName: string) =>
  service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] });
const addPolicy = async (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string, consensus?: string) => {
  const parameters = { policyName: `${effect} ${condition}`.slice(0, 255), effect, condition, notes: '' };
  const { activity } = await service.client.createPolicy(
    service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      ...parameters,
      ...(consensus === undefined ? {} : { consensus }),
    }),
  );
  return activity.result.createPolicyResult!.policyId;
};
const byRobot = () => `approvers.any(user, user.id == '${robotId}')`;
const signTransaction = (unsignedTransaction: string) =>
  service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith,
    unsignedTransaction,
    type: 'TRANSACTION_TYPE_ETHEREUM' as const,
  });
/** EIP-1559 on chain 1: 2 wei to 0xf39F…, without data. */
const TRANSFER = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const refusalOf = async (asking: Promise<unknown>) => {
  const error = (await asking.then(
    () => new Error('it was allowed'),
    (reason: unknown) => reason,
  )) as Error & { code: number; details: readonly Record<string, unknown>[] };
  return { message: error.message, code: error.code, details: error.details };
};

describe('a user without an allowing policy', () => {
  it('is refused in the public wording, and the activity is stored with the reason', async () => {
    const body = walletNamed('Denied');
    const refused = await refusalOf(as(robot).createWallet(body));
    expect(refused.code).toBe(7);
    expect(refused.message).toContain("You don't have sufficient permissions to take this action.");
    expect(refused.details).toEqual([
      {
        '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError',
        message: 'No policies evaluated to outcome: Allow',
        policyEvaluations: [],
      },
    ]);
    const { activities } = await service.client.getActivities({
      organizationId: service.organizationId,
      filterByStatus: ['ACTIVITY_STATUS_REJECTED'],
    });
    expect(activities).toMatchObject([{ result: null, failure: { code: 7 }, canApprove: false, canReject: false }]);
    // The same bytes get the same answer.
    expect(await refusalOf(as(robot).createWallet(body))).toEqual(refused);
    expect(service.reports).toMatchObject([{ during: 'denied create_wallet' }, { during: 'denied create_wallet' }]);
  });

  it('can read, and can change its own credentials', async () => {
    const { organizationId } = service;
    expect((await as(robot).getWallets({ organizationId })).wallets).toHaveLength(1);
    const apiKeys = [{ apiKeyName: 'Second', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const addKeyTo = (userId: string) =>
      as(robot).createApiKeys(service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }));
    await expect(addKeyTo(service.userId)).rejects.toThrow('Turnkey error 7');
    expect((await addKeyTo(robotId)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

describe('policies', () => {
  it('allow the named actions to the named users', async () => {
    await addPolicy('EFFECT_ALLOW', "activity.resource == 'WALLET' && activity.action == 'CREATE'", byRobot());
    expect((await as(robot).createWallet(walletNamed('By robot'))).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(as(helper).createWallet(walletNamed('By helper'))).rejects.toThrow('Turnkey error 7');
    await expect(as(robot).signTransaction(signTransaction(TRANSFER))).rejects.toThrow('Turnkey error 7');
  });

  it('can read the transaction, and the refusal names the deciding clause', async () => {
    const policyId = await addPolicy(
      'EFFECT_ALLOW',
      "eth.tx.chain_id == 1 && eth.tx.value < 1 && eth.tx.to in ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266']",
    );
    const refused = await refusalOf(as(robot).signTransaction(signTransaction(TRANSFER)));
    expect(refused.message).toContain(`(${policyId}), its condition is false: eth.tx.value < 1`);
    expect(refused.details[0]?.policyEvaluations).toEqual([{ policyId, outcome: 'OUTCOME_DENY_IMPLICIT' }]);
    await service.client.updatePolicy(
      service.envelope('ACTIVITY_TYPE_UPDATE_POLICY_V2', {
        policyId,
        policyCondition: "eth.tx.to == '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266' && wallet.label == 'Hot'",
      }),
    );
    // It has no say, so it is in no evaluation that is kept.
    await addPolicy('EFFECT_ALLOW', 'eth.tx.chain_id == 2');
    const { activity } = await as(robot).signTransaction(signTransaction(TRANSFER));
    expect(activity.result.signTransactionResult?.signedTransaction).toMatch(/^02f8/);
    const { policyEvaluations } = await service.client.getPolicyEvaluations({
      organizationId: service.organizationId,
      activityId: activity.id,
    });
    expect(policyEvaluations.map((one) => one.policyEvaluations)).toEqual([[{ policyId, outcome: 'OUTCOME_ALLOW' }]]);
  });

  it('can read a call by its contract’s interface, in any letter case of the address', async () => {
    const inputs = [
      { name: 'dst', type: 'address' },
      { name: 'wad', type: 'uint256' },
    ];
    const keep = (smartContractAddress: string, name: string) =>
      service.client.createSmartContractInterface(
        service.envelope('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
          smartContractAddress,
          smartContractInterface: JSON.stringify([{ type: 'function', name, inputs }]),
          type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
          label: name,
        }),
      );
    // transfer(0xf39F…, 5) and approve of the same, to 0xabab…
    const call = (selector: string) =>
      signTransaction(
        `02f8640101010282520894${'ab'.repeat(20)}80b844${selector}${'00'.repeat(12)}f39fd6e51aad88f6f4ce6ab8827279cfffb92266${'00'.repeat(31)}05c0`,
      );
    await addPolicy(
      'EFFECT_ALLOW',
      "eth.tx.function_name == 'transfer' && eth.tx.function_signature == '0xa9059cbb' && eth.tx.contract_call_args['wad'] <= 5",
    );
    const unknown = await refusalOf(as(robot).signTransaction(call('a9059cbb')));
    expect(unknown.message).toContain('"eth.tx.function_name" is a member that is not there');
    await keep(`0x${'AB'.repeat(20)}`, 'transfer');
    await keep(`0x${'ab'.repeat(20)}`, 'approve');
    expect((await as(robot).signTransaction(call('a9059cbb'))).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(as(robot).signTransaction(call('095ea7b3'))).rejects.toThrow('Turnkey error 7');
    await addPolicy('EFFECT_DENY', "eth.tx.contract_call_args['dst'] == '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'");
    await expect(as(robot).signTransaction(call('a9059cbb'))).rejects.toThrow(
      'policy engine denied request explicitly',
    );
  });

  it('can read instructions by the program’s interface, with the exact letter case of its key', async () => {
    const account = {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    } as const;
    const wallet = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Solana', accounts: [account] });
    const payer = (await service.client.createWallet(wallet)).activity.result.createWalletResult?.addresses[0] ?? '';
    const program = new Uint8Array(32).fill(0x51);
    const unsignedTransaction = solanaText({
      header: [1, 0, 1],
      keys: [base58.decode(payer), program],
      instructions: [{ program: 1, accounts: [0], data: '070500' }],
    });
    const sign = () =>
      as(robot).signTransaction(
        service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
          signWith: payer,
          unsignedTransaction,
          type: 'TRANSACTION_TYPE_SOLANA' as const,
        }),
      );
    await addPolicy(
      'EFFECT_ALLOW',
      "solana.tx.instructions.all(i, i.parsed_instruction_data.instruction_name == 'route' && i.parsed_instruction_data.program_call_args['amount'] <= 5)",
    );
    const keep = (smartContractAddress: string) =>
      service.client.createSmartContractInterface(
        service.envelope('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
          smartContractAddress,
          smartContractInterface: JSON.stringify({
            instructions: [{ name: 'route', discriminator: [7], args: [{ name: 'amount', type: 'u16' }] }],
            types: [],
          }),
          type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' as const,
          label: 'Router',
        }),
      );
    await keep(base58.encode(program).toLowerCase());
    await expect(sign()).rejects.toThrow('is a member that is not there');
    await keep(base58.encode(program));
    expect((await sign()).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('are skipped after their end time, whether they allow or deny', async () => {
    const { organizationId, client, envelope } = service;
    const timed = async (policyName: string, effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', time: string) => {
      const parameters = { policyName, effect, condition: "activity.resource == 'WALLET'", notes: '', time };
      const { activity } = await client.createPolicy(envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', parameters));
      return activity.result.createPolicyResult!.policyId;
    };
    const allowing = await timed('Afternoon', 'EFFECT_ALLOW', "CronSpan('0 12 * * *', '1h', 'UTC')");
    const denying = await timed('Morning', 'EFFECT_DENY', "time.now < Timestamp('2025-11-20T12:00:00Z')");
    expect((await as(robot).createWallet(walletNamed('At noon'))).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const statuses = async () => (await client.getActivePolicies({ organizationId })).statuses;
    expect(await statuses()).toMatchObject([
      { policyId: allowing, active: true, timeExpr: "CronSpan('0 12 * * *', '1h', 'UTC')" },
      { policyId: denying, active: false },
    ]);
    service.clock.now += 60 * 60 * 1000;
    const refused = await refusalOf(as(robot).createWallet(walletNamed('Later')));
    expect(refused.details[0]?.policyEvaluations).toEqual([
      { policyId: allowing, outcome: 'OUTCOME_TIME_INACTIVE' },
      { policyId: denying, outcome: 'OUTCOME_TIME_INACTIVE' },
    ]);
    await client.updatePolicy(envelope('ACTIVITY_TYPE_UPDATE_POLICY_V2', { policyId: allowing, time: '' }));
    expect((await client.getPolicy({ organizationId, policyId: allowing })).policy).not.toHaveProperty('time');
    expect((await as(robot).createWallet(walletNamed('Always'))).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('can read typed data and authorizations', async () => {
    await addPolicy('EFFECT_ALLOW', "eth.eip_712.primary_type == 'Mail' && eth.eip_712.message.amount <= 5");
    await addPolicy('EFFECT_ALLOW', 'eth.eip_7702_authorization.chain_id == 1');
    const mail = (amount: number) =>
      JSON.stringify({
        types: { EIP712Domain: [], Mail: [{ name: 'amount', type: 'uint256' }] },
        primaryType: 'Mail',
        domain: {},
        message: { amount },
      });
    const sign = async (
      payload: string,
      encoding: 'PAYLOAD_ENCODING_EIP712' | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    ) =>
      (
        await as(robot).signRawPayload(
          service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
            signWith,
            payload,
            encoding,
            hashFunction: 'HASH_FUNCTION_NO_OP' as const,
          }),
        )
      ).activity.status;
    const authorization = (chainId: number) => JSON.stringify({ address: signWith, chainId, nonce: 0 });
    expect(await sign(mail(5), 'PAYLOAD_ENCODING_EIP712')).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(sign(mail(6), 'PAYLOAD_ENCODING_EIP712')).rejects.toThrow('Turnkey error 7');
    expect(await sign(authorization(1), 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION')).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(sign(authorization(2), 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION')).rejects.toThrow('Turnkey error 7');
    const several = service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      signWith,
      payloads: [mail(5), mail(6)],
      encoding: 'PAYLOAD_ENCODING_EIP712' as const,
      hashFunction: 'HASH_FUNCTION_NO_OP' as const,
    });
    await expect(as(robot).signRawPayloads(several)).rejects.toThrow('Turnkey error 7');
  });

  it('allow nothing when they fail, for example without a transaction or with an absent member', async () => {
    await addPolicy('EFFECT_ALLOW', "activity.action == 'CREATE' || eth.tx.chain_id == 1");
    await addPolicy('EFFECT_ALLOW', 'activity.params.user_ids.count() == 1 || true');
    const { details, message } = await refusalOf(as(robot).createWallet(walletNamed('Failing')));
    expect(details[0]?.policyEvaluations).toMatchObject([{ outcome: 'OUTCOME_ERROR' }, { outcome: 'OUTCOME_ERROR' }]);
    expect(message).toContain('"eth" is nothing that this activity has');
    expect(message).toContain('"activity.params.user_ids" is a member that is not there');
  });

  it('ask only the named users for a vote', async () => {
    const both = `approvers.any(u, u.id == '${robotId}') && approvers.any(u, u.id == '${helperId}')`;
    await addPolicy('EFFECT_ALLOW', "activity.resource == 'WALLET'", both);
    const { activity } = await as(robot).createWallet(walletNamed('Both'));
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const seen = await as(helper).getActivity({ organizationId: service.organizationId, activityId: activity.id });
    expect(seen.activity).toMatchObject({ canApprove: true, canReject: true });
    const vote = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activity.fingerprint });
    expect((await as(helper).approveActivity(vote)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('never apply to activities that only the root quorum approves', async () => {
    await addPolicy('EFFECT_ALLOW', 'true');
    const body = service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [robotId] });
    await expect(as(robot).updateRootQuorum(body)).rejects.toThrow('only the root quorum can approve it');
  });

  it.each([
    ['condition', 'activity.type ==', 'line 1, column 17: A value was expected at the end'],
    ['condition', 'approvers.count() > 0', 'approvers is known in the consensus of a policy only'],
    ['consensus', "eth.tx.to == '0x00'", 'eth is known in the condition of a policy only'],
    ['condition', "activity.type.startsWith('ACT')", 'There is no function "startsWith"'],
    ['consensus', '', 'line 1, column 1: The consensus is empty, so the policy asks for no votes'],
    ['consensus', ' \n', 'line 1, column 1: The consensus is empty, so the policy asks for no votes'],
    ['time', "CronSpan('0 9 * * *', '8h', 'Mars')", 'is no IANA time zone'],
    ['time', "activity.type == 'X'", 'activity is known in the condition of a policy only'],
  ])('are refused when their %s cannot be read: %s', async (part, text, why) => {
    const parameters = { policyName: 'Broken', effect: 'EFFECT_ALLOW' as const, notes: '', [part]: text };
    const asking = service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', parameters));
    await expect(asking).rejects.toThrow(`Turnkey error 3: invalid policy ${part}`);
    await expect(asking).rejects.toThrow(why);
    expect((await service.client.getPolicies({ organizationId: service.organizationId })).policies).toEqual([]);
  });

  it('are created all or none, listed and deleted', async () => {
    const { organizationId } = service;
    const named = (policyName: string) => ({ policyName, effect: 'EFFECT_ALLOW' as const, notes: 'why' });
    const make = (...policies: ReturnType<typeof named>[]) =>
      service.client.createPolicies(service.envelope('ACTIVITY_TYPE_CREATE_POLICIES', { policies }));
    await expect(make(named('A'), named('A'))).rejects.toThrow('policy label must be unique');
    expect((await service.client.getPolicies({ organizationId })).policies).toEqual([]);
    const { activity } = await make(named('A'), named('B'));
    const [policyId = '', other = ''] = activity.result.createPoliciesResult?.policyIds ?? [];
    const { policy } = await service.client.getPolicy({ organizationId, policyId });
    expect(policy).toMatchObject({ policyId, policyName: 'A', effect: 'EFFECT_ALLOW', notes: 'why', condition: '' });
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    await expect(service.client.getPolicy({ organizationId, policyId })).rejects.toThrow(
      'Turnkey error 5: no policy found with the given ID',
    );
    const remaining = (await service.client.getPolicies({ organizationId })).policies;
    expect(remaining.map((one) => one.policyId)).toEqual([other]);
  });
});
