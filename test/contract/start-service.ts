import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { createCustodyService } from '../../electron/custody/service.ts';
import type { Dialect, InitFile, ReadyLine } from '../../shared/vault/index.ts';

export interface ClientKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

export interface StartedService {
  readonly ready: ReadyLine;
  readonly organizationId: string;
  readonly userId: string;
  readonly key: ClientKey;
  /** The official client with the root user's key. */
  readonly client: TurnkeyClient;
  /** Everything the service reported on standard error. */
  readonly reports: unknown[];
  /** Milliseconds the service's clock is ahead of this machine's. */
  clockAhead: number;
  stop(): Promise<void>;
}

/** Starts the service in this process, in an empty folder that is removed again, with one root user and one API key. */
export async function startService(options: { dialect?: Dialect; init?: Partial<InitFile> } = {}): Promise<StartedService> {
  const directory = mkdtempSync(join(tmpdir(), 'castellan-contract-'));
  const key = newKey();
  const reports: unknown[] = [];
  const started = { clockAhead: 0 };
  const service = createCustodyService({
    now: () => Date.now() + started.clockAhead,
    report: (...report) => reports.push(report),
  });
  const ready = await service.start({
    directory,
    port: 0,
    authPort: 0,
    dialect: options.dialect ?? 'spec',
    master: { kind: 'key', key: new Uint8Array(32).fill(9) },
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
  return Object.assign(started, {
    ready,
    organizationId: ready.organizationId,
    userId: ready.userIds?.[0] ?? '',
    key,
    client: clientOf(ready.baseUrl, key),
    reports,
    async stop() {
      await service.stop({});
      rmSync(directory, { recursive: true });
    },
  });
}

/** A new P-256 key pair, made by the official package. */
export function newKey(): ClientKey {
  const { privateKey, publicKey } = generateP256KeyPair();
  return { privateKey, publicKey };
}

/** The official client for a key. */
export function clientOf(baseUrl: string, key: ClientKey): TurnkeyClient {
  return new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey }));
}
