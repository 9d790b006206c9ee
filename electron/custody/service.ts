import { AppError } from '../../shared/errors/index.ts';
import type { ChainReading } from '../../shared/model/index.ts';
import type {
  Courier,
  CustodyMessages,
  InputOf,
  MessageHandlers,
  NodeCaller,
  NodeNote,
  OutboxMessage,
  ReadyLine,
  Report,
  ServiceLogEntry,
  Surroundings,
} from '../../shared/processes/index.ts';
import { randomBytes } from '../crypto/index.ts';
import { createArena, createSecretMemory, type SecretMemory } from '../hardening/index.ts';
import { furtherVotes } from './activities/further-votes.ts';
import { missingVotes } from './activities/missing-votes.ts';
import { tryPolicy } from './activities/try-policy.ts';
import { createArchiver } from './archiver.ts';
import { type Broadcaster, createBroadcaster } from './chains/broadcaster.ts';
import { createHistory, type KeptHistory } from './chains/history/index.ts';
import { type Chains, createChains } from './chains/index.ts';
import type { ServiceContext } from './context.ts';
import { createCopies } from './copies.ts';
import { checkEvidence } from './evidence-check.ts';
import { createService, type StartInput } from './first-start.ts';
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts';
import { createGateway, createRouter } from './http/router.ts';
import { type HttpListener, listen } from './http/server.ts';
import { createKeyring, type Keyring } from './keys/keyring.ts';
import { createMasterHandover } from './keys/master-handover.ts';
import { openMasterKey } from './keys/master-key.ts';
import { createNodeAnswers } from './node-answers.ts';
import { createObservation, type Observation } from './observation/index.ts';
import { createOutbox } from './outbox.ts';
import { publicServiceKeys } from './service-keys/service-keys.ts';
import { webhookKeys } from './service-keys/webhook-keys.ts';
import { compareStore, openStore, type Store, storeExists } from './store/index.ts';
import { recordBalances, recordSent } from './webhooks/chain-events.ts';
import { createSender, type Sender, type SenderOptions } from './webhooks/sender.ts';

export interface CustodyServiceOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steady?: () => number;
  readonly report: Report;
  readonly limits?: HttpLimits;
  /** Holds the master key and the key that opens it. Ordinary memory when absent. */
  readonly memory?: SecretMemory;
  /** Sends requests to other machines. Without it, none are sent. */
  readonly courier?: Courier;
  /** Asks the nodes of chains. Without it none answers. */
  readonly callNode?: NodeCaller;
  readonly noteNode?: (note: NodeNote) => void;
  /** Shows the operator how far each chain is read. */
  readonly noteReading?: (reading: ChainReading) => void;
  /** Shows the operator each message of the outbox. */
  readonly post?: (message: OutboxMessage) => void;
  /** Writes the service's log. */
  readonly log?: (entry: ServiceLogEntry) => void;
  /** Measures the disk and finds the last backup. Without it nothing is known of them. */
  readonly measure?: () => Promise<Surroundings>;
}

/** The resources that a started service holds and must release. */
interface Running {
  readonly listeners: HttpListener[];
  store?: Store;
  keyring?: Keyring;
  sender?: Sender;
  broadcaster?: Broadcaster;
  history?: KeptHistory;
  observation?: Observation;
  chains?: Chains;
  archiver?: ReturnType<typeof createArchiver>;
  evidence?: ReturnType<typeof checkEvidence>;
  context?: ServiceContext;
}

/** The local custody service, controlled by the messages `start` and `stop`. Its clients use HTTP on loopback. */
export function createCustodyService(options: CustodyServiceOptions): Omit<MessageHandlers<CustodyMessages>, 'harden'> {
  let running: Running | undefined;
  let starting: Promise<ReadyLine> | undefined;

  const memory = options.memory ?? createSecretMemory(createArena().pages);
  const handover = createMasterHandover(memory);
  const copies = createCopies(memory, handover);

  const startOnce = async (input: InputOf<CustodyMessages, 'start'>): Promise<ReadyLine> => {
    const next: Running = { listeners: [] };
    running = next;
    try {
      return await handover.take(input.master, (master) => start({ ...input, master }, next, { ...options, memory }));
    } catch (error) {
      running = undefined;
      await end(next);
      throw error;
    }
  };

  /**
   * Returns the answer of `make` once all that it was made of is on disk. Null when no service runs. Throws when the
   * disk did not take it.
   */
  const fromDisk = async <Answer>(make: (context: ServiceContext) => Promise<Answer>): Promise<Answer | null> => {
    const context = running?.context;
    return context === undefined ? null : await context.store.onceDurable(() => make(context));
  };

  return {
    offerKey: () => ({ sealTo: handover.offer() }),
    async start(input) {
      if (running !== undefined)
        throw new AppError('INVALID_INPUT', 'The local service already runs in this process. Nothing was changed.');
      starting = startOnce(input);
      return await starting;
    },
    pauseHistory({ chain, paused }) {
      if (running?.history?.pause(chain, paused) === true) return {};
      throw new AppError('NOT_FOUND', `This service does not read ${chain}. Nothing was changed.`);
    },
    ...createNodeAnswers(() => running, options.now),
    async missingVotes({ organizationId, activityIds }) {
      const problems: unknown[] = [];
      const unknown = (error: unknown) => {
        problems.push(error);
        return null;
      };
      // One damaged activity leaves only its own votes unknown.
      const votes = await fromDisk((context) =>
        Promise.all(activityIds.map((id) => missingVotes(organizationId, id, context).catch(unknown))),
      );
      if (problems.length > 0) options.report('votes', problems[0]);
      return { votes: votes ?? activityIds.map(() => null) };
    },
    furtherVotes: async (asked) => ({ votes: await fromDisk((context) => furtherVotes(asked, context)) }),
    async tryPolicy(input) {
      const trials = await fromDisk((context) => tryPolicy(input, context));
      if (trials !== null) return { trials };
      throw new AppError('SERVICE_STOPPED', 'The local service does not run. Nothing was tried. Start it first.');
    },
    copyStore: (input) => copies.make(input, running?.store),
    listArchives: (input) => copies.list(input, running?.store),
    holdCopy: (input) => copies.hold(input),
    examineCopy: (input) => copies.examine(input),
    async stop() {
      await starting?.catch(() => undefined);
      const ending = running;
      running = undefined;
      if (ending !== undefined) await end(ending);
      return {};
    },
  };
}

