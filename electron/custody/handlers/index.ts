import {
  camelCase,
  type DiscoveryName,
  type GatewayName,
  OPERATIONS,
  type Operation,
  type QueryName,
} from '../../../shared/operations/index.ts';
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
import * as discovery from './discovery.ts';
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
import type { ActivityHandler, DiscoveryHandler, GatewayHandler, HandledName, QueryHandler } from './types.ts';
import * as apiKeys from './users/api-keys.ts';
import * as authenticators from './users/authenticators.ts';
import * as users from './users/users.ts';

/** The export name of an operation's handler: `createWallet` for `create_wallet`. */
type ExportOf<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<ExportOf<Rest>>}`
  : Name;

type Queries = { readonly [Name in QueryName]: QueryHandler<Name> };
type Activities = { readonly [Name in HandledName]: ActivityHandler<Name> };
type Gateway = { readonly [Name in GatewayName]: GatewayHandler<Name> };
type Documents = { readonly [Name in DiscoveryName]: DiscoveryHandler<Name> };
type All = Queries & Activities & Gateway & Documents;

/**
 * The handlers by export name. A missing handler does not compile. Votes have none (`submission/vote.ts`), nor do
 * earlier versions that are converted to the newest. The files also export helpers, which match no operation.
 */
const HANDLERS: { readonly [Name in keyof All as ExportOf<Name>]: All[Name] } = {
  ...activities,
  ...balances,
  ...earn,
  ...earnLists,
  ...earnWrappers,
  ...history,
  ...solana,
  ...bitcoin,
  ...tron,
  ...transactions,
  ...discovery,
  ...gateway,
  ...exports,
  ...imports,
  ...privateKeys,
  ...secrets,
  ...signing,
  ...wallets,
  ...oauthProviders,
  ...applications,
  ...features,
  ...invitations,
  ...ipAllowlists,
  ...mfaPolicies,
  ...organizations,
  ...policies,
  ...providerCredentials,
  ...smartContractInterfaces,
  ...subOrganizations,
  ...tags,
  ...velocityControls,
  ...webhooks,
  ...emailEvents,
  ...otpLogin,
  ...sealedLogins,
  ...service,
  ...openSession,
  ...readOnlySession,
  ...readWriteSession,
  ...sessionProfiles,
  ...apiKeys,
  ...authenticators,
  ...users,
};

/** Returns the handlers of one kind by operation name, without the operations that need none. */
function handlersOf<Handlers>(kind: Operation['kind']): Handlers {
  const byExport: Readonly<Record<string, unknown>> = HANDLERS;
  const handled = Object.values(OPERATIONS).filter((operation) => operation.kind === kind);
  return Object.fromEntries(
    handled.flatMap(({ name }) => {
      const handler = byExport[camelCase(name)];
      return handler === undefined ? [] : [[name, handler]];
    }),
  ) as Handlers;
}

export const QUERIES = handlersOf<Queries>('query');
export const ACTIVITIES = handlersOf<Activities>('activity');
export const GATEWAY = handlersOf<Gateway>('gateway');
export const DOCUMENTS = handlersOf<Documents>('discovery');
