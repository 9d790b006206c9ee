import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A real EVM node on a port of its own choice, with the development accounts and a block for every transaction. */
export interface AnvilNode {
  /** Makes one JSON-RPC call. Throws an error of the node with its message. */
  call<Result>(method: string, ...parameters: unknown[]): Promise<Result>;
  /** Sends several calls in one message, each a method with its parameters. Returns the results in their order. */
  callAll<Result>(calls: readonly (readonly [method: string, ...parameters: unknown[]])[]): Promise<Result[]>;
  readonly url: string;
  end(): Promise<void>;
}

const manifest = '@foundry-rs/anvil-linux-amd64/package.json';

/** The reason why no node can run, or null. The package holds a Linux program for x86-64. */
export function anvilMissing(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the anvil package is for Linux on x86-64';
  try {
    createRequire(import.meta.url).resolve(manifest);
    return null;
  } catch {
    return 'anvil is not installed in test/peers';
  }
}

export async function startAnvil(...options: readonly string[]): Promise<AnvilNode> {
  const program = join(dirname(createRequire(import.meta.url).resolve(manifest)), 'bin/anvil');
  const child = spawn(program, ['--host', '127.0.0.1', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://${await listening(child)}`;
  const ask = async (body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  return {
    url,
    async call<Result>(method: string, ...params: unknown[]) {
      return resultOf<Result>((await ask({ jsonrpc: '2.0', id: 1, method, params })) as Reply);
    },
    async callAll<Result>(calls: readonly (readonly [string, ...unknown[]])[]) {
      const replies = await ask(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })));
      return (replies as Reply[]).toSorted((one, other) => one.id - other.id).map((reply) => resultOf<Result>(reply));
    },
    async end() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function resultOf<Result>({ result, error }: Reply): Result {
  if (error !== undefined) throw new Error(error.message);
  return result as Result;
}

/** Host and port, from the line the node prints when it is ready. */
function listening(child: ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> }): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`anvil ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}
