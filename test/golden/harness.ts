import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustodyService } from '../../electron/custody/service.ts';
import { startCustody } from '../tools/start-custody.ts';

/** The only file of this folder that touches the product: it starts the service and hands out its address. */
export interface GoldenService {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly stop: () => Promise<void>;
}

/** The time of the service's clock: 2025-04-23T04:45:55Z, the second of a public capture. */
export const CLOCK = 1_745_383_555_000;

/** Starts the service with one root user that has an API key of each kind. */
export async function startGoldenService(keys: {
  p256: string;
  secp256k1: string;
  ed25519: string;
  /** Keys of others, who published stamps. */
  published?: readonly string[];
}): Promise<GoldenService> {
  const directory = mkdtempSync(join(tmpdir(), 'castellan-golden-'));
  const service = createCustodyService({ now: () => CLOCK, report: () => undefined });
  const { baseUrl, organizationId } = await startCustody(service, {
    directory,
    port: 0,
    authPort: 0,
    dialect: 'turnkey',
    master: new Uint8Array(32).fill(7),
    init: {
      organizationName: 'Golden',
      rootUsers: [
        {
          userName: 'Root',
          userEmail: 'root@example.com',
          apiKeys: [
            { apiKeyName: 'P-256', publicKey: keys.p256, curveType: 'API_KEY_CURVE_P256' },
            { apiKeyName: 'secp256k1', publicKey: keys.secp256k1, curveType: 'API_KEY_CURVE_SECP256K1' },
            { apiKeyName: 'Ed25519', publicKey: keys.ed25519, curveType: 'API_KEY_CURVE_ED25519' },
            ...(keys.published ?? []).map((publicKey) => ({
              apiKeyName: 'Published',
              publicKey,
              curveType: 'API_KEY_CURVE_P256' as const,
            })),
          ],
        },
      ],
    },
  });
  return {
    baseUrl,
    organizationId,
    async stop() {
      await service.stop({});
      rmSync(directory, { recursive: true });
    },
  };
}
