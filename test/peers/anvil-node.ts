import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A real EVM node on a port of its own choice, with the development accounts and a block for every transaction. */
export interface AnvilNode {
  /** One JSON-RPC call; an error of the node is thrown with its message. */
  call<Result>(method: string, ...parameters: unknown[]): Promise<Result>;
  readonly url: string;
  end(): Promise<void>;
}

const manifest = '@foundry-rs/anvil-linux-amd64/package.json';

/** Why there is no node, or null: the package holds a Linux program for x86-64. */
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
  return {
    url,
    async call<Result>(method: string, ...params: unknown[]): Promise<Result> {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const reply = (await response.json()) as { result?: Result; error?: { message: string } };
      if (reply.error !== undefined) throw new Error(reply.error.message);
      return reply.result as Result;
    },
    async end() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
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
