import { chownSync } from 'node:fs';
import type { ByteInput, CommandLineHost, EngineOptions } from '../../../electron/cli/index.ts';
import { runCommandLine } from '../../../electron/cli/index.ts';
import type { Engine, SubmittedRequest } from '../../../electron/engine/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import type { CredentialRow, Meaning, ProfileRow } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { MEANING } from '../meaning.ts';

type Group = Exclude<
  { [Name in keyof Engine]: Engine[Name] extends (...input: never[]) => unknown ? never : Name }[keyof Engine],
  'ports' | 'paths'
>;

/** The parts of an engine one test needs, typed by the contract. A call of any other part fails the test. */
export type EngineParts = { [Name in Group]?: Partial<Engine[Name]> } & { paths?: Partial<Engine['paths']> };

export class FakeEngine {
  closed = 0;
  readonly options: EngineOptions[] = [];
  readonly #parts: EngineParts;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  create(options: EngineOptions): Promise<Engine> {
    this.options.push(options);
    const known: Record<string, unknown> = {
      paths: {
        root: '/nowhere/castellan',
        keystore: '/nowhere/castellan/keystore.json',
        service: '/nowhere/castellan/service',
        ...this.#parts.paths,
      },
      close: async () => {
        this.closed += 1;
      },
    };
    const engine = new Proxy({} as Engine, {
      get: (_target, name: string) => known[name] ?? (name === 'then' ? undefined : this.#group(name)),
    });
    return Promise.resolve(engine);
  }

  #group(name: string): unknown {
    // Every command that speaks with a service asks which profile it is for.
    const profiles = { get: (profile = 'desk') => ({ ...profileRow, name: profile }) };
    const group = { ...(name === 'profiles' ? profiles : {}), ...this.#parts[name as Group] };
    return new Proxy(group as Record<string, unknown>, {
      get: (target, member: string) => {
        if (member in target) return target[member];
        throw new Error(`the command called ${name}.${member}, which this test does not expect`);
      },
    });
  }
}

export interface Setting {
  engine?: FakeEngine;
  stdin?: ByteInput;
  environment?: Record<string, string>;
  terminal?: { stdout: boolean; stderr: boolean; columns?: number };
  doctor?: CommandLineHost['doctor'];
  restoreBackup?: CommandLineHost['restoreBackup'];
  lockWindow?: CommandLineHost['lockWindow'];
  reportReady?: CommandLineHost['reportReady'];
}

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** One run of the command line with a fake engine. `interrupt` sends it a signal. */
export class CommandRun {
  stdout = '';
  stderr = '';
  /** The clock of the host, in milliseconds. */
  time = 1_000;
  readonly finished: Promise<Outcome>;
  readonly #listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();

