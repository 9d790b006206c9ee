import type { AppState } from '../../shared/ipc/index.ts';
import type {
  AccountRow,
  ActivityDetail,
  ActivityRow,
  AddressFormat,
  CredentialRow,
  Curve,
  ExportProof,
  KeyStore,
  Meaning,
  ProfileRow,
  SignatureProof,
  UnsettledRequest,
  WalletRow,
} from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import type {
  Dialect,
  InitFile,
  MessageClient,
  MessageTable,
  ReadyLine,
  RevealFormat,
} from '../../shared/processes/index.ts';
import type { Transport } from '../client/index.ts';

/** Where everything of one operator lives; all below one folder (CASTELLAN_HOME or the platform's). */
export interface StatePaths {
  readonly root: string;
  readonly profiles: string;
  readonly credentials: string;
  readonly keystore: string;
  readonly records: string;
  readonly auditHead: string;
  readonly cache: string;
  readonly service: string;
  readonly log: string;
  readonly chromium: string;
}

/** A running utility process that answers one table of messages. */
export interface ProcessHandle<Table extends MessageTable = MessageTable> {
  readonly call: MessageClient<Table>;
  /** Called once when the process is gone, for whatever reason. Gives the function that ends it. */
  onExit(listener: (code: number) => void): () => void;
  kill(): void;
}

export type StartProcess = <Table extends MessageTable>(
  entry: 'vault' | 'custody',
  table: Table,
) => ProcessHandle<Table>;

/** What the engine needs from outside; the window, the command line and the tests each give their own. */
export interface EnginePorts {
  readonly paths: StatePaths;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks for the passphrase of the key file; the engine wipes what it gets. Null when nobody can be asked. */
  readonly askPassphrase: ((reason: string) => Promise<Uint8Array<ArrayBuffer>>) | null;
  /** `file` forces the passphrase file and touches no keychain (CASTELLAN_PASSPHRASE_FILE). */
  readonly forceStore: KeyStore | null;
  /** True on the command line: the vault starts when it is first needed. The window unlocks when the operator says so. */
  readonly autoUnlock: boolean;
  /** Takes note of an error that nobody waits for. */
  readonly report: (error: unknown) => void;
  readonly transport: Transport;
  readonly startProcess: StartProcess;
}

export interface Page {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface Following {
  /** How long an activity that is pending is followed (waiting for votes is an end here); half a minute when absent or less. */
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (stage: 'recording' | 'stamping' | 'sending' | 'following' | 'checking') => void;
}

export interface Counting {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: { done: number; total: number | null; text: string }) => void;
}

export interface PreparedRequest {
  readonly requestId: string;
  readonly meaning: Meaning;
  /** The exact body as text; its UTF-8 bytes are what is stamped and sent. */
  readonly body: string;
}

export interface SubmittedRequest {
  readonly activity: Activity;
  readonly detail: ActivityDetail;
  /** Set for a signing activity that completed: what was checked about the signature. */
  readonly signature: SignatureProof | null;
}

export interface NewProfile {
  readonly name: string;
  readonly kind: 'local' | 'remote';
  readonly baseUrl: string | null;
  readonly authUrl: string | null;
  readonly organizationId: string;
  readonly signerKey: string | null;
  readonly notarizerKey: string | null;
  readonly authProxyConfigId: string | null;
}

/** The headless core of the workstation: everything the window and the command line can do, with no window in it. */
export interface Engine {
  readonly paths: StatePaths;
  readonly ports: EnginePorts;
  /** The parts of the window's state that the engine knows. */
  state(): Pick<AppState, 'stores' | 'profile' | 'vault' | 'service' | 'unsettled'>;
  /** Subscribes to changes; gives the function that ends it. */
  on(event: 'state' | 'accounts' | 'activities' | 'requests', listener: () => void): () => void;

