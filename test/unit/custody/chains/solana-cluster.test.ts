import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createChains } from '../../../../electron/custody/chains/index.ts';
import {
  type Lifetime,
  refuseMainnet,
  requireOfChain,
} from '../../../../electron/custody/handlers/chains/solana-cluster.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const GENESIS = new Map<string, string>([
  [MAINNET, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
  [DEVNET, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
]);
const hash = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
const [OF_MAINNET, OF_DEVNET, NONCE_ACCOUNT] = [hash(1), hash(2), hash(3)];
const SYSTEM_PROGRAM = '1'.repeat(32);

/** The answers of a cluster's node: its newest blockhash, and the durable nonce that the nonce account holds there. */
interface Cluster {
  readonly newest: string;
  readonly nonce?: string;
  readonly owner?: string;
  readonly state?: number;
}

function chainsOf(clusters: Readonly<Record<string, Cluster>>) {
  const problems: (string | null)[] = [];
  const answer = (chain: string, method: string, [first]: readonly unknown[]): unknown => {
    const { newest, nonce, owner = SYSTEM_PROGRAM, state = 1 } = clusters[chain] ?? { newest: '' };
    if (method === 'getGenesisHash') return GENESIS.get(chain);
    if (method === 'isBlockhashValid') return { context: {}, value: first === newest };
    const data = new Uint8Array(80);
    data.set([1, 0, 0, 0, state]);
    if (nonce !== undefined) data.set(base58.decode(nonce), 40);
    const account = { lamports: 1, owner, executable: false, space: 80 };
    const held = { ...account, data: [Buffer.from(data).toString('base64'), 'base64'] };
    return { context: {}, value: [nonce === undefined ? null : held] };
  };
  const chains = createChains({
    chains: Object.keys(clusters).map((chain) => ({ chain: chain as typeof DEVNET, endpoints: 1 })),
    async callNode({ chain, body }) {
      const calls = JSON.parse(utf8Decode(body ?? new Uint8Array())) as {
        id: number;
        method: string;
        params: unknown[];
      }[];
      const replies = calls.map(({ id, method, params }) => ({
        jsonrpc: '2.0',
        id,
        result: answer(chain, method, params),
      }));
      return { status: 200, body: utf8Encode(JSON.stringify(replies)) };
    },
    steady: () => 0,
    report: () => undefined,
    noteNode: ({ problem }) => void problems.push(problem),
  });
  return { chains, problems };
}

/** Makes both checks of a transaction for devnet. */
async function check(lifetime: Lifetime, clusters: Readonly<Record<string, Cluster>>) {
  const { chains, problems } = chainsOf(clusters);
  const node = chains.find(DEVNET);
  if (node === undefined) throw new Error('devnet has no node');
  await requireOfChain(lifetime, node);
  await refuseMainnet(lifetime, node, chains);
  return problems;
}

describe('a transaction for devnet', () => {
  const recent = { blockhash: OF_DEVNET, nonceAccount: null };
  const durable = { blockhash: OF_DEVNET, nonceAccount: NONCE_ACCOUNT };

  it('has a blockhash of devnet', async () => {
    await check(recent, { [DEVNET]: { newest: OF_DEVNET } });
    await check(recent, { [DEVNET]: { newest: OF_DEVNET }, [MAINNET]: { newest: OF_MAINNET } });
    await expect(check({ ...recent, blockhash: OF_MAINNET }, { [DEVNET]: { newest: OF_DEVNET } })).rejects.toThrow(
      'is not a recent one of Solana devnet',
    );
  });

  it('is refused with a blockhash of mainnet that the node of devnet calls its own', async () => {
    const lying = { [DEVNET]: { newest: OF_MAINNET }, [MAINNET]: { newest: OF_MAINNET } };
    await expect(check({ ...recent, blockhash: OF_MAINNET }, lying)).rejects.toThrow('it would be valid on Solana');
  });

  it('has the durable nonce that its account holds on devnet', async () => {
    await check(durable, { [DEVNET]: { newest: '', nonce: OF_DEVNET } });
    for (const cluster of [
      { newest: OF_DEVNET },
      { newest: OF_DEVNET, nonce: OF_MAINNET },
      { newest: OF_DEVNET, nonce: OF_DEVNET, owner: NONCE_ACCOUNT },
      { newest: OF_DEVNET, nonce: OF_DEVNET, state: 0 },
    ])
      await expect(check(durable, { [DEVNET]: cluster })).rejects.toThrow('holds on Solana devnet');
  });

  it('is refused with a durable nonce that its account holds on mainnet', async () => {
    const both = { newest: '', nonce: OF_MAINNET };
    const lifetime = { ...durable, blockhash: OF_MAINNET };
    await expect(check(lifetime, { [DEVNET]: both, [MAINNET]: both })).rejects.toThrow('it would be valid on Solana');
  });
});

it('shows a blockhash of mainnet at the node of devnet', async () => {
  const lying = { [DEVNET]: { newest: OF_MAINNET }, [MAINNET]: { newest: OF_MAINNET } };
  const { chains, problems } = chainsOf(lying);
  const node = chains.find(DEVNET);
  if (node === undefined) throw new Error('devnet has no node');
  await expect(refuseMainnet({ blockhash: OF_MAINNET, nonceAccount: null }, node, chains)).rejects.toThrow();
  expect(problems).toContain('it reports a blockhash of Solana as one of Solana devnet');
});

it('asks no other cluster about a transaction for mainnet', async () => {
  const { chains } = chainsOf({ [MAINNET]: { newest: OF_MAINNET }, [DEVNET]: { newest: OF_MAINNET } });
  const node = chains.find(MAINNET);
  if (node === undefined) throw new Error('mainnet has no node');
  await refuseMainnet({ blockhash: OF_MAINNET, nonceAccount: null }, node, chains);
});