  constructor(argv: readonly string[], setting: Setting = {}) {
    const engine = setting.engine ?? new FakeEngine({});
    const decoder = new TextDecoder('latin1');
    const host: CommandLineHost = {
      version: '1.2.3',
      stdin: setting.stdin ?? bytesInput(),
      terminal: setting.terminal ?? { stdout: false, stderr: false },
      environment: setting.environment ?? {},
      stdout: async (data) => {
        this.stdout += typeof data === 'string' ? data : decoder.decode(data);
      },
      stderr: async (text) => {
        this.stderr += text;
      },
      createEngine: (options) => engine.create(options),
      createInspection: async (options) => {
        const { inspection, close } = await engine.create(options);
        return { inspect: inspection.inspect, close };
      },
      createBackupReader: async (options) => {
        const { backups, close } = await engine.create(options);
        return { verify: backups.verify, close };
      },
      restoreBackup: setting.restoreBackup ?? (() => Promise.reject(new Error('this test does not expect a restore'))),
      doctor: setting.doctor ?? (() => Promise.reject(new Error('this test does not expect doctor'))),
      lockWindow: setting.lockWindow ?? (() => Promise.reject(new Error('this test does not expect lock'))),
      onSignal: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      reportReady: setting.reportReady ?? (async () => undefined),
      logUnexpected: () => 'log-7',
      now: () => this.time,
    };
    this.finished = runCommandLine(argv, host).then((exitCode) => ({
      exitCode,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): void {
    for (const listener of this.#listeners) listener(signal);
  }
}

export function cli(argv: readonly string[], setting: Setting = {}): Promise<Outcome> {
  return new CommandRun(argv, setting).finished;
}

/** Standard input that is a pipe holding these chunks. */
export function bytesInput(...chunks: (string | Uint8Array)[]): ByteInput {
  return {
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    },
  };
}

/** Standard input that stays open and sends nothing. `asked` resolves at the first read. */
export function silentInput(): ByteInput & { asked: Promise<void> } {
  let resolveReady = () => {};
  const asked = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const next = () => {
    resolveReady();
    return new Promise<never>(() => {});
  };
  return { asked, [Symbol.asyncIterator]: () => ({ next }) };
}

/** A terminal on which these pieces are typed one after the other. `modes` records changes of raw mode. */
export function terminalInput(...typed: string[]): ByteInput & { modes: boolean[]; given: Uint8Array[] } {
  const modes: boolean[] = [];
  const given: Uint8Array[] = [];
  return {
    isTTY: true,
    modes,
    given,
    setRawMode: (on) => modes.push(on),
    async *[Symbol.asyncIterator]() {
      for (const piece of typed) {
        const chunk = new TextEncoder().encode(piece);
        given.push(chunk);
        yield chunk;
      }
    },
  };
}

export const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
/** The generator of P-256 (FIPS 186-4, D.1.2.3). */
export const SIGNER_KEY =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

export const profileRow: ProfileRow = {
  name: 'desk',
  kind: 'remote',
  baseUrl: 'https://service.example',
  authUrl: null,
  organizationId: ORGANIZATION,
  signerKey: SIGNER_KEY,
  notarizerKey: SIGNER_KEY,
  authProxyConfigId: null,
  hue: 200,
  current: true,
};

export const credentialRow: CredentialRow = {
  credentialId: 'credential-1',
  profile: 'desk',
  name: 'Key 1',
  publicKey: `02${'cd'.repeat(32)}`,
  store: 'file',
  backend: 'passphrase file',
  copying: 'Can be copied with the file',
  token: null,
  passkey: null,
  pinKept: false,
  curve: 'p256',
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  lastUsedAt: null,
  expiresAt: null,
  retired: false,
  replaces: null,
  createdAt: 1_000,
};

export function activityWith(status: string): Activity {
  return {
    id: 'activity-1',
    organizationId: ORGANIZATION,
    status: `ACTIVITY_STATUS_${status}`,
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    intent: {},
    result: null,
    votes: [],
    fingerprint: 'sha256:aa',
    canApprove: false,
    canReject: false,
    createdAt: '2025-04-23T04:45:55Z',
    updatedAt: '2025-04-23T04:45:55Z',
  };
}

export const PREPARED = { requestId: 'request-1', body: '{"type":"…"}' };

/** The question of the engine about `PREPARED`. */
export const QUESTION: QuestionOf<'stamp'> = {
  kind: 'stamp',
  derived: [],
  profile: {
    name: 'desk',
    kind: 'remote',
    baseUrl: 'https://service.example',
    organizationId: '',
    hue: 0,
    organizationName: null,
    blindSigning: false,
  },
  key: { name: 'Workstation', publicKey: '02ab' },
  meaning: MEANING,
  naming: null,
  body: PREPARED.body,
  before: null,
  replaces: null,
  votes: null,
  changed: [],
  vote: null,
  passphrase: 'none',
  called: 'PIN',
  securityKey: 'none',
  problem: null,
};

/** The request of `engineWith`, sent and not answered. */
export const openRow = {
  requestId: 'request-1',
  profile: 'desk',
  operation: 'create_wallet',
  title: 'Create wallet',
  state: 'sent',
  fingerprint: 'sha256:aa',
  createdAt: 1,
  wasClosed: false,
} as const;

export const submitted = (status: string) =>
  ({ activity: activityWith(status), signed: null, signature: null }) as unknown as SubmittedRequest;

/** An engine that prepares one request and then uses the test's handlers. */
export function engineWith(requests: Partial<Engine['requests']>) {
  return new FakeEngine({ requests: { prepare: async () => PREPARED, ...requests } });
}

/** An engine that prepares one request, asks about it with this meaning like the real one, and ends it so. */
export function engineAsking(
  meaning: Partial<Meaning>,
  requests: Partial<Engine['requests']> = {},
  status = 'COMPLETED',
) {
  const engine = engineWith({
    submit: async () => {
      await engine.options[0]?.consent({ ...QUESTION, meaning: { ...MEANING, ...meaning } });
      return submitted(status);
    },
    ...requests,
  });
  return engine;
}

/** Changes the owner of a path when root runs the tests, and returns the path. Else returns one that root owns. */
export function ofAnotherUser(path: string, ofRoot: string): string {
  if (process.getuid?.() !== 0) return ofRoot;
  chownSync(path, 65_534, 65_534);
  return path;
}
