import { firstTables } from './0001-first-tables.ts';
import { privateKeysAndImports } from './0002-private-keys-and-imports.ts';
import { rowSeals } from './0003-row-seals.ts';
import { consensusPeoplePolicies } from './0004-consensus-people-policies.ts';
import { sealOfEachRow } from './0005-seal-of-each-row.ts';
import { passkeyUse } from './0006-passkey-use.ts';
import { timesAndInvitations } from './0007-times-and-invitations.ts';
import { secrets } from './0008-secrets.ts';
import { mfaPolicies } from './0009-mfa-policies.ts';
import { subOrganizations } from './0010-sub-organizations.ts';
import { sessionProfiles } from './0011-session-profiles.ts';
import { oneTimeCodes } from './0012-one-time-codes.ts';
import { oauthProviders } from './0013-oauth-providers.ts';
import { webhooks } from './0014-webhooks.ts';
import { featuresAndApplications } from './0015-features-and-applications.ts';
import { verifiedContacts } from './0016-verified-contacts.ts';
import { proposersVotes } from './0017-proposers-votes.ts';
import { sentTransactions } from './0018-sent-transactions.ts';
import { history } from './0019-history.ts';
import { earn } from './0020-earn.ts';
import { solanaTransactions } from './0021-solana-transactions.ts';
import { historyFeeAssets } from './0022-history-fee-assets.ts';
import { chainsBegunAnew } from './0023-chains-begun-anew.ts';
import { pausedSearches } from './0024-paused-searches.ts';
import { blocksThatLack } from './0025-blocks-that-lack.ts';
import { signedOutpoints } from './0026-signed-outpoints.ts';
import { ipAllowlists } from './0027-ip-allowlists.ts';
import { velocityControls } from './0028-velocity-controls.ts';
import { providerCredentials } from './0029-provider-credentials.ts';
import { listActivities } from './0030-list-activities.ts';
import { sealEvidence } from './0031-seal-evidence.ts';
import { archiveActivities } from './0032-archive-activities.ts';
import { webhookAttempts } from './0033-webhook-attempts.ts';
import { webhookResponses } from './0034-webhook-responses.ts';
import { webhookFacts } from './0035-webhook-facts.ts';

/**
 * Every change of the tables, in order. The position plus one is the `user_version` after it. Never edit a released
 * one.
 */
export const MIGRATIONS: readonly string[] = [
  firstTables,
  privateKeysAndImports,
  rowSeals,
  consensusPeoplePolicies,
  sealOfEachRow,
  passkeyUse,
  timesAndInvitations,
  secrets,
  mfaPolicies,
  subOrganizations,
  sessionProfiles,
  oneTimeCodes,
  oauthProviders,
  webhooks,
  featuresAndApplications,
  verifiedContacts,
  proposersVotes,
  sentTransactions,
  history,
  earn,
  solanaTransactions,
  historyFeeAssets,
  chainsBegunAnew,
  pausedSearches,
  blocksThatLack,
  signedOutpoints,
  ipAllowlists,
  velocityControls,
  providerCredentials,
  listActivities,
  sealEvidence,
  archiveActivities,
  webhookAttempts,
  webhookResponses,
  webhookFacts,
];
