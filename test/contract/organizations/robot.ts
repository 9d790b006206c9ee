import { type ClientKey, clientOf, newKey, type StartedService } from '../start-service.ts';

export interface Rule {
  readonly condition?: string;
  readonly consensus?: string;
}

/** A user of a service who is not in the root quorum. Only policies let it do anything. */
export interface Robot {
  readonly userId: string;
  readonly key: ClientKey;
  /** Returns a client that signs its requests. */
  client(): ReturnType<typeof clientOf>;
  /** Adds a policy, and returns its id. */
  addPolicy(effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', rule: Rule): Promise<string>;
  /** Adds a policy that denies, until `pardon`. */
  forbid(rule: Rule): Promise<void>;
  /** Deletes all policies of `forbid`. */
  pardon(): Promise<void>;
}

export async function addRobot(service: StartedService): Promise<Robot> {
  const key = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const forbidding: string[] = [];
  let count = 0;
  const addPolicy: Robot['addPolicy'] = async (effect, rule) => {
    count += 1;
    const policy = { policyName: `${effect} ${count}`, effect, notes: '', ...rule };
    const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    return activity.result.createPolicyResult!.policyId;
  };
  return {
    userId: made.activity.result.createUsersResult?.userIds[0] ?? '',
    key,
    client: () => clientOf(service.ready.baseUrl, key),
    addPolicy,
    forbid: async (rule) => void forbidding.push(await addPolicy('EFFECT_DENY', rule)),
    async pardon() {
      for (const policyId of forbidding.splice(0))
        await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    },
  };
}
