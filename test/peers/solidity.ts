import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { encodeDeployData } from 'viem';
import type { AnvilNode } from './anvil-node.ts';

/** A contract as the compiler makes it. */
export interface Compiled {
  readonly abi: readonly unknown[];
  /** The creation code without arguments: 0x and hexadecimal digits. */
  readonly bytecode: `0x${string}`;
}

/** The same code on every machine: one version of the EVM, without metadata of the source’s files. */
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>;
}

/**
 * Compiles a source file, which may import files of the contracts folder. Returns its contracts by name. Throws the
 * compiler's messages, warnings too.
 */
export function compile(path: string | URL): Readonly<Record<string, Compiled>> {
  const compiler = createRequire(import.meta.url)('solc') as {
    compile(input: string, reader: { import(name: string): { contents: string } }): string;
  };
  const sources = { source: { content: readFileSync(path, 'utf8') } };
  const output = JSON.parse(
    compiler.compile(JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS }), {
      import: (name) => ({ contents: readFileSync(new URL(`contracts/${name}`, import.meta.url), 'utf8') }),
    }),
  ) as Output;
  if (output.errors !== undefined) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.entries(output.contracts.source ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` as const },
    ]),
  );
}

/** Deploys a contract on a node’s chain, paid by its first account. Returns its address in lowercase. */
export async function deploy(
  node: AnvilNode,
  { abi, bytecode }: Compiled,
  ...args: readonly unknown[]
): Promise<`0x${string}`> {
  const [from] = await node.call<string[]>('eth_accounts');
  const data = encodeDeployData({ abi, bytecode, args });
  return (await carriedOut(node, { from, data })).contractAddress;
}

/** Has a node send a transaction, and waits until it is in a block. */
export async function carriedOut(
  node: AnvilNode,
  transaction: object,
): Promise<{ readonly contractAddress: `0x${string}` }> {
  const hash = await node.call<string>('eth_sendTransaction', transaction);
  for (;;) {
    const receipt = await node.call<{ contractAddress: `0x${string}` } | null>('eth_getTransactionReceipt', hash);
    if (receipt !== null) return receipt;
    await setTimeout(5);
  }
}
