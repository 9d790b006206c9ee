import type { ActivityParameters } from '../../../shared/operations/index.ts';
import { checkCall, checkCalls } from '../handlers/chains/transactions.ts';
import { createPrivateKeys } from '../handlers/keys/private-keys.ts';
import { checkPayloads, checkTransaction } from '../handlers/keys/signing.ts';
import { createWallet } from '../handlers/keys/wallets.ts';
import { checkMfaCondition } from '../handlers/organizations/mfa-policies.ts';
import { checkNewPolicies, checkPolicyChange } from '../handlers/organizations/policies.ts';
import { createVelocityControl } from '../handlers/organizations/velocity-controls.ts';
import { createWebhookEndpoint, updateWebhookEndpoint } from '../handlers/organizations/webhooks.ts';
import { checkScope } from '../handlers/sessions/session-profiles.ts';
import type { HandledName } from '../handlers/types.ts';
import { createApiKeys, readKey } from '../handlers/users/api-keys.ts';
import type { Subject } from '../policies/subject.ts';
import type { ActivityContext } from '../request-context.ts';

/**
 * The checks of an activity before it waits for votes. Each throws a refusal of content that can never be carried out.
 * Handlers are here when their first step only reads and computes, and opens no key of the organization.
 */
const CHECKS: {
  readonly [Name in HandledName]?: (parameters: ActivityParameters<Name>, context: ActivityContext) => unknown;
} = {
  sign_transaction: checkTransaction,
  sign_raw_payload: ({ payload, ...reading }, context) => checkPayloads({ payloads: [payload], ...reading }, context),
  sign_raw_payloads: checkPayloads,
  eth_send_transaction: checkCalls,
  eth_send_transaction_v1: checkCall,
  create_wallet: createWallet,
  create_private_keys: createPrivateKeys,
  create_users: ({ users }) => users.flatMap(({ apiKeys }) => apiKeys.map(readKey)),
  create_api_keys: createApiKeys,
  create_policy: (policy, context) => checkNewPolicies([policy], context, () => ''),
  create_policies: ({ policies }, context) => checkNewPolicies(policies, context),
  update_policy: checkPolicyChange,
  create_mfa_policy: checkMfaCondition,
  update_mfa_policy: checkMfaCondition,
  create_session_profile: checkScope,
  create_velocity_control: createVelocityControl,
  create_webhook_endpoint: createWebhookEndpoint,
  update_webhook_endpoint: updateWebhookEndpoint,
};

/**
 * Refuses an activity that nobody could carry out, before it waits for votes or proofs. Throws PublicError.
 * Choice (checked-proposals): nothing of the organization changes meanwhile that would make such content right.
 */
export async function checkProposal({ operation, parameters }: Subject, context: ActivityContext): Promise<void> {
  const checks: Readonly<Record<string, unknown>> = CHECKS;
  const check = checks[operation.name] as ((parameters: unknown, context: ActivityContext) => unknown) | undefined;
  await check?.(parameters, context);
}
