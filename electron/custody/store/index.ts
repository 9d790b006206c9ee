import { startGmac } from '../../crypto/index.ts';
import {
  type ComparedFile,
  compareClosed,
  copyDatabase,
  createDatabase,
  type Database,
  type DatabaseKind,
  databaseInUse,
  databaseProblem,
  type HeadedDatabase,
  headedDatabaseExists,
  type LogSync,
  openCopy,
  openLogSync,
  openWithHead,
  signedOutpoints,
} from '../../storage/sqlite/index.ts';
import { activityTables } from './activities.ts';
import { archiveList } from './archives/archive-list.ts';
import { activityArchives } from './archives/archives.ts';
import { archiving } from './archives/archiving.ts';
import { earnTables } from './chains/earn.ts';
import { historyContracts } from './chains/history/contracts.ts';
import { historyEarlier } from './chains/history/earlier.ts';
import { historyEntries } from './chains/history/entries.ts';
import { historyLacks } from './chains/history/lacks.ts';
import { historyOrigins } from './chains/history/origins.ts';
import { historyProgress } from './chains/history/progress.ts';
import { sentTransactionTable } from './chains/sent-transactions.ts';
import { createCommits } from './commits.ts';
import { copiedRows } from './copied-rows.ts';
import { databaseOf } from './database.ts';
import { headIn } from './evidence/evidence.ts';
import { importTargetTable } from './keys/import-targets.ts';
import { keyTables } from './keys/keys.ts';
import { privateKeyTables } from './keys/private-keys.ts';
import { secretTable } from './keys/secrets.ts';
import { walletTables } from './keys/wallets.ts';
import { oauthProviderTable } from './oauth/oauth-providers.ts';
import { applicationTable } from './organizations/applications.ts';
import { featureTable } from './organizations/features.ts';
import { invitationTable } from './organizations/invitations.ts';
import { ipAllowlistTable } from './organizations/ip-allowlists.ts';
import { mfaPolicyTable } from './organizations/mfa-policies.ts';
import { organizationTables } from './organizations/organizations.ts';
import { policyTable } from './organizations/policies.ts';
import { providerCredentialTable } from './organizations/provider-credentials.ts';
import { smartContractInterfaceTable } from './organizations/smart-contract-interfaces.ts';
import { subOrganizationTable } from './organizations/sub-organizations.ts';
import { tagTables } from './organizations/tags.ts';
import { velocityControlTables } from './organizations/velocity-controls.ts';
import { webhookTables } from './organizations/webhooks.ts';
import { otpTable } from './otp/otps.ts';
import { usedTokenTable } from './otp/used-tokens.ts';
import { verifiedContactTable } from './otp/verified-contacts.ts';
import { rowSeals } from './seals/row-seals.ts';
import { sessionProfileTable } from './sessions/session-profiles.ts';
import { authenticatorTable } from './users/authenticators.ts';

export type { ProposalRow } from './activities.ts';
export type { ActivityRow, VoteRow } from './activity-rows.ts';
export type { EarnKind, EarnOutcome, EarnRequestRow, EarnWrapperRow } from './chains/earn.ts';
export type { TokenContract } from './chains/history/contracts.ts';
export type { AddressEntry, Announced, HistoryEntry, ListedEntry, StoredTransfer } from './chains/history/entries.ts';
export type { Lack, Lacking } from './chains/history/lacks.ts';
export type { ChainProgress, KnownBlock, Search } from './chains/history/progress.ts';
export type { SentProgress, SentRow, SentState } from './chains/sent-transactions.ts';
export type { ImportPurpose, ImportTargetRow } from './keys/import-targets.ts';
export type { KeyAddressRow, NormalizedAddress, PrivateKeyRow, SealedPrivateKey } from './keys/private-keys.ts';
export type { SecretRow } from './keys/secrets.ts';
export type { AccountRow, SealedAccount, WalletRow } from './keys/wallets.ts';
export type { OauthProviderRow } from './oauth/oauth-providers.ts';
export type { ApplicationKind, ApplicationRow } from './organizations/applications.ts';
export { originsIn } from './organizations/features.ts';
export type { IpAllowlistRow } from './organizations/ip-allowlists.ts';
export type { MfaPolicyRow } from './organizations/mfa-policies.ts';
export type { ApiKeyRow, OrganizationRow, UserRow } from './organizations/organizations.ts';
export type { PolicyRow } from './organizations/policies.ts';
export type { ProviderCredentialRow, ProviderKind } from './organizations/provider-credentials.ts';
export type { SmartContractInterfaceRow } from './organizations/smart-contract-interfaces.ts';
export type { StoredFilter } from './organizations/sub-organizations.ts';
export type { TagKind, TagRow } from './organizations/tags.ts';
export type { UsedPart, VelocityControlRow } from './organizations/velocity-controls.ts';
export type {
  AttemptRow,
  DeliveredActivity,
  DeliveryRow,
  LoggedDelivery,
  WebhookEndpointRow,
} from './organizations/webhooks.ts';
export type { OtpRow } from './otp/otps.ts';
export type { Contact } from './otp/verified-contacts.ts';
export { changedRow } from './seals/damaged-rows.ts';
export { databaseChanged } from './seals/database-changed.ts';
export type { SessionProfileRow } from './sessions/session-profiles.ts';
export type { AuthenticatorRow } from './users/authenticators.ts';

/** A step of a copy takes about a millisecond. */
const COPIED_PAGES = 256;

const monotonic = (): number => performance.now();

/** The store of the service, table by table. All calls are synchronous, and every statement is prepared once. */
export type Tables = ReturnType<typeof tablesOf>;

