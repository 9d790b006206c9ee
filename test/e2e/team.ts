import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import type { ReadyLine } from '../../shared/processes/index.ts';
import { environmentOf, executable, HEADLESS, newHome } from './harness.ts';

/** A colleague who signs with the key that a machine made. */
export interface Colleague {
  readonly name: string;
  readonly publicKey: string;
}

interface Envelope<Type, Parameters> {
  readonly type: Type;
  readonly timestampMs: string;
  readonly organizationId: string;
  readonly parameters: Parameters;
}

/** `castellan serve` with an administrator who speaks to it through the official client. */
export interface Team {
  readonly ready: ReadyLine;
  /** The official client of the administrator. */
  readonly administrator: TurnkeyClient;
  /** A body for it, made now. */
  envelope<Type extends string, Parameters>(type: Type, parameters: Parameters): Envelope<Type, Parameters>;
  /** Creates a wallet with one Ethereum account. Returns its address. */
  createWallet(name: string): Promise<string>;
  /**
   * Admits these users. Every activity then needs two of them, or `threshold`, except that each may broadcast alone. The administrator
   * can do nothing afterwards.
   */
  handOver(colleagues: readonly Colleague[], threshold?: number): Promise<void>;
  stop(): Promise<void>;
}

type KeyPair = ReturnType<typeof generateP256KeyPair>;

const PASSPHRASE = 'a service of two';

/** Starts the service, optionally with a node of Ethereum. */
export async function startTeam(nodeUrl?: string): Promise<Team> {
  const key = generateP256KeyPair();
  const home = newHome();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const init = join(home, 'init.json');
  writeFileSync(
    init,
    JSON.stringify({ organizationName: 'Treasury Ltd', rootUsers: [{ userName: 'Administrator', apiKeys }] }),
  );
  const passphrase = join(home, 'passphrase');
  writeFileSync(passphrase, PASSPHRASE);
  for (const file of [init, passphrase]) chmodSync(file, 0o600);
  const rpc = nodeUrl === undefined ? [] : ['--rpc', `eip155:1=${nodeUrl}`];
  const child = spawn(executable, [...HEADLESS, 'cli', 'serve', '--port', '0', '--init', init, ...rpc], {
    env: environmentOf(home, { CASTELLAN_PASSPHRASE_FILE: passphrase, CASTELLAN_E2E_KEYRING: 'none' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await readyLine(child);
  const { organizationId } = ready;
  const administrator = clientOf(ready, key);
  const envelope = <Type extends string, Parameters>(type: Type, parameters: Parameters) => ({
    type,
    timestampMs: String(Date.now()),
    organizationId,
    parameters,
  });
  return {
    ready,
    administrator,
    envelope,
    async createWallet(walletName) {
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      } as const;
      const { activity } = await administrator.createWallet(
        envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [account] }),
      );
      const [address] = activity.result.createWalletResult?.addresses ?? [];
      if (address === undefined) throw new Error(`no wallet was made: ${activity.status}`);
      return address;
    },
    async handOver(colleagues, threshold = 2) {
      const users = colleagues.map((each) => userOf(each));
      const { activity } = await administrator.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
      const userIds = activity.result.createUsersResult?.userIds ?? [];
      await administrator.createPolicy(
        envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
          policyName: 'Anybody broadcasts',
          effect: 'EFFECT_ALLOW',
          consensus: 'true',
          condition: "activity.type == 'ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION'",
          notes: '',
        }),
      );
      await administrator.updateRootQuorum(envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold, userIds }));
    },
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A user for `createUsers`. */
export const userOf = ({ name, publicKey }: Colleague, userTags: string[] = []) => ({
  userName: name,
  userTags,
  apiKeys: [{ apiKeyName: `Key of ${name}`, publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
  authenticators: [],
  oauthProviders: [],
});

/** The official client with a key of a user. */
export function clientOf({ baseUrl }: ReadyLine, { publicKey, privateKey }: KeyPair): TurnkeyClient {
  return new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }));
}

async function readyLine(child: ChildProcess): Promise<ReadyLine> {
  if (child.stdout === null) throw new Error('serve has no output');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const early = once(child, 'close').then(([code]) => Promise.reject(new Error(`serve ended with ${code}`)));
  const [text] = await Promise.race([line, early]);
  return JSON.parse(text) as ReadyLine;
}
