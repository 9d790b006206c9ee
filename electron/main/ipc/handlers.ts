import type { MainHandlers } from '../../../shared/ipc/index.ts';
import { DAY_MS } from '../../../shared/model/index.ts';
import type { Engine, ImportStage, RotationStep } from '../../engine/index.ts';
import { activityHandlers } from './activity-handlers.ts';
import type { AppPorts } from './app-ports.ts';
import { chosen } from './chosen.ts';
import { draftHandlers } from './draft-handlers.ts';
import { organizationHandlers } from './organization-handlers.ts';
import { paymentHandlers } from './payment-handlers.ts';
import { contentsOf, moveRow } from './shapes.ts';
import { stationHandlers } from './station-handlers.ts';
import { walletHandlers } from './wallet-handlers.ts';

/** Waits for a call without a result of its own. */
async function nothing(done: unknown): Promise<Record<never, never>> {
  await done;
  return {};
}

const DAY_SECONDS = DAY_MS / 1000;
const lasting = (days: number | null) => (days === null ? {} : { expirationSeconds: days * DAY_SECONDS });

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);
const backupFileName = (now: number) => `castellan-${dayOf(now)}.backup`;

/** Maps the contract to the engine, group by group. The handlers only pass calls on. */
export function createHandlers(engine: Engine, app: AppPorts): MainHandlers {
  const { setup, vault, profiles, credentials, queries, accounts, requests, exports, audit } = engine;
  const {
    addresses,
    askedBackups,
    askedImports,
    earn,
    endpoints,
    history,
    idleTime,
    interfaces,
    keyLife,
    moves,
    signIn,
    tokens,
  } = engine;
  return {
    app: {
      state: () => app.state(),
      setPreferences: (preferences) => nothing(app.setPreferences(preferences)),
      takeOpened: () => ({ opened: app.takeOpened() }),
      doctor: () => app.doctor(),
      copy: ({ text }) => nothing(app.clipboard.copy(text)),
      clearClipboard: () => nothing(app.clipboard.clear()),
    },
    updates: { check: () => app.checkUpdates() },
    setup: {
      createLocal: (input, counting) => setup.createLocal(input, counting),
      connect: (input) => setup.connect(input),
    },
    tokens: {
      modules: () => ({ modules: tokens.modules() }),
      chooseFile: async () => ({ path: await app.chooseModule() }),
      list: async ({ module }) => ({ tokens: await tokens.tokens(module) }),
      keys: async (at) => ({ keys: (await tokens.keys(at)).keys }),
      add: (chosen) => setup.addTokenKey(chosen),
    },
    vault: {
      unlock: () => nothing(vault.unlock()),
      lock: () => nothing(vault.lock()),
      protect: ({ store, removes }) => nothing(vault.protect(store, removes)),
      addSecurityKey: ({ store, label }) => nothing(vault.addSecurityKey(store, label)),
      removeSecurityKey: ({ store, id }) => nothing(vault.removeSecurityKey(store, id)),
      idleTime: async () => ({ minutes: await idleTime.read() }),
      setIdleTime: ({ minutes }) => nothing(idleTime.set(minutes)),
      confirmIdleTime: () => nothing(idleTime.confirm()),
    },
    signIn: {
      begin: ({ profile, minutes, way }, { signal, progress }) =>
        signIn.begin(profile, minutes * 60, way, { signal, progress: (stage) => progress({ stage }) }),
      end: ({ profile }) => nothing(signIn.end(profile)),
      list: () => ({ sessions: signIn.list() }),
    },
    profiles: {
      list: () => ({ profiles: profiles.list(), credentials: credentials.list() }),
      use: ({ name }) => nothing(profiles.use(name)),
      remove: ({ name }) => nothing(setup.disconnect(name)),
      confirm: ({ name }) => nothing(setup.confirm(name)),
      move: ({ name, ...to }) => nothing(setup.move(name, to)),
      askToSign: ({ name, asks }) => nothing(setup.askToSign(name, asks)),
      acceptName: ({ name }) => nothing(setup.acceptName(name)),
      allowBlindSigning: ({ name, allowed }) => nothing(setup.allowBlindSigning(name, allowed)),
      async check() {
        const { organizationId, organizationName, userId, username } = await queries.ask('whoami', {});
        return { organizationId, organizationName, userId, username };
      },
    },
    credentials: {
      addPasskey: (input, { signal, progress }) =>
        engine.passkeys.add(input, { signal, progress: (stage) => progress({ stage }) }),
      addPasskeyFor: (input, { signal, progress }) =>
        engine.passkeys.addFor(input, { signal, progress: (stage) => progress({ stage }) }),
      stampWith: ({ credentialId }) => nothing(setup.stampWith(credentialId)),
    },
    keys: {
      rename: ({ credentialId, name }) => nothing(credentials.rename(credentialId, name)),
      retire: ({ credentialId }) => nothing(credentials.retire(credentialId)),
      remove: ({ credentialId }) => nothing(credentials.remove(credentialId)),
      forgetPin: ({ credentialId }) => nothing(tokens.forgetPin(credentialId)),
      async test({ credentialId }) {
        const { service } = await keyLife.test(credentialId);
        return { username: service?.username ?? '', expiresAt: service?.expiresAt ?? null };
      },
      async register({ credentialId, days }, { signal }) {
        const { waiting } = await keyLife.register(credentialId, { ...lasting(days), signal });
        return { waiting: waiting !== null };
      },
      async rotate({ credentialId, days }, { signal, progress }) {
        const rotating = { ...lasting(days), signal, progress: (step: RotationStep) => progress({ step }) };
        const { waiting, credential } = await keyLife.rotate(credentialId, rotating);
        return { waiting: waiting !== null, name: credential.name };
      },
    },
    accounts: {
      list: (page) => accounts.listOrNearest(page),
      wallets: () => accounts.wallets(),
      refresh: (_input, counting) => accounts.refresh(counting),
    },
    ...walletHandlers(engine),
    ...draftHandlers(app),
    ...activityHandlers(engine),
    history: {
      list: (page) => history.list(page),
      get: ({ id }) => history.get(id),
      refresh: (_input, counting) => history.refresh(counting),
      readings: () => ({ rows: history.readings() }),
      pause: ({ chain, paused }) => nothing(history.pause(chain, paused)),
      write: async ({ as, ...wanted }, counting) =>
        chosen(app, await history.fileName(as, wanted.search), (to) => history.write(as, wanted, counting, to)),
    },
    earn: {
      list: (page) => earn.list(page),
      refresh: (_input, counting) => earn.refresh(counting),
    },
    ...organizationHandlers(engine),
    webhooks: {
      get: () => engine.webhooks.get(),
      refresh: (_input, counting) => engine.webhooks.refresh(counting),
      tries: ({ deliveryId }) => engine.webhooks.tries(deliveryId),
    },
    deliveries: {
      check: (wanted) => engine.bench.check(wanted),
      listen: (wanted, counting) => nothing(engine.bench.listen(wanted, counting)),
      received: () => ({ rows: [...engine.bench.received()] }),
      sign: (wanted) => engine.bench.sign(wanted),
    },
    ...paymentHandlers(engine),
    batches: {
      review: ({ table, terms }, counting) => engine.batches.review(table, terms, counting),
      submit: (wanted, counting) => engine.batches.submit(wanted, counting),
      resume: ({ id }, counting) => engine.batches.resume(id, counting),
      broadcast: ({ id }, counting) => engine.batches.broadcast(id, counting),
      list: () => ({ rows: engine.batches.list(), broken: engine.batches.broken() }),
      get: ({ id }) => engine.batches.get(id),
      close: ({ id }) => nothing(engine.batches.close(id)),
      write: ({ id, as }) => chosen(app, `batch-results.${as}`, (to) => engine.batches.write(as, id, to)),
    },
    requests: {
      async prepare({ operation, parameters, ...given }) {
        const { requestId } = await requests.prepare(operation, parameters, { ...given, makesTarget: true });
        return { requestId };
      },
      describe: ({ operation, parameters }) => engine.activityMeanings.explainDraft(operation, parameters),
      async submit({ requestId }, { signal, progress }) {
        const { detail } = await requests.submit(requestId, {
          signal,
          progress: (stage) => progress({ stage }),
        });
        return { activity: detail };
      },
      async broadcast({ activityId }) {
        const { requestId } = await engine.results.prepareBroadcast(activityId);
        return { requestId };
      },
      discard: ({ requestId }) => nothing(requests.discard(requestId)),
      unsettled: () => ({ rows: requests.unsettled() }),
      giveUp: ({ requestId, reason }) => nothing(requests.giveUp(requestId, reason)),
      async settle({ requestId }, { signal, progress }) {
        const { detail } = await requests.settle(requestId, { signal, progress: (stage) => progress({ stage }) });
        return { activity: detail };
      },
    },
    addresses: {
      list: (page) => addresses.list(page, profiles.get()),
      about: (entry) => addresses.about(entry, profiles.get()),
      save: ({ entry, former }) => nothing(addresses.save(entry, former)),
      remove: (entry) => nothing(addresses.remove(entry)),
      take: ({ text, take }, counting) => addresses.take(text, take, counting),
      write: ({ as }) => chosen(app, addresses.fileName(as), (to) => addresses.write(as, to)),
      confirm: () => nothing(addresses.confirm()),
    },
    interfaces: {
      list: async () => ({ rows: await interfaces.list() }),
      add: (given) => nothing(interfaces.add(given)),
      remove: (key) => nothing(interfaces.remove(key)),
      confirm: () => nothing(interfaces.confirm()),
    },
    endpoints: {
      list: async () => ({ rows: await endpoints.list() }),
      add: (given) => nothing(endpoints.add(given)),
      remove: ({ id }) => nothing(endpoints.remove(id)),
      confirm: () => nothing(endpoints.confirm()),
    },
    documents: {},
    operations: {
      ask: async ({ operation, request, hexIsNoKey }) => ({
        answer: await queries.show(operation, request, { hexIsNoKey }),
      }),
    },
    imports: {
      async run({ name, as, fromFile, started }, { signal, progress }) {
        const file = fromFile ? await app.chooseImport() : null;
        if (fromFile && file === null) return { done: null };
        const stages = { signal, progress: (stage: ImportStage) => progress({ stage }) };
        const { activity, addresses, isSame } = await askedImports.run({ name, as, file, started }, stages);
        return { done: { activity, addresses: [...addresses], isSame } };
      },
      continued: ({ started }) => ({ isContinued: askedImports.isContinued(started) }),
    },
    exports: {
      show: async ({ activityId }, { signal }) => ({
        paths: await exports.showActivity(activityId, app.chooseFile, signal).finally(() => app.closeAnswered()),
      }),
    },
    ...stationHandlers(engine, app),
    moves: {
      choices: async () => ({ rows: [...(await moves.list())] }),
      plan: async ({ to, ids }) => ({ rows: (await moves.plan({ to, named: ids })).map(moveRow) }),
      run: async ({ to, ids }, { signal, progress }) => ({
        rows: (await moves.run({ to, named: ids }, { signal, progress })).map(moveRow),
      }),
    },
    backups: {
      create: (_input, counting) =>
        chosen(app, backupFileName(app.now()), async (to) => {
          const { made, checked } = await askedBackups.create(to, counting);
          return { path: made.file, checked: checked === null ? null : contentsOf(checked) };
        }),
      async check(_input, counting) {
        const file = await app.chooseBackup();
        return { found: file === null ? null : contentsOf(await askedBackups.check(file, counting)) };
      },
    },
    lists: {
      write: (wanted, counting) =>
        chosen(app, `${wanted.list}-${dayOf(app.now())}.csv`, (to) => engine.tables.write(wanted, to, counting)),
      writeShown: ({ name, ...table }) =>
        chosen(app, `${name}-${dayOf(app.now())}.csv`, (to) => engine.tables.writeShown(table, to)),
    },
    audit: {
      status() {
        const verified = audit.verified();
        return { ...audit.status(), ...(verified === null ? {} : { verified }) };
      },
      verify: (_input, counting) => audit.verify(counting),
      lines(page) {
        engine.activityWords.describe();
        return engine.log.lines(page);
      },
      get: ({ sequence }) => engine.log.get(sequence),
      describe: ({ sequence }) => engine.log.describe(sequence),
      write: ({ search }, counting) =>
        chosen(app, `audit-${dayOf(app.now())}.jsonl`, (to) => engine.log.write(search, to, counting)),
    },
  };
}