/** The tables of an open database. */
export type Store = ReturnType<typeof openStore>;

/** Returns true when the folder holds a store or the remains of one. Throws DATABASE_CHANGED when the store is lost. */
export function storeExists(directory: string): boolean {
  return headedDatabaseExists(databaseOf(directory));
}

/**
 * Makes the store of a folder, filled by `fill`, whole or not at all. Throws DATABASE_IN_USE when another process made
 * one meanwhile, DISK_FULL or FILE_REFUSED.
 */
export function createStore(directory: string, fill: (tables: Tables) => void): void {
  const kind = databaseOf(directory);
  if (!createDatabase(kind, (database) => fill(tablesOf(database, monotonic, directory)))) throw databaseInUse(kind);
}

/** Compares the store's file with its kept value before `openStore`. Throws DATABASE_CORRUPT or FILE_REFUSED. */
export const compareStore = (directory: string): Promise<ComparedFile | null> =>
  compareClosed(databaseOf(directory), startGmac);

/**
 * Opens the store of a folder, which `compareStore` may have compared. Throws DATABASE_IN_USE, DATABASE_CORRUPT,
 * DATABASE_NEWER, DISK_FULL or FILE_REFUSED.
 */
export function openStore(
  directory: string,
  { now = monotonic, compared = null }: { now?: () => number; compared?: ComparedFile | null } = {},
) {
  const kind = databaseOf(directory);
  const headed = openWithHead(kind, { headOf: headIn, startMac: startGmac, compared });
  const { database } = headed;
  const tables = tablesOf(database, now, directory);
  const { seals } = tables;
  seals.evidence.onStored(headed.note);
  const log = openLogOf(kind, headed);
  const commits = createCommits(database, seals, log);
  const { archives, archiveList: list } = tables;
  // Another program may have changed rows of a file that is not as it was closed.
  let isTrusted = headed.isAsClosed;
  return {
    ...tables,
    ...commits,
    archiving: archiving(database, { seals, list, archives, directory, transaction: commits.transaction }),
    /**
     * Returns a number that grows with every row that is written and every group that is lost. While it is the same
     * inside `share` as before, so are the rows that a decision was made with.
     */
    changes: (): number => seals.changes() + commits.losses(),
    /** Turns a database failure into an error for the operator. Returns other errors unchanged. */
    describeError: (error: unknown) => databaseProblem(error, kind),
    /** Copies the database into an existing empty file. Requests are served between the pages. */
    copyInto: (path: string) => commits.withoutGroups(() => copyDatabase(database, path, COPIED_PAGES)),
    /** True when the file is as this service closed it, so that nothing in it can have changed. */
    isAsClosed: headed.isAsClosed,
    /** Has the next start rely on the file as `close` leaves it: every row was compared with its seal. */
    trust(): void {
      isTrusted = true;
    },
    /** SQLite moves the journal into the file when its only connection closes. */
    close() {
      commits.end();
      log.close();
      archives.close();
      headed.close({ isTrusted });
    },
  };
}

/** Opens the write-ahead log of an open store. Closes the store if that fails, and throws FILE_REFUSED. */
function openLogOf(kind: DatabaseKind, headed: HeadedDatabase): LogSync {
  try {
    return openLogSync(kind.path);
  } catch (error) {
    headed.close();
    throw databaseProblem(error, kind);
  }
}

/** Opens the bytes of a copy in memory, as `openCopy` of the storage does. */
export function openStoreCopy(bytes: Uint8Array<ArrayBuffer>) {
  const database = openCopy(databaseOf('the backup'), bytes);
  try {
    const { seals, keys, archiveList: list } = tablesOf(database, monotonic, '');
    return { seals, keys, archives: list.all, ...copiedRows(database), close: () => void database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** `directory` is the folder of the archives' folder. */
function tablesOf(database: Database, now: () => number, directory: string) {
  const seals = rowSeals(database, now);
  const list = archiveList(database, seals);
  const archives = activityArchives(list, directory);
  return {
    seals,
    organizations: organizationTables(database, seals),
    subOrganizations: subOrganizationTable(database, seals),
    wallets: walletTables(database, seals),
    privateKeys: privateKeyTables(database, seals),
    importTargets: importTargetTable(database),
    invitations: invitationTable(database),
    archives,
    archiveList: list,
    activities: activityTables(database, seals, archives),
    keys: keyTables(database, seals),
    authenticators: authenticatorTable(database, seals),
    policies: policyTable(database, seals),
    mfaPolicies: mfaPolicyTable(database, seals),
    tags: tagTables(database, seals),
    secrets: secretTable(database, seals),
    sessionProfiles: sessionProfileTable(database, seals),
    otps: otpTable(database, seals),
    oauthProviders: oauthProviderTable(database, seals),
    webhooks: webhookTables(database, seals),
    features: featureTable(database, seals),
    ipAllowlists: ipAllowlistTable(database, seals),
    velocityControls: velocityControlTables(database, seals),
    earn: earnTables(database, seals),
    sentTransactions: sentTransactionTable(database),
    signedOutpoints: signedOutpoints(database),
    history: {
      ...historyProgress(database),
      ...historyEntries(database),
      ...historyEarlier(database),
      contracts: historyContracts(database),
      origins: historyOrigins(database),
      lacks: historyLacks(database),
    },
    smartContractInterfaces: smartContractInterfaceTable(database, seals),
    applications: applicationTable(database),
    providerCredentials: providerCredentialTable(database),
    verifiedContacts: verifiedContactTable(database, seals),
    usedTokens: usedTokenTable(database, seals),
  };
}
