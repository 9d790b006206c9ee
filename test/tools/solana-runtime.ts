import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base58 } from '@scure/base';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import type { NodeCaller } from '../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

export const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const LIFE = 150;

type SvmAddress = Parameters<LiteSVM['getBalance']>[0];
type SvmAccount = Parameters<LiteSVM['setAccount']>[0];
type SvmTransaction = Parameters<LiteSVM['sendTransaction']>[0];
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * The real runtime of Solana in this process (litesvm), behind the methods of JSON-RPC that Castellan calls. It checks
 * every signature, runs the real programs and charges real fees and rent. It has no votes and no other validators: a
 * transaction is final as soon as it ran.
 */
export function solanaRuntime() {
  const svm = new LiteSVM();
  const ran = new Map<string, string | null>();
  let height = 1_000;
  const at = (address: string) => address as SvmAddress;
  const put = (address: string, owner: string, data: Uint8Array) =>
    svm.setAccount({
      address,
      programAddress: owner,
      data,
      executable: false,
      space: BigInt(data.length),
      lamports: svm.minimumBalanceForRentExemption(BigInt(data.length)),
    } as unknown as SvmAccount);

  const node = {
    /** Changes a reply. Undefined leaves it as it is. */
    lie: (() => undefined) as (method: string, params: readonly unknown[]) => unknown,
    /** Micro-lamports of the last slots. */
    priorityFees: [0, 1_000, 10_000] as readonly number[],
    fund: (address: string, lamports: bigint) =>
      void svm.airdrop(at(address), lamports as Parameters<LiteSVM['airdrop']>[1]),
    balance: (address: string): bigint => svm.getBalance(at(address)) ?? 0n,
    minimum: (space: number): bigint => svm.minimumBalanceForRentExemption(BigInt(space)),
    /** Makes an initialized mint that nobody can mint or freeze. */
    mint: (address: string, decimals: number, program: 'token' | 'token2022' = 'token') =>
      put(address, programs[program], mintData(decimals)),
    /** Gives a token account its content. */
    hold: (
      account: string,
      content: { readonly mint: string; readonly owner: string; readonly units: bigint; readonly frozen?: boolean },
      program: 'token' | 'token2022' = 'token',
    ) => put(account, programs[program], tokenData(content)),
    units: (account: string): bigint | null => {
      const found = svm.getAccount(at(account));
      return found.exists ? new DataView(found.data.slice().buffer).getBigUint64(64, true) : null;
    },
    /** The blockhash that is newest now is refused from now on. */
    expire(): void {
      svm.expireBlockhash();
      height += LIFE + 1;
    },
    latestBlockhash: (): string => svm.latestBlockhash(),
    /** Runs a signed transaction of one signer. Returns its signature, or throws the runtime's error. */
    run(bytes: Uint8Array): string {
      const [signature, messageBytes] = [bytes.subarray(1, 65), bytes.subarray(65)];
      const payer = base58.encode(messageBytes.subarray(4, 36));
      const result = svm.sendTransaction({
        messageBytes,
        signatures: { [payer]: signature },
      } as unknown as SvmTransaction);
      const name = base58.encode(signature);
      height += 1;
      if (result instanceof FailedTransactionMetadata) {
        const text = `${result.toString()} ${result.meta().logs().join(' ')}`;
        throw new Error(text);
      }
      ran.set(name, null);
      units = result.computeUnitsConsumed();
      return name;
    },
    /** The compute units that the last transaction used. */
    used: (): bigint => units,
    callNode: (async ({ body }) => ({
      status: 200,
      body: utf8Encode(replyTo(utf8Decode(body ?? new Uint8Array()))),
    })) as NodeCaller,
    /** Serves it on a free port of loopback, for a program under test. */
    async serve(): Promise<{ readonly url: string; end(): void }> {
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          response.setHeader('content-type', 'application/json');
          response.end(replyTo(Buffer.concat(parts).toString('utf8')));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}/`, end: () => void server.close() };
    },
  };
  let units = 0n;

  const replyTo = (text: string): string => {
    const asked = JSON.parse(text) as Call | Call[];
    return JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked));
  };
  const reply = ({ id, method, params }: Call) => {
    try {
      const lie = node.lie(method, params);
      return { jsonrpc: '2.0', id, result: lie === undefined ? answer(method, params) : lie };
    } catch (error) {
      const message = `Transaction simulation failed: ${error instanceof Error ? error.message : ''}`;
      return { jsonrpc: '2.0', id, error: { code: -32002, message: message.slice(0, 400) } };
    }
  };
  const inContext = (value: unknown) => ({ context: { slot: height }, value });
  const accountAt = (address: string) => {
    const found = svm.getAccount(at(address));
    if (!found.exists) return null;
    const { lamports, programAddress, executable, data } = found;
    return {
      lamports: Number(lamports),
      owner: programAddress,
      executable,
      space: data.length,
      rentEpoch: 0,
      data: [Buffer.from(data.subarray(0, 109)).toString('base64'), 'base64'],
    };
  };

  const answer = (method: string, [first]: readonly unknown[]): unknown => {
    switch (method) {
      case 'getGenesisHash':
        return GENESIS;
      case 'getLatestBlockhash':
        return inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: height + LIFE });
      case 'isBlockhashValid':
        return inContext(first === svm.latestBlockhash());
      case 'getBlockHeight':
        return height;
      case 'getBalance':
        return inContext(Number(node.balance(String(first))));
      case 'getTokenAccountsByOwner':
        return inContext([]);
      case 'getMultipleAccounts':
        return inContext((first as string[]).map(accountAt));
      case 'getMinimumBalanceForRentExemption':
        return Number(node.minimum(Number(first)));
      case 'getRecentPrioritizationFees':
        return node.priorityFees.map((prioritizationFee, index) => ({ slot: height - index, prioritizationFee }));
      case 'getSignatureStatuses':
        return inContext(
          (first as string[]).map((signature) =>
            ran.has(signature) ? { slot: height, err: null, confirmationStatus: 'finalized' } : null,
          ),
        );
      case 'sendTransaction':
        return node.run(Uint8Array.from(Buffer.from(String(first), 'base64')));
      default:
        throw new Error('Method not found');
    }
  };
  return node;
}
export type SolanaRuntime = ReturnType<typeof solanaRuntime>;

const programs = { token: TOKEN_PROGRAM, token2022: TOKEN_2022_PROGRAM } as const;

/** The layout of a mint (SPL Token): no authority, a supply, decimals, initialized. */
function mintData(decimals: number): Uint8Array {
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, 10n ** 15n, true);
  data.set([decimals, 1], 44);
  return data;
}

/** The layout of a token account: mint, owner, amount, state. */
function tokenData(content: {
  readonly mint: string;
  readonly owner: string;
  readonly units: bigint;
  readonly frozen?: boolean;
}): Uint8Array {
  const data = new Uint8Array(165);
  data.set(base58.decode(content.mint), 0);
  data.set(base58.decode(content.owner), 32);
  new DataView(data.buffer).setBigUint64(64, content.units, true);
  data[108] = content.frozen === true ? 2 : 1;
  return data;
}
