import { createAccounts } from './accounts/accounts.ts';
import { createPrivateKeys } from './accounts/private-keys.ts';
import { createWallets } from './accounts/wallets.ts';
import { createAccessChecks } from './activities/access-checks.ts';
import { createActivities } from './activities/activities.ts';
import { createActivityMeanings } from './activities/activity-meanings.ts';
import { createActivityWords } from './activities/activity-words.ts';
import { createEffects } from './activities/effects.ts';
import { createFurtherVotes } from './activities/further-votes.ts';
import { createInbox } from './activities/inbox.ts';
import { createPolicyTrials } from './activities/policy-trials.ts';
import { createRequested } from './activities/requested.ts';
import { createTitledTrials } from './activities/titled-trials.ts';
import { createWantedVotes } from './activities/wanted-votes.ts';
import { createAddresses } from './addresses/addresses.ts';
import { createArchiver } from './audit/archiver.ts';
import { createAudit } from './audit/audit.ts';
import { createArchiveCheck } from './backup/archive-check.ts';
import { createAskedBackups } from './backup/asked-backups.ts';
import { createBackups } from './backup/backups.ts';
import { openBase } from './base.ts';
import { createBatches } from './batches/batches.ts';
import { createCourier } from './courier/index.ts';
import { createDocuments } from './documents/documents.ts';
import { createInterfaces } from './documents/interfaces.ts';
import { createEarn } from './earn/earn.ts';
import type { Engine } from './engine-interface.ts';
import { createBundleOpener } from './exports/bundle-opener.ts';
import { createExports } from './exports/exports.ts';
import { createGathering } from './exports/gathering.ts';
import { createListFiles } from './exports/list-files.ts';
import { createTargetLists } from './exports/target-lists.ts';
import { createAskToSign } from './flows/ask-to-sign.ts';
import { createBench } from './flows/bench.ts';
import { createDeliveries } from './flows/deliveries.ts';
import { createInspection } from './flows/inspection.ts';
import { createKeyLife } from './flows/key-life.ts';
import { createIdleTime } from './flows/lock/idle-time.ts';
import { createVaultControl } from './flows/lock/vault-control.ts';
import { createMoves } from './flows/move/moves.ts';
import { createPasskeys } from './flows/passkeys.ts';
import { createSetup } from './flows/setup.ts';
import { createSignIn } from './flows/sign-in/sign-in.ts';
import { createStation } from './flows/station.ts';
import { createHistory } from './history/history.ts';
import { createAskedImports } from './imports/asked-imports.ts';
import { createContinuedImports } from './imports/continued.ts';
import { createImports } from './imports/imports.ts';
import { createExportTargets } from './keyring/export-targets.ts';
import { createKeyring } from './keyring/keyring.ts';
import { createLog } from './log/log.ts';
import { createKnownNames } from './naming/known-names.ts';
import { createNamer } from './naming/naming.ts';
import { createOrganization } from './organization/organization.ts';
import { createWebhookLog } from './organization/webhook-log.ts';
import { createBalances } from './payments/balances.ts';
import { createNodes } from './payments/nodes.ts';
import { createPayments } from './payments/payments.ts';
import { createReplacements } from './payments/replacements.ts';
import { createSpentHere } from './payments/signed-here.ts';
import { createSpendingChecks } from './payments/spending-lines.ts';
import type { EnginePorts } from './ports.ts';
import { createConfirmed } from './profiles/confirmed.ts';
import { requireProfiles } from './profiles/lost-profiles.ts';
import { createProfiles } from './profiles/profiles.ts';
import { createHeardNames } from './queries/heard-names.ts';
import { createQueries } from './queries/queries.ts';
import { createUpdates } from './releases/updates.ts';
import { createAskToStamp } from './requests/ask-to-stamp.ts';
import { createBatchConfirmation } from './requests/batch-confirmation.ts';
import { createCarried } from './requests/carried.ts';
import { createComparison } from './requests/comparison.ts';
import { createConfirmation } from './requests/confirmation.ts';
import { createDelivery } from './requests/delivery.ts';
import { createDrafts } from './requests/drafts.ts';
import { createFollower } from './requests/follower.ts';
import { createGroupVotes } from './requests/group-votes.ts';
import { createFindReplaced } from './requests/replaced.ts';
import { createRequests } from './requests/requests.ts';
import { createVoteConfirmation } from './requests/vote-confirmation.ts';
import { createVoted } from './requests/voted.ts';
import { createChainState } from './results/chain-state.ts';
import { createResults } from './results/results.ts';
import { createBitcoinRivals } from './results/rivals.ts';
import { createEndpoints } from './service/named-endpoints.ts';
import { createReadings } from './service/readings.ts';
import { createLocalServices } from './service/running.ts';
import { createServiceKeeper } from './service/service-keeper.ts';
import { createCredentials } from './stamping/credentials.ts';
import { createPasskeyKeeper } from './stamping/passkey-keeper.ts';
import { createSender } from './stamping/sender.ts';
import { createSessionKeys } from './stamping/session-keys.ts';
import { createStamper } from './stamping/stamper.ts';
import { createState } from './state.ts';
import { createTables } from './tables/tables.ts';
import { createTokenChoices } from './tokens/token-choice.ts';
import { createTokenKeeper } from './tokens/token-keeper.ts';
import { createSecurityKeys } from './vault/security-keys.ts';
import { createTypedAgain } from './vault/typed-again.ts';
import { createVaultKeeper } from './vault/vault-keeper.ts';
import { createSigners } from './verify/signers.ts';
import { createAnswerChecker } from './verify/verify.ts';

