import * as activities from './activities.ts';
import * as balances from './chains/balances.ts';
import * as bitcoin from './chains/bitcoin.ts';
import * as earn from './chains/earn.ts';
import * as earnLists from './chains/earn-lists.ts';
import * as earnWrappers from './chains/earn-wrappers.ts';
import * as history from './chains/history.ts';
import * as solana from './chains/solana.ts';
import * as transactions from './chains/transactions.ts';
import * as tron from './chains/tron.ts';
import type { Operation } from './define.ts';
import * as discovery from './discovery.ts';
import * as earlierGateway from './earlier/gateway.ts';
import * as earlierLogins from './earlier/logins.ts';
import * as earlierPolicies from './earlier/policies.ts';
import * as earlierSigning from './earlier/signing.ts';
import * as earlierSubOrganizations from './earlier/sub-organizations.ts';
import * as earlierUsers from './earlier/users.ts';
import * as gateway from './gateway.ts';
import * as exports from './keys/exports.ts';
import * as imports from './keys/imports.ts';
import * as privateKeys from './keys/private-keys.ts';
import * as secrets from './keys/secrets.ts';
import * as signing from './keys/signing.ts';
import * as wallets from './keys/wallets.ts';
import * as oauthProviders from './oauth/oauth-providers.ts';
import * as applications from './organizations/applications.ts';
import * as features from './organizations/features.ts';
import * as invitations from './organizations/invitations.ts';
import * as ipAllowlists from './organizations/ip-allowlists.ts';
import * as mfaPolicies from './organizations/mfa-policies.ts';
import * as organizations from './organizations/organizations.ts';
import * as policies from './organizations/policies.ts';
import * as providerCredentials from './organizations/provider-credentials.ts';
import * as smartContractInterfaces from './organizations/smart-contract-interfaces.ts';
import * as subOrganizations from './organizations/sub-organizations.ts';
import * as tags from './organizations/tags.ts';
import * as velocityControls from './organizations/velocity-controls.ts';
import * as webhooks from './organizations/webhooks.ts';
import * as emailEvents from './otp/email-events.ts';
import * as otpLogin from './otp/otp-login.ts';
import * as sealedLogins from './otp/sealed-logins.ts';
import * as service from './service.ts';
import * as openSession from './sessions/open-session.ts';
import * as readOnlySession from './sessions/read-only-session.ts';
import * as readWriteSession from './sessions/read-write-session.ts';
import * as sessionProfiles from './sessions/session-profiles.ts';
import * as apiKeys from './users/api-keys.ts';
import * as authenticators from './users/authenticators.ts';
import * as users from './users/users.ts';

/** The operations that a resource file exports, by operation name instead of export name. */
type Declared<File> = {
  readonly [Export in keyof File as File[Export] extends {
    readonly kind: Operation['kind'];
    readonly name: infer Name extends string;
  }
    ? Name
    : never]: File[Export];
};

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'kind' in value && 'name' in value && 'method' in value;

function declared<File extends object>(file: File): Declared<File> {
  // A bundle lists the exports in another order than a module.
  const operations = Object.values(file)
    .filter(isOperation)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return Object.fromEntries(operations.map((operation) => [operation.name, operation])) as Declared<File>;
}

/**
 * Every declared operation by its name: the whole interface of the service. The local service handles an operation in
 * the file under `electron/custody/handlers` that has the path of its declaration. The files in `earlier` have no such
 * file: most of their versions are converted to the newest one, and its file handles the others.
 */
export const OPERATIONS = {
  ...declared(organizations),
  ...declared(subOrganizations),
  ...declared(users),
  ...declared(apiKeys),
  ...declared(authenticators),
  ...declared(invitations),
  ...declared(tags),
  ...declared(policies),
  ...declared(mfaPolicies),
  ...declared(features),
  ...declared(ipAllowlists),
  ...declared(velocityControls),
  ...declared(wallets),
  ...declared(privateKeys),
  ...declared(signing),
  ...declared(exports),
  ...declared(imports),
  ...declared(secrets),
  ...declared(activities),
  ...declared(openSession),
  ...declared(readOnlySession),
  ...declared(readWriteSession),
  ...declared(sessionProfiles),
  ...declared(oauthProviders),
  ...declared(otpLogin),
  ...declared(sealedLogins),
  ...declared(emailEvents),
  ...declared(providerCredentials),
  ...declared(gateway),
  ...declared(transactions),
  ...declared(solana),
  ...declared(bitcoin),
  ...declared(tron),
  ...declared(history),
  ...declared(balances),
  ...declared(earn),
  ...declared(earnLists),
  ...declared(earnWrappers),
  ...declared(webhooks),
  ...declared(applications),
  ...declared(smartContractInterfaces),
  ...declared(discovery),
  ...declared(service),
  ...declared(earlierSigning),
  ...declared(earlierPolicies),
  ...declared(earlierUsers),
  ...declared(earlierSubOrganizations),
  ...declared(earlierLogins),
  ...declared(earlierGateway),
} as const satisfies Record<string, Operation>;

/** Maps further paths that earlier public clients use to the operation that answers at each. */
export const EARLIER_PATHS = {
  '/public/v1/submit/sign_raw_payload_v2': 'sign_raw_payload',
  '/public/v1/submit/sign_transaction_v2': 'sign_transaction',
  '/public/v1/submit/delete_invitations': 'delete_invitation',
} as const;
