import { createMoves } from '../../../../../electron/engine/flows/move/moves.ts';
import { AppError } from '../../../../../shared/errors/index.ts';

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The id of a wallet that a policy names. */
export const ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

type Row = Readonly<Record<string, unknown>>;

/** A wallet of a made-up service with its accounts. */
export interface MadeWallet {
  readonly walletId: string;
  readonly walletName: string;
  readonly imported: boolean;
  readonly exported: boolean;
  accounts: Row[];
}

export const accountAt = (index: number, address = `${ADDRESS.slice(0, -1)}${index}`): Row => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_OF_LATER',
  address,
});

export const walletOf = (walletId: string, accounts: Row[], walletName = 'Treasury'): MadeWallet => ({
  walletId,
  walletName,
  imported: false,
  exported: false,
  accounts,
});

export interface Faults {
  /** Replaces an imported account. */
  readonly imports?: (account: Row) => Row;
  readonly confirms?: (profile: string) => boolean;
  readonly refuses?: boolean;
  /** The operator refuses the question of this operation. */
  readonly unsigned?: string;
  /** Completes `create_wallet_accounts` without an account. */
  readonly addsNone?: boolean;
  /** Throws in place of preparing this operation, as a full disk does. */
  readonly full?: string;
  /** A service that fails in place of an answer: the operation and the profile. */
  readonly fails?: string;
  /** The service of a profile that was restored from an older backup, which lacks all activities. */
  readonly forgets?: string;
  /** The answer to the bytes of a request that are sent again. */
  readonly settles?: AppError;
  /** Operations that wait for votes. */
  readonly waits?: readonly string[];
}

type Parts = Parameters<typeof createMoves>;