async function start(
  input: StartInput,
  running: Running,
  options: CustodyServiceOptions & { readonly memory: SecretMemory },
): Promise<ReadyLine> {
  const { now, steady = () => performance.now(), report, limits = HTTP_LIMITS, memory } = options;
  const { courier = async () => ({ failure: 'unreachable' }), post = () => undefined } = options;
  const { callNode = async () => ({ failure: 'unreachable' }), noteNode = () => undefined } = options;
  const { noteReading = () => undefined } = options;
  // Opens the ports first. If one is in use, a first start must not have made anything yet.
  const observation = createObservation({ ...input.observed, ...options, steady, now, later });
  running.observation = observation;
  const api = await listen(input.port, limits, observation.onAcceptError);
  running.listeners.push(api);
  const auth = await listen(input.authPort, limits, observation.onAcceptError);
  running.listeners.push(auth);

  const created = storeExists(input.directory) ? undefined : createService(input, now(), memory);
  if (created !== undefined) running.keyring = created.keyring;
  const store = openStore(input.directory, { compared: await compareStore(input.directory) });
  observation.watch(store);
  running.store = store;
  const check = store.keys.masterCheck();
  if (check === undefined) throw incomplete(input.directory);
  const keyring = created?.keyring ?? createKeyring(openMasterKey(input.master, check), memory);
  running.keyring = keyring;
  for (const damage of store.seals.open(keyring)) report('start', damage);
  const organization = store.organizations.root();
  if (organization === undefined) throw incomplete(input.directory);

  const sender = createSender({ store, keyring, courier, report, now, random, later });
  running.sender = sender;
  sender.wake();
  const chains = createChains({ chains: input.chains ?? [], callNode, steady, report, noteNode });
  running.chains = chains;
  const events = { store, keyring, sender, report, now };
  const broadcaster = createBroadcaster({ ...events, chains, announce: (row) => recordSent(row, events), later });
  running.broadcaster = broadcaster;
  broadcaster.wake();
  running.history = createHistory({
    store,
    chains,
    report,
    now,
    noteReading,
    later,
    announce: (chain, turn, one) => recordBalances(chain, turn, one, events),
  });
  const evidence = checkEvidence({ store, report });
  running.evidence = evidence;
  running.archiver = createArchiver({ store, now, report, later });
  const { dialect } = input;
  const messages = createOutbox(post);
  // A code or a credential that the disk lost opens nothing, so it is not handed on.
  const outbox = {
    ...messages,
    send: (...mail: Parameters<typeof messages.send>) => store.followUp(() => messages.send(...mail)),
  };
  const observed = observation.of({
    outboxDepth: () => store.webhooks.waiting(),
    damagedRows: () => [...store.seals.damagedRows(), ...evidence.names()],
    quotas: () => [...api.use(), ...auth.use().map((one) => ({ ...one, name: `gateway_${one.name}` }))],
  });
  const parts = { store, keyring, courier, outbox, dialect, now, report, sender, chains, broadcaster };
  const context = { ...parts, observation: observed };
  running.context = context;
  api.serve(createRouter(context));
  auth.serve(createGateway(context));
  return {
    ready: true,
    baseUrl: api.url,
    authUrl: auth.url,
    organizationId: organization.organizationId,
    keys: { ...publicServiceKeys(store), webhook: webhookKeys(store, now()).signing },
    ...(created === undefined ? {} : { userIds: created.userIds }),
  };
}

/** From 0 to below 1. */
const random = (): number => new DataView(randomBytes(4).buffer).getUint32(0) / 2 ** 32;

const later: SenderOptions['later'] = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** Releases everything, newest first. The database is closed last, when nothing can use it any more. */
async function end({
  listeners,
  store,
  keyring,
  sender,
  broadcaster,
  history,
  observation,
  archiver,
  evidence,
}: Running): Promise<void> {
  sender?.close();
  broadcaster?.close();
  history?.close();
  await Promise.all([...listeners.map((listener) => listener.close()), archiver?.close(), evidence?.close()]);
  observation?.close();
  // A commit extends the chain of evidence, which takes a key.
  store?.end();
  keyring?.close();
  store?.close();
}

function incomplete(directory: string): AppError {
  return new AppError(
    'DATABASE_CORRUPT',
    `The database in ${directory} does not belong to a local service, or has missing rows. Nothing was changed. Restore a backup of the whole folder.`,
  );
}
