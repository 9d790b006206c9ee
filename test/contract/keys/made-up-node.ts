import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSignedEthereum } from '../../../electron/crypto/index.ts';

/** A node whose replies a test sets. It keeps the transactions that it receives. */
export interface MadeUpNode {
  readonly url: string;
  /** Results of contract calls, by lowercase address and selector. Any other call returns 0x. */
  readonly gives: Map<string, string>;
  /** The code at addresses in lowercase. */
  readonly codes: Map<string, string>;
  /** Signed transactions in hex, in the order they came. */
  readonly sent: string[];
  /** The outcome of the transactions that it has: mined, failed or pending. */
  outcome: 'carried out' | 'failed' | 'waiting';
  end(): void;
}

const BLOCK = { number: '0x1', hash: `0x${'5c'.repeat(32)}`, baseFeePerGas: '0x3b9aca00' };

/** Starts one of a chain by its number. */
export async function startMadeUpNode(chainId: number): Promise<MadeUpNode> {
  const [gives, codes] = [new Map<string, string>(), new Map<string, string>()];
  const sent: string[] = [];
  const known = new Map<string, { readonly sender: string; readonly nonce: bigint }>();
  /** As on a chain, a transaction is mined only after those with lower nonces. */
  const carriedOut = (sender: string): bigint => {
    const nonces = new Set([...known.values()].filter((one) => one.sender === sender).map(({ nonce }) => nonce));
    let count = 0n;
    while (nonces.has(count)) count += 1n;
    return count;
  };
  const answers: Readonly<Record<string, (first: never) => unknown>> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getTransactionCount: (sender: string) =>
      `0x${(node.outcome === 'waiting' ? 0n : carriedOut(sender.toLowerCase())).toString(16)}`,
    eth_getBalance: () => '0x7',
    eth_estimateGas: () => '0xc350',
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getBlockByNumber: (block: string) => (block === '0x0' ? { ...BLOCK, number: block } : BLOCK),
    eth_getCode: (address: string) => codes.get(address.toLowerCase()) ?? '0x',
    eth_call: ({ to, data }: { to: string; data: string }) =>
      gives.get(`${to.toLowerCase()} ${data.slice(0, 10)}`) ?? '0x',
    eth_sendRawTransaction: (signed: string) => {
      const { transactionHash, sender, nonce } = readSignedEthereum(signed);
      if (!known.has(transactionHash)) sent.push(signed);
      known.set(transactionHash, { sender: sender.toLowerCase(), nonce });
      return transactionHash;
    },
    eth_getTransactionReceipt: (transactionHash: string) => {
      const transaction = known.get(transactionHash);
      if (node.outcome === 'waiting' || transaction === undefined) return null;
      if (carriedOut(transaction.sender) <= transaction.nonce) return null;
      const status = node.outcome === 'failed' ? '0x0' : '0x1';
      return { transactionHash, blockNumber: BLOCK.number, blockHash: BLOCK.hash, status };
    },
  };
  const server = createServer((request, response) => {
    void (async () => {
      const asked = JSON.parse((await request.toArray()).join(''));
      const one = ({ id, method, params }: { id: number; method: string; params: never[] }) => ({
        jsonrpc: '2.0',
        id,
        result: answers[method]?.(params[0] as never) ?? null,
      });
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked)));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const node: MadeUpNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gives,
    codes,
    sent,
    outcome: 'carried out',
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
  return node;
}