/** Two made-up services, `here` with the wallets and `there`, and a vault that passes everything on. */
export function bench(here: MadeWallet[], there: MadeWallet[], faults: Faults = {}) {
  const wallets: Record<string, MadeWallet[]> = { here, there };
  const asked: unknown[] = [];
  const sent: string[] = [];
  const entries = new Map<string, Record<string, unknown>>();
  const noted = new Map<string, string>();
  const byId = (profile: string, id: unknown) => (wallets[profile] ?? []).find(({ walletId }) => walletId === id);
  const activityOf = (requestId: string) => entries.get(requestId)?.activity as Row;

  const answers: Record<string, (profile: string, request: Row) => Row> = {
    list_wallets: (profile) => ({ wallets: wallets[profile] }),
    list_private_keys: () => ({ privateKeys: [] }),
    list_wallet_accounts: (profile, { walletId, paginationOptions }) => {
      const accounts = (byId(profile, walletId)?.accounts ?? []).map((account, index) => ({
        ...account,
        walletAccountId: `${walletId}-${index}`,
      }));
      const { limit, after } = paginationOptions as { limit: string; after?: string };
      const first = accounts.findIndex(({ walletAccountId }) => walletAccountId === after) + 1;
      return { accounts: accounts.slice(first, first + Number(limit)) };
    },
    list_policies: () => ({
      policies: [
        { policyName: 'By id', condition: `wallet.id == '${ID}'`, consensus: '' },
        { policyName: 'Other', condition: "wallet.id == 'X'", consensus: '' },
        { policyName: 'Nobody signs', condition: "activity.action == 'SIGN'", consensus: '' },
      ],
    }),
    list_users: () => ({
      users: [
        { userId: 'me', userName: 'Me' },
        { userId: 'ben', userName: 'Ben' },
      ],
    }),
    whoami: () => ({ userId: 'me' }),
    list_private_key_tags: () => ({ privateKeyTags: [] }),
    list_velocity_controls: (_profile, { paginationOptions }) => ({
      velocityControls:
        (paginationOptions as { after?: string }).after === undefined
          ? [{ velocityControlId: 'one', name: 'Daily' }]
          : [],
    }),
    get_mfa_policies: (_profile, { userId }) => ({
      mfaPolicies: userId === 'ben' ? [{ mfaPolicyName: 'Two steps' }] : [],
    }),
    get_ip_allowlist: () => ({ allowlist: { rules: [{ cidr: '10.0.0.0/8' }] } }),
    list_webhook_endpoints: () => ({ webhookEndpoints: [{ name: 'Ledger' }] }),
    get_activity(profile, { activityId }) {
      if (profile === faults.forgets)
        throw new AppError('SERVICE_REFUSED', '“Activity” was refused by the service: no activity (HTTP 404, code 5).');
      return { activity: activityOf(String(activityId)) };
    },
  };

  const results: Record<string, (profile: string, parameters: Row) => Row> = {
    init_import_wallet: () => ({ initImportWalletResult: { importBundle: 'target' } }),
    export_wallet: (_profile, { walletId }) => ({ exportWalletResult: { walletId, exportBundle: 'sealed' } }),
    import_wallet(profile, { walletName, accounts }) {
      const made = (accounts as Row[]).map((account) => {
        const [same] = here.flatMap((wallet) => wallet.accounts).filter(({ path }) => path === account.path);
        return (faults.imports ?? ((each: Row) => each))({ ...account, address: same?.address });
      });
      const wallet = { ...walletOf('new', made, String(walletName)), imported: true };
      wallets[profile]?.push(wallet);
      return { importWalletResult: { walletId: 'new', addresses: [] } };
    },
    create_wallet_accounts(profile, { walletId, accounts }) {
      const wallet = byId(profile, walletId);
      if (faults.addsNone !== true)
        for (const account of accounts as Row[])
          wallet?.accounts.push({
            ...account,
            address: here[0]?.accounts.find(({ path }) => path === account.path)?.address,
          });
      return { createWalletAccountsResult: { addresses: [] } };
    },
  };

  const requireWorking = (operation: string, profile: string) => {
    if (faults.fails === `${operation} ${profile}`)
      throw new AppError('SERVICE_REFUSED', 'The database is damaged.', { outcome: 'unknown' });
  };
  const profileOf = (name: string) => ({
    name,
    kind: 'remote',
    baseUrl: null,
    organizationId: `org-${name}`,
    signerKey: '04',
    hue: 1,
  });
  const parts = {
    profiles: {
      get: (name = 'here') => profileOf(name),
      async requireConfirmed({ name }: { name: string }) {
        if (faults.confirms?.(name) === false) throw new AppError('PROFILE_CHANGED', 'It was changed.');
      },
    },
    queries: {
      async ask(name: string, request: Row, { profile }: { profile: { name: string } }) {
        requireWorking(name, profile.name);
        return answers[name]?.(profile.name, request);
      },
    },
    requests: {
      async prepare(operation: string, parameters: Row, { profile }: { profile: { name: string } }) {
        if (faults.full === operation) throw new AppError('DISK_FULL', 'The disk is full.');
        const requestId = `${operation}-${sent.length}`;
        entries.set(requestId, { operation, parameters, profile: profile.name });
        return { requestId };
      },
      async submit(requestId: string) {
        const { operation, parameters, profile } = entries.get(requestId) as {
          operation: string;
          parameters: Row;
          profile: string;
        };
        if (faults.unsigned === operation) throw new AppError('NOT_CONFIRMED', 'You did not sign.');
        requireWorking(operation, profile);
        sent.push(`${operation} ${profile}`);
        const isWaiting = faults.waits?.includes(operation) === true;
        const activity = {
          id: requestId,
          fingerprint: requestId,
          type: `ACTIVITY_TYPE_${operation.toUpperCase()}`,
          status: isWaiting ? 'ACTIVITY_STATUS_CONSENSUS_NEEDED' : 'ACTIVITY_STATUS_COMPLETED',
          result: isWaiting ? null : results[operation]?.(profile, parameters),
        };
        entries.set(requestId, { ...entries.get(requestId), activity });
        return { activity };
      },
      async settle(requestId: string) {
        if (faults.settles !== undefined) throw faults.settles;
        return { activity: activityOf(requestId) };
      },
    },
    vault: {
      open: async () => async (message: string) =>
        message === 'readImportTarget' ? { targetPublicKey: `04${'0'.repeat(128)}` } : { encryptedBundle: 'sealed' },
    },
  };
  const base = {
    consents: {
      async ask(question: unknown) {
        asked.push(question);
        if (faults.refuses === true) throw new AppError('NOT_CONFIRMED', 'You did not allow the move.');
      },
    },
    changes: { announce: () => undefined },
    records: {
      moveSteps: {
        note: (_move: unknown, step: string, requestId: string) => void noted.set(step, requestId),
        find: (_move: unknown, step: string) => noted.get(step) ?? null,
        clear: () => noted.clear(),
      },
      journal: {
        get(requestId: string) {
          const entry = entries.get(requestId);
          if (entry?.activity === undefined) return null;
          const body = new TextEncoder().encode(JSON.stringify({ parameters: entry.parameters }));
          return {
            ...entry,
            requestId,
            state: faults.settles === undefined ? 'answered' : 'sent',
            activityId: requestId,
            fingerprint: requestId,
            body,
            status: 'x',
          };
        },
      },
    },
  };
  return {
    moves: createMoves(base as unknown as Parts[0], parts as unknown as Parts[1]),
    asked,
    sent,
    wallets,
    entries,
  };
}
