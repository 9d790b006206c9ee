import { utilityProcess } from 'electron';
import { openP256Signer } from '../../../electron/crypto/index.ts';
import { createProcessStarter, type Fork } from '../../../electron/main/processes.ts';
import {
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type InitFile,
  type InputOf,
} from '../../../shared/processes/index.ts';
import { startCustody } from '../../tools/start-custody.ts';
import { logger, type Setting } from '../setting.ts';
import { openClient, stampedRequest } from './clients.ts';
import { MASTER } from './fill.ts';

/** The key of the one root user. */
const signer = openP256Signer(new Uint8Array(32).fill(7));

const INIT: InitFile = {
  organizationName: 'Treasury',
  rootUsers: [
    {
      userName: 'Operator',
      apiKeys: [{ apiKeyName: 'Key', publicKey: signer.publicKey, curveType: 'API_KEY_CURVE_P256' }],
    },
  ],
};

export interface RunningService {
  readonly baseUrl: string;
  readonly organizationId: string;
  /** The root user, at the first start. */
  readonly userId: string;
  /** Returns requests that no one made before, each for one signature with the key of an address. */
  signing(signWith: string, count: number): Buffer[];
  /** Returns a request for a page of a hundred activities. */
  listing(filter: object): Buffer;
  makeAddress(): Promise<string>;
  end(): Promise<void>;
}

/** Starts the product's own custody process in a folder, hardened and confined as main starts it. */
export async function startService({ out }: Setting, directory: string): Promise<RunningService> {
  const fork: Fork = (file, options) => utilityProcess.fork(file, [], options);
  const { call, kill } = createProcessStarter({ fork, folder: `${out}/main`, logger, environment: {} })(
    'custody',
    CUSTODY_MESSAGES,
    {
      carry: async () => ({ failure: 'unreachable' }),
      callNode: async () => ({ failure: 'unreachable' }),
      noteNode: () => ({}),
      noteReading: () => ({}),
      post: () => ({}),
      log: () => ({}),
      measure: () => ({ walBytes: null, diskFreeBytes: null, lastBackupAt: null }),
    },
  );
  await call('harden', {});
  const message = {
    offerKey: () => call('offerKey', {}),
    start: (input: InputOf<CustodyMessages, 'start'>) => call('start', input),
  };
  const input = { directory, port: 0, authPort: 0, dialect: 'spec' as const, master: Uint8Array.from(MASTER) };
  const { baseUrl, organizationId, userIds } = await startCustody(message, { ...input, init: INIT });
  let timestamp = Date.now() - 30 * 60_000;
  const activity = (operation: string, type: string, parameters: object) => {
    timestamp += 1;
    const body = { type, timestampMs: String(timestamp), organizationId, parameters };
    return stampedRequest(baseUrl, `/public/v1/submit/${operation}`, body, signer);
  };
  return {
    baseUrl,
    organizationId,
    userId: userIds?.[0] ?? '',
    signing: (signWith, count) =>
      Array.from({ length: count }, () =>
        activity('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith,
          payload: 'ab'.repeat(128),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_KECCAK256',
        }),
      ),
    listing: (filter) =>
      stampedRequest(
        baseUrl,
        '/public/v1/query/list_activities',
        { organizationId, ...filter, paginationOptions: { limit: '100' } },
        signer,
      ),
    async makeAddress() {
      const client = await openClient(baseUrl);
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      };
      const answer = await client.ask(
        activity('create_wallet', 'ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Wallet', accounts: [account] }),
      );
      client.end();
      return JSON.parse(answer).activity.result.createWalletResult.addresses[0];
    },
    async end() {
      await call('stop', {});
      kill();
    },
  };
}
