import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import type { Transport } from '../../electron/client/index.ts';
import { randomUuid } from '../../electron/crypto/index.ts';
import { createCustodyService } from '../../electron/custody/service.ts';
import { createCourier } from '../../electron/engine/courier/index.ts';
import { countEndpoints, createNodeCaller, readEndpoint } from '../../electron/engine/service/endpoints.ts';
import type {
  Courier,
  Dialect,
  InitFile,
  NodeCaller,
  Observed,
  OutboxMessage,
  ReadyLine,
  ServiceLogEntry,
  Surroundings,
} from '../../shared/processes/index.ts';
import { startCustody } from '../tools/start-custody.ts';

export interface ClientKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

export interface StartedService {
  ready: ReadyLine;
  readonly organizationId: string;
  readonly userId: string;
  readonly key: ClientKey;
  /** The official client with the root user's key. */
  client: TurnkeyClient;
  readonly directory: string;
  /** Everything the service reported for standard error. */
  readonly reports: unknown[];
  /** Every message of the outbox, as it came. */
  readonly posted: OutboxMessage[];
  /** Every entry of the service's log. */
  readonly logged: ServiceLogEntry[];
  /** The time of the service's clock, in milliseconds since the epoch. Tests move it. */
  readonly clock: { now: number };
  /** The envelope of a submit made now. Each is one millisecond younger, so that no two have the same bytes. */
  envelope<Type extends string, Parameters>(type: Type, parameters: Parameters): Envelope<Type, Parameters>;
  /** Decides requests with and without a policy, as main asks the service's process to. */
  readonly tryPolicy: ReturnType<typeof createCustodyService>['tryPolicy'];
  /** Reads balances from the nodes, as main asks the service's process to. */
  readonly readBalances: ReturnType<typeof createCustodyService>['readBalances'];
  /** Reads the next nonce from a node, like `readBalances`. */
  readonly nextNonce: ReturnType<typeof createCustodyService>['nextNonce'];
  /** Ends the service and restarts it in its folder, optionally without the nodes of a chain. Replaces `ready`. */
  restart(without?: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Envelope<Type extends string, Parameters> {
  readonly type: Type;
  readonly timestampMs: string;
  readonly organizationId: string;
  readonly parameters: Parameters;
}

/** 2025-11-20T12:00:00Z. */
export const NOON = 1_763_640_000_000;

/** Starts the service in this process, in an empty folder that is removed again, with one root user and one API key. */
export async function startService(
  options: {
    dialect?: Dialect;
    key?: ClientKey;
    init?: Partial<InitFile>;
    courier?: Courier;
    /** As `--rpc` takes them. */
    rpc?: readonly string[];
    /** Answers in place of the nodes that `rpc` names. */
    callNode?: NodeCaller;
    observed?: Partial<Observed>;
    measure?: () => Promise<Surroundings>;
  } = {},
): Promise<StartedService> {
  const directory = mkdtempSync(join(tmpdir(), 'castellan-contract-'));
  const key = options.key ?? newKey();
  const reports: unknown[] = [];
  const posted: OutboxMessage[] = [];
  const logged: ServiceLogEntry[] = [];
  const clock = { now: NOON };
  const report = (during: string, error: unknown) => {
    reports.push({ during, error });
    return randomUuid();
  };
  const endpoints = (options.rpc ?? []).map(readEndpoint);
  const service = createCustodyService({
    now: () => clock.now,
    report,
    courier: options.courier ?? createCourier(),
    callNode: options.callNode ?? createNodeCaller(endpoints, byFetch),
    post: (message) => void posted.push(message),
    log: (entry) => void logged.push(entry),
    ...(options.measure && { measure: options.measure }),
  });
  const chains = countEndpoints(endpoints);
  const { observed } = options;
  const folder = { directory, port: 0, authPort: 0, dialect: options.dialect ?? 'spec', chains, observed };
  const ready = await startCustody(service, {
    ...folder,
    master: new Uint8Array(32).fill(9),
    init: {
      organizationName: 'Treasury',
      rootUsers: [
        {
          userName: 'Operator',
          userEmail: 'operator@example.com',
          apiKeys: [{ apiKeyName: 'Workstation', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        },
      ],
      ...options.init,
    },
  });
  const { organizationId } = ready;
  const started: StartedService = {
    ready,
    organizationId,
    userId: ready.userIds?.[0] ?? '',
    key,
    client: clientOf(ready.baseUrl, key),
    directory,
    reports,
    posted,
    logged,
    clock,
    envelope(type, parameters) {
      clock.now += 1;
      return { type, timestampMs: String(clock.now), organizationId, parameters };
    },
    tryPolicy: service.tryPolicy,
    readBalances: service.readBalances,
    nextNonce: service.nextNonce,
    async restart(without) {
      await service.stop({});
      const master = new Uint8Array(32).fill(9);
      const left = chains.filter(({ chain }) => chain !== without);
      started.ready = await startCustody(service, { ...folder, chains: left, master, init: null });
      started.client = clientOf(started.ready.baseUrl, key);
    },
    async stop() {
      await service.stop({});
      rmSync(directory, { recursive: true });
    },
  };
  return started;
}

/** The network without Electron. Electron's own transport is tested with the command line. */
export const byFetch: Transport = async ({ method, url, headers, body }) => {
  const reply = await fetch(url, { method, headers, body });
  return { status: reply.status, headers: {}, body: new Uint8Array(await reply.arrayBuffer()) };
};

/** A new P-256 key pair, made by the official package. */
export function newKey(): ClientKey {
  const { privateKey, publicKey } = generateP256KeyPair();
  return { privateKey, publicKey };
}

/** The official client for a key. */
export function clientOf(baseUrl: string, key: ClientKey): TurnkeyClient {
  return new TurnkeyClient(
    { baseUrl },
    new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey }),
  );
}