  readonly profiles: {
    list(): ProfileRow[];
    /** The named profile, or the current one. Throws UNKNOWN_PROFILE. */
    get(name?: string): ProfileRow;
    add(profile: NewProfile): ProfileRow;
    use(name: string): void;
    remove(name: string): Promise<void>;
  };
  readonly credentials: {
    list(profile?: string): CredentialRow[];
    get(credentialId: string): CredentialRow;
    /** Makes a key inside the vault and keeps it. */
    create(input: { profile: string; name: string; store: KeyStore | null }): Promise<CredentialRow>;
    /** Takes 32 raw bytes, which are wiped. */
    import(input: {
      profile: string;
      name: string;
      store: KeyStore | null;
      privateKey: Uint8Array<ArrayBuffer>;
    }): Promise<CredentialRow>;
    remove(credentialId: string): Promise<void>;
  };
  readonly vault: {
    /** Starts the vault, opens what keeps the keys and loads the current profile's key. Wipes the passphrase. */
    unlock(passphrase: Uint8Array<ArrayBuffer> | null): Promise<void>;
    /** Kills the vault's process: the surest wipe there is. */
    lock(): Promise<void>;
    /**
     * The address of a mnemonic's key, derived in the vault with no network; nothing is kept. Takes the UTF-8 bytes of the
     * words, which are wiped.
     */
    deriveAddress(input: {
      mnemonic: Uint8Array<ArrayBuffer>;
      curve: Curve;
      path: string;
      addressFormat: AddressFormat;
    }): Promise<{ address: string; publicKey: string }>;
    /** Result of the self-test and hardening of the running vault; starts one when none runs. */
    report(): Promise<{ selfTest: readonly string[]; hardening: Readonly<Record<string, boolean>> }>;
  };
  readonly service: {
    /** Starts the embedded service for the profile of kind `local` if it does not run yet, here or in another Castellan. */
    ensureLocal(): Promise<ReadyLine>;
    /** `castellan serve`: a service of its own folder and ports. */
    serve(options: {
      directory: string;
      port: number;
      authPort: number;
      dialect: Dialect;
      init: InitFile | null;
    }): Promise<ReadyLine>;
    stop(): Promise<void>;
    /** Resolves when the service's process ended without being asked to. */
    onExit(listener: (code: number) => void): () => void;
  };
  readonly setup: {
    createLocal(
      input: { store: KeyStore; passphrase: Uint8Array<ArrayBuffer> | null },
      counting: Counting,
    ): Promise<{ profile: string }>;
    connect(input: {
      name: string;
      baseUrl: string;
      organizationId: string;
      signerKey: string | null;
      store: KeyStore;
      passphrase: Uint8Array<ArrayBuffer> | null;
    }): Promise<{ profile: string; publicKey: string }>;
  };
  readonly requests: {
    /** Sends a stamped read and gives the checked reply. */
    query(
      operation: string,
      request: Record<string, unknown>,
      options?: { profile?: string; signal?: AbortSignal },
    ): Promise<unknown>;
    /**
     * Makes the body and its meaning; nothing is stamped. For an activity the object is its parameters, for a query its
     * body (organizationId is added); only activities can be submitted, both can be shown by `dryRun`.
     */
    prepare(
      operation: string,
      parameters: Record<string, unknown>,
      options?: { profile?: string },
    ): Promise<PreparedRequest>;
    /** What would be sent, stamped but not sent and not journaled. Audited like every stamp. The request stays prepared. */
    dryRun(requestId: string): Promise<{ method: string; url: string; headers: Record<string, string>; body: string }>;
    submit(requestId: string, following?: Following): Promise<SubmittedRequest>;
    discard(requestId: string): Promise<void>;
    unsettled(): UnsettledRequest[];
    settle(requestId: string, following?: Following): Promise<SubmittedRequest>;
    /** Stamps bytes the operator gives (command line `stamp`); audited. */
    stamp(
      body: Uint8Array<ArrayBuffer>,
      options?: { profile?: string; credentialId?: string },
    ): Promise<{ name: string; value: string }>;
  };
  readonly accounts: {
    list(page: Page): { rows: AccountRow[]; total: number; refreshedAt: number | null };
    wallets(): { rows: WalletRow[]; refreshedAt: number | null };
    refresh(counting?: Counting): Promise<{ accounts: number }>;
  };
  readonly activities: {
    list(page: Page): { rows: ActivityRow[]; total: number; refreshedAt: number | null };
    get(activityId: string): Promise<ActivityDetail>;
    refresh(counting?: Counting): Promise<{ activities: number }>;
  };
  readonly exports: {
    /** Makes a target key in the vault and keeps it. `id` names it in `openBundle`. */
    createTarget(options?: {
      profile?: string;
      store?: KeyStore | null;
    }): Promise<{ id: string; targetPublicKey: string }>;
    /** Opens a bundle with a kept target key; no network. */
    openBundle(input: {
      targetId: string;
      bundle: string;
      organizationId: string;
      signerKey: string;
      expected: { address: string; addressFormat: AddressFormat } | null;
    }): Promise<{ revealId: string; proof: ExportProof }>;
    /** Opens a bundle with a target key from a file: 32 raw bytes, which are wiped; the key is not kept. */
    openBundleWithKey(input: {
      targetKey: Uint8Array<ArrayBuffer>;
      bundle: string;
      organizationId: string;
      signerKey: string;
    }): Promise<{ revealId: string; proof: ExportProof }>;
    /** Opens the bundle of a completed export activity from the cache; proves the account's address. */
    openActivity(activityId: string): Promise<{ revealId: string; proof: ExportProof }>;
    reveal(revealId: string, format: RevealFormat): Promise<Uint8Array<ArrayBuffer>>;
    close(revealId: string): Promise<void>;
  };
  readonly audit: {
    status(): { entries: number; lastAt: number | null };
    /** Checks every link, digest and the recorded head. Throws AUDIT_BROKEN naming the first bad entry. */
    verify(counting?: Counting): Promise<{ entries: number }>;
    /** One JSON object a line, oldest first. */
    export(): Iterable<string>;
  };
  /** Stops children, closes databases. */
  close(): Promise<void>;
}
