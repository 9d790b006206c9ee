import {
  chainNamed,
  ENDPOINT_CHAINS,
  type EndpointChain,
  ethereumChainName,
  type Meaning,
  paymentFamilyOf,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { type ActivityOperation, findOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import { parametersIn } from '../../client/index.ts';
import { ADDRESS_TABLE, Refusal, readSignedEthereum, type Token, tokenOf } from '../../crypto/index.ts';
import { outpointsIn } from '../requests/outpoints.ts';
import { familyOf } from './families.ts';

/** The nonce, the balances and the outputs that a request uses up on a chain, by its exact bytes. */
export interface Spending {
  /** The chains that it can be of. Contents of Solana and Tron do not name theirs. */
  readonly chains: readonly EndpointChain[];
  /** The address that pays. Null for a signer that is named otherwise. */
  readonly from: string | null;
  /** The only known token that it names. */
  readonly token: (Token & { readonly address: string }) | null;
  readonly outputs: readonly string[];
  readonly blockhash: string | null;
  readonly nonce: bigint | null;
  /** The highest price of a unit of gas that it pays. Null where the service sets it. */
  readonly price: bigint | null;
  /** The units of the coin that it needs at most. Null where they are not in its bytes. */
  readonly cost: bigint | null;
  /** The time after which no block includes it, in milliseconds since the epoch. */
  readonly expires: number | null;
}

/** A blockhash of zeros is replaced by the service when it signs. */
const NO_BLOCKHASH = '1'.repeat(32);

/** Returns what a request uses up. Null for a request of another kind, and for contents that are not read. */
export function spendingIn(meaning: Meaning, body: Uint8Array): Spending | null {
  const { decoded } = meaning;
  const operation = findOperation(meaning.operation ?? '');
  if (operation?.kind !== 'activity') return null;
  const parameters = parametersIn(body);
  const fields = new Map((decoded?.fields ?? []).map((field) => [field.name, field.value]));
  const number = (field: string): bigint | null => {
    const value = fields.get(field) ?? '';
    return /^\d{1,80}$/.test(value) ? BigInt(value) : null;
  };
  const payer = payerIn(operation, parameters);
  if (payer === null) return null;
  const chainId = number('chainId');
  const chains = ENDPOINT_CHAINS.filter((chain) =>
    payer.chain === null
      ? chainId === null
        ? isOfType(chain, payer)
        : chain === ethereumChainName(chainId)
      : chain === chainNamed(payer.chain),
  );
  const [first] = chains;
  if (first === undefined) return null;
  const formats = recipientFormats(first);
  const from = formats.map((format) => ADDRESS_TABLE[format].normalize(payer.from)).find((one) => one !== null) ?? null;
  const price = number('maxFeePerGas') ?? number('gasPrice');
  const gas = number('gasLimit');
  const value = number('value');
  const isPriced = price !== null && gas !== null && paymentFamilyOf(first) === 'ethereum';
  const expires = number('expiration');
  // The nonces of another key of Tempo are counted apart.
  const nonce = (number('nonceKey') ?? 0n) === 0n ? number('nonce') : null;
  return {
    chains,
    from,
    nonce,
    price,
    token: tokenIn(first, decoded),
    outputs: outpointsIn(meaning, body).map(({ outpoint }) => outpoint),
    blockhash: blockhashIn(decoded, fields.get('recentBlockhash')),
    cost: isPriced && value !== null ? gas * price + value : null,
    expires: expires === null ? null : Number(expires),
  };
}

interface Payer {
  readonly from: string;
  /** By CAIP-2, or null where only the contents can name it. */
  readonly chain: string | null;
  readonly type: string | null;
}

/** Returns the payer of the transaction that a request signs, carries, has made or broadcasts. Null for other requests. */
function payerIn(
  { name, signs, carries, makes }: ActivityOperation,
  parameters: Record<string, unknown>,
): Payer | null {
  const text = (member: string | null): string => String([parameters[member ?? '']].flat()[0] ?? '');
  const chain = typeof parameters.caip2 === 'string' ? parameters.caip2 : null;
  if (name === OPERATIONS.eth_send_raw_transaction.name) {
    const from = senderOf(text('signedTransaction'));
    return from === null ? null : { from, chain, type: null };
  }
  if (signs?.kind === 'transaction') return { from: text(signs.signWith), chain, type: text(signs.type) };
  if (carries !== null) return { from: text(carries.signWith), chain, type: carries.type };
  // A chain that only the service knows cannot be asked.
  if (makes === null || makes.signWith === null || chain === null) return null;
  return { from: text(makes.signWith), chain, type: null };
}

function senderOf(signed: string): string | null {
  try {
    return readSignedEthereum(signed).sender;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Returns true for a chain of the type of a transaction on which its signer has an address. */
function isOfType(chain: EndpointChain, { type, from }: Payer): boolean {
  return (
    type === `TRANSACTION_TYPE_${paymentFamilyOf(chain).toUpperCase()}` &&
    recipientFormats(chain).some((format) => ADDRESS_TABLE[format].normalize(from) !== null)
  );
}

function tokenIn(chain: EndpointChain, decoded: Meaning['decoded']): Spending['token'] {
  const named = familyOf(chain).tokensName(chain);
  const all = [...(decoded?.summary ?? []), ...(decoded?.fields ?? [])].filter(({ kind }) => kind === 'address');
  const tokens = new Map(
    all.flatMap(({ value }) => {
      const token = tokenOf(named, value);
      return token === null ? [] : [[value, { ...token, address: value }] as const];
    }),
  );
  return tokens.size === 1 ? ([...tokens.values()][0] ?? null) : null;
}

/** A transaction with a durable nonce has the nonce in the place of the blockhash. */
function blockhashIn(decoded: Meaning['decoded'], blockhash: string | undefined): string | null {
  if (blockhash === undefined || blockhash === NO_BLOCKHASH) return null;
  return (decoded?.fields ?? []).some(({ name, value }) => /nonce/i.test(`${name} ${value}`)) ? null : blockhash;
}