/** Assembles the workstation for a state folder. Starts nothing. Throws what `openBase` and `requireProfiles` throw. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const base = openBase(ports);
  requireProfiles(base);
  const vault = createVaultKeeper(base);
  const tokens = createTokenKeeper(base);
  // Token logins made for a vault end with that vault.
  vault.onDeath(() => tokens.lock());
  const keeper = createPasskeyKeeper(base);
  const audit = createAudit(base, vault);
  const archiver = createArchiver(base, { audit, vault });
  const keyring = createKeyring(base, { vault, tokens, audit });
  const documents = createDocuments(base, audit);
  const confirmed = createConfirmed(base, audit);
  const profiles = createProfiles(base, keyring, confirmed);
  // Without a profile nothing is locked. On the command line the vault opens when it is needed.
  if (!ports.autoUnlock) base.consents.guard(() => vault.state().state === 'unlocked' || profiles.current() === null);
  const credentials = createCredentials(base, { keyring, profiles, confirmed });
  const endpoints = createEndpoints(base, documents);
  const readings = createReadings(base);
  const lastBackupAt = () => audit.lastBackup()?.at ?? null;
  const service = createServiceKeeper(base, { profiles, vault, tokens, endpoints, readings, lastBackupAt });
  const typedAgain = createTypedAgain(base, vault);
  const securityKeys = createSecurityKeys(base);
  const choices = createTokenChoices(base, { profiles, vault, tokens });
  const sessions = createSessionKeys(base, { vault, profiles });
  const stamper = createStamper(base, { vault, tokens, passkeys: keeper, sessions });
  const sender = createSender(base, audit, { profiles, vault, stamper, service });
  const heard = createHeardNames();
  const queries = createQueries({ profiles, credentials, sessions, sender, heard });
  const webhooks = createWebhookLog(base, { profiles, queries });
  const accounts = createAccounts(base, profiles, queries);
  const wallets = createWallets(base, { profiles, audit });
  const privateKeys = createPrivateKeys(base, { profiles, queries });
  const targets = createExportTargets(base, keyring, { vault, tokens });
  const findRequested = createRequested(base.records.journal);
  const wanted = createWantedVotes(base, { profiles, service });
  const activities = createActivities(base, { profiles, queries, targets, findRequested, wanted, credentials });
  const checker = createAnswerChecker(createSigners(accounts, queries));
  const delivery = createDelivery(base, { sender, queries, checker });
  const interfaces = createInterfaces(base, documents, vault);
  const drafts = createDrafts(base, { credentials, keyring });
  const addresses = createAddresses(base, documents);
  const nameIds = createKnownNames(base, targets, heard);
  const namer = createNamer({ clock: ports.clock, signed: base.records.signed }, accounts, addresses, nameIds);
  const nodes = createNodes({ endpoints, service });
  const checks = createSpendingChecks({ clock: ports.clock, nodes });
  const describing = { profiles, vault, tokens, interfaces, namer, ...checks };
  const findVoted = createVoted(queries);
  const policyTrials = createPolicyTrials({ profiles, queries, service });
  const findEffects = createEffects({ queries, policyTrials, clock: ports.clock });
  const askToStamp = createAskToStamp(base, { vault, tokens, typedAgain, securityKeys });
  const findFurtherVotes = createFurtherVotes(service);
  const findReplaced = createFindReplaced(base, findRequested);
  const confirm = createConfirmation(base, {
    ...describing,
    askToStamp,
    findVoted,
    findEffects,
    findReplaced,
    findFurtherVotes,
  });
  const activityMeanings = createActivityMeanings(base, { profiles, activities, vault, interfaces, namer });
  const activityWords = createActivityWords(base, { profiles, meanings: activityMeanings, vault });
  const follower = createFollower(ports.clock, { queries, activities, checker });
  const requests = createRequests(base, {
    audit,
    profiles,
    credentials,
    vault,
    service,
    sender,
    drafts,
    confirm,
    delivery,
    follower,
  });
  const carried = createCarried(base, {
    profiles,
    credentials,
    confirm,
    vault,
    interfaces,
    namer,
    sender,
    delivery,
    follower,
  });
  const exports = createExports(base, {
    profiles,
    keyring,
    targets,
    vault,
    typedAgain,
    securityKeys,
    tokens,
    choices,
    accounts,
    activities,
    nameIds,
  });
  const open = createBundleOpener({ vault, tokens });
  const exportLists = {
    ...createListFiles(base, {
      profiles,
      exports,
      vault,
      targets,
      typedAgain,
      securityKeys,
      credentials,
      askToStamp,
      sender,
    }),
    ...createTargetLists(base, { profiles, keyring, targets, open, forget: vault.forget }),
    ...createGathering(base, { profiles, credentials, requests, activities, confirm }),
  };
  const findChainState = createChainState(base, { queries, findRequested, service, endpoints, clock: ports.clock });
  const imports = createImports({ profiles, vault });
  const continued = createContinuedImports(base);
  const backups = createBackups(base, { vault, audit });
  const askedBackups = createAskedBackups(base, { backups, audit, profiles });
  const organization = createOrganization(base, { profiles, queries, nameIds, credentials });
  const inbox = createInbox(base, { profiles, activities, meanings: activityMeanings, credentials, organization });
  const log = createLog(base, { audit, profiles, vault, interfaces, namer });
  const history = createHistory(base, { profiles, queries, accounts, addresses, readings, service });
  const payments = createPayments({
    clock: ports.clock,
    signed: base.records.signed,
    profiles,
    queries,
    accounts,
    privateKeys,
    addresses,
    vault,
    nodes,
    spentHere: createSpentHere(base, { findRequested, clock: ports.clock }),
  });
  const balances = createBalances(base, { profiles, accounts, endpoints, service, assetsOf: payments.assets });
  const results = createResults({
    profiles,
    activities,
    checker,
    findRequested,
    findChainState,
    requests,
    queries,
    withRivals: createBitcoinRivals(base, findRequested),
  });
  const deliveries = createDeliveries(ports, sender);
  const updates = createUpdates(ports, createCourier());
  return {
    paths: ports.paths,
    state: createState(base, { profiles, vault, service, sender, requests, askedBackups, updates }),
    on: base.changes.on,
    profiles,
    credentials,
    keyLife: createKeyLife(base, { profiles, credentials, sender, queries, requests }),
    tokens: choices,
    passkeys: createPasskeys(base, { keeper, profiles, credentials, queries, requests }),
    signIn: createSignIn(base, { profiles, vault, sessions, credentials, queries, requests }),
    idleTime: createIdleTime(base, documents, vault),
    vault: createVaultControl(base, { profiles, vault, tokens, passkeys: keeper, securityKeys, service }),
    service,
    setup: {
      ...createSetup(base, { profiles, confirmed, credentials, vault, service, tokens: choices, securityKeys }),
      askToSign: createAskToSign(base, { profiles, vault, typedAgain, securityKeys }),
    },
    queries,
    requests,
    carried,
    accounts,
    wallets,
    privateKeys,
    activities,
    activityMeanings,
    activityWords,
    policyTrials,
    titledTrials: createTitledTrials({ policyTrials, activities, activityMeanings }),
    accessChecks: createAccessChecks({ profiles, queries, policyTrials }),
    results,
    history,
    earn: createEarn(base, { profiles, queries, accounts, addresses }),
    organization,
    payments,
    balances,
    replacements: createReplacements({ profiles, activities, findRequested, results, payments, requests, vault }),
    batches: createBatches(base, {
      ...describing,
      credentials,
      payments,
      accounts,
      addresses,
      activities,
      results,
      requests,
      findRequested,
      confirm: createBatchConfirmation(base, { ...describing, findFurtherVotes }),
    }),
    inbox,
    groupVotes: createGroupVotes(base, {
      profiles,
      credentials,
      activities,
      requests,
      confirm: createVoteConfirmation(base, { ...describing, findVoted, findReplaced, findEffects }),
    }),
    exports,
    exportLists,
    station: createStation(base, { profiles, credentials, lists: exportLists, carried, exports }),
    imports,
    askedImports: createAskedImports(base, { profiles, queries, requests, imports, continued }),
    moves: createMoves(base, { profiles, queries, requests, vault }),
    audit: { ...audit, export: log.export },
    log,
    archive: archiver.run,
    tables: createTables({ accounts, wallets, privateKeys, activities, inbox, log, organization, clock: ports.clock }),
    backups,
    askedBackups,
    checkArchives: createArchiveCheck(base),
    localServices: createLocalServices(base, profiles),
    updates,
    compareJournal: createComparison(base, { profiles, queries }),
    deliveries,
    webhooks,
    bench: createBench(base, { deliveries, profiles, queries, vault, webhooks }),
    documents,
    addresses,
    endpoints,
    interfaces,
    inspection: createInspection({ documents, profiles, vault, interfaces, namer }),
    async close() {
      targets.end();
      history.end();
      balances.end();
      sessions.close();
      await archiver.end();
      await service.stop();
      await Promise.all([tokens.end(), vault.end()]);
      await audit.settle();
      base.records.close();
      base.history.close();
      base.cache.close();
    },
  };
}
