/**
 * Describes an EVM transaction in words. Does not decode contract data: a call is a step that is explained elsewhere.
 */
import {
  type ByteRange,
  chainOf,
  type DecodedField,
  decimalText,
  ethereumChainName,
  type Finding,
  splitChain,
} from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../../addresses/ethereum.ts';
import {
  type ContentMeaning,
  type ContractCall,
  care,
  danger,
  information,
  lastDigits,
  placed,
  row,
  type Step,
} from '../../meaning.ts';
import { type Token, tokenOf } from '../../tokens.ts';
import { contractWords, isBurnt } from '../../unowned.ts';
import { delegationsOf, ethereumSignature } from './delegations.ts';
import { addressText, itemRange, itemsOf, lengthOf, uintOf } from './fields.ts';
import { type EthereumTransaction, fieldsOf } from './read.ts';
import type { RlpItem } from './rlp.ts';
import { type FieldItem, gasCost } from './types.ts';

/** The gas of a transfer to an account without code (Yellow Paper, appendix G). */
const TRANSFER_GAS = 21_000n;
/** Choice (high-fee): a whole coin is far above what a transaction costs on any chain at any time. */
export const HIGH_FEE = 10n ** 18n;
const DECIMALS = 18;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** A chain of Ethereum’s kind as a person reads it. */
export interface EthereumChain {
  /** By CAIP-2. Null when the transaction names no chain. */
  readonly caip2: string | null;
  readonly name: string;
  /** An amount of its coin, from the number on the wire. */
  amount(units: bigint): string;
}

/**
 * Returns the facts of the chain with that id. The id is null for a transaction that names no chain.
 *
 * @example
 * ethereumChain(1n).amount(2500000000000000000n);
 * // '2.5 ETH'
 */
export function ethereumChain(id: bigint | null): EthereumChain {
  const caip2 = id === null ? null : ethereumChainName(id);
  const known = caip2 === null ? null : chainOf(caip2);
  const coin = known?.coin ?? 'of the chain’s coin';
  return {
    caip2,
    name: known === null ? (id === null ? 'none: any chain' : `${id}, an unknown chain`) : `${known.name} (${id})`,
    amount: (units) => `${decimalText(units, known?.decimals ?? DECIMALS)} ${coin}`,
  };
}

/** The context of a transaction: its bytes, and the signing address when it is known. */
export interface Around {
  readonly contents: Uint8Array;
  readonly signWith: string | null;
}

/** The description of a transaction without its title and its fields. */
export type UntitledMeaning = Omit<ContentMeaning, 'title' | 'fields'>;

/** Describes an Ethereum transaction that was read. */
export function ethereumMeaning(transaction: EthereumTransaction, around: Around): UntitledMeaning {
  const item = fieldsOf(transaction);
  const isLegacy = transaction.type.byte === null;
  const chain = ethereumChain(isLegacy ? transaction.legacyChainId : uintOf(item('chainId')));
  const call = { to: item('to'), value: item('value'), data: item('data') };
  const address = payerOf(around);
  // The sender's nonce is raised before the list is applied.
  const sender = address === null ? null : { address, nonce: uintOf(item('nonce')) + 1n };
  const place = { chainId: uintOf(item('chainId')), sender };
  const delegations = delegationsOf(item('authorizationList'), place, ethereumSignature);
  return {
    // Steps that give power away come first: a headline has room for one.
    steps: [...delegations.steps, callStep(call, 'data', { chain, codes: delegations.codes, ...around })],
    unexplained: codeRanges([call], around),
    summary: [
      ...fromRows(around),
      ...delegations.rows,
      ...callRows(call, chain),
      row('Chain', chain.name),
      row('Fee at most', chain.amount(gasCost(item)), 'amount'),
      row('Nonce', String(uintOf(item('nonce')))),
    ],
    findings: [
      ...chainFindings(chain, uintOf(item('chainId')) === 0n && !isLegacy),
      ...delegations.findings,
      ...callFindings(call, '', chain),
      ...(delegations.steps.length === 0 ? idleFindings([call], 'value') : []),
      ...gasFindings(item),
      ...feeFindings(item, chain),
      ...blobFindings(itemsOf(item('blobVersionedHashes'))),
    ],
  };
}

export interface Call {
  readonly to: RlpItem | undefined;
  readonly value: RlpItem | undefined;
  readonly data: RlpItem | undefined;
}

/** Names the payer, which is the signing account. A private key named by its id has no address. */
export function fromRows(around: Around): DecodedField[] {
  const from = payerOf(around);
  return from === null ? [] : [row('From', from, 'address')];
}

const payerOf = ({ signWith }: Pick<Around, 'signWith'>) => ethereumAddress.normalize(signWith ?? '');

/** Returns the ranges of the code of created contracts, whose effect is not described. */
export function codeRanges(calls: readonly Call[], { contents }: Around): ByteRange[] {
  return calls.flatMap(({ to, data }) => {
    const range = lengthOf(to) === 0 && lengthOf(data) > 0 ? itemRange(contents, data) : undefined;
    return range === undefined ? [] : [range];
  });
}

type CallAround = Around & Pick<ContractCall, 'codes'> & { readonly chain: EthereumChain };

/** Returns the effect of one call. `field` is the name of its data. */
export function callStep(
  { to, value, data }: Call,
  field: string,
  { chain, codes, contents, signWith }: CallAround,
): Step {
  const from = payerOf({ signWith });
  const units = uintOf(value);
  const sent = units === 0n ? null : chain.amount(units);
  if (lengthOf(to) === 0) return `Create a contract${sent === null ? '' : ` and give it ${sent}`}`;
  const address = addressText(to);
  if (!(data instanceof Uint8Array) || data.length === 0) return `Send ${sent ?? 'nothing'} to ${address}`;
  return {
    family: 'ethereum',
    chain: chain.caip2,
    ...(from === null ? {} : { from }),
    to: address,
    value: units,
    data,
    ...(codes === undefined ? {} : { codes }),
    field,
    ...placed(itemRange(contents, data)),
    amount: chain.amount,
    address: addressText,
  };
}

/** Returns the recipient of a call and the amount sent with it. */
export function callRows({ to, value, data }: Call, chain: EthereumChain): DecodedField[] {
  const isCall = lengthOf(data) > 0;
  const creates = lengthOf(to) === 0;
  const amount = uintOf(value);
  return [
    ...(creates ? [] : [row(isCall ? 'Contract' : 'To', addressText(to), 'address')]),
    ...(isCall && amount === 0n ? [] : [row('Amount', chain.amount(amount), 'amount')]),
  ];
}

/** Returns the rows of several calls: the recipient or contract of each, and its coins. */
export function numberedRows(calls: readonly Call[], chain: EthereumChain): DecodedField[] {
  return calls.flatMap((call, index) =>
    callRows(call, chain).map((each) => ({ ...each, name: `${each.name} (call ${index + 1})` })),
  );
}

/** True for a call that sends nothing and calls no function. */
const isIdle = ({ to, value, data }: Call) => lengthOf(to) > 0 && lengthOf(data) === 0 && uintOf(value) === 0n;

/** Returns the note about a transaction whose only call is idle. `field` is the name of its amount. */
export function idleFindings(calls: readonly Call[], field: string): Finding[] {
  const [only] = calls;
  if (calls.length !== 1 || only === undefined || !isIdle(only)) return [];
  const text = 'It sends nothing and calls no function: it only uses up the nonce, unless the recipient has code.';
  return [information(text, { field })];
}

/** Returns the findings about one call. `prefix` precedes the names of its fields. */
export function callFindings({ to, value, data }: Call, prefix: string, chain: EthereumChain): Finding[] {
  if (lengthOf(to) === 0) return [creationFinding({ value, data }, prefix, chain)];
  if (isIdle({ to, value, data })) return [];
  const address = addressText(to);
  const from = { field: `${prefix}to` };
  if (address === ZERO_ADDRESS)
    return [danger('It goes to the address 0x0, an address without a known key: anything sent there is lost.', from)];
  if (uintOf(value) > 0n && isBurnt(address)) return [burntFinding(address, from.field)];
  if (lengthOf(data) > 0) return [];
  const token = tokenOf(chain.caip2, address);
  return token === null
    ? keylessFindings(address, from.field)
    : lostCoins(token, chain.amount(uintOf(value)), from.field);
}

/** About a contract that is created. Nobody reads its code, which runs at once. */
function creationFinding({ value, data }: Omit<Call, 'to'>, prefix: string, chain: EthereumChain): Finding {
  const from = { field: `${prefix}to` };
  if (data instanceof Uint8Array && data.length > 0)
    return danger(`${callWords(prefix)} creates a contract, whose code (data) is not decoded here.`, {
      ...from,
      mark: lastDigits(hexEncode(data)),
    });
  const lost = uintOf(value) === 0n ? '' : `: ${chain.amount(uintOf(value))} would be lost`;
  return danger(`${callWords(prefix)} creates a contract without code${lost}.`, from);
}

/** Names a call in a sentence, from the prefix of its fields: `Call 1` for `calls[0].`. */
export function callWords(prefix: string): string {
  const index = /\[(\d+)\]\.?$/.exec(prefix)?.[1];
  return index === undefined ? 'It' : `Call ${Number(index) + 1}`;
}

/** Returns the finding about coins or tokens that go to an address without a key. `field` is the recipient's field. */
export function burntFinding(address: string, field: string): Finding {
  return danger(`${address} is an address without a known key: anything sent there is lost.`, { field });
}

/**
 * Returns the finding about coins or tokens that go to a contract that returns none. Empty for an address that is not
 * known as one.
 */
export function keylessFindings(address: string, field: string): Finding[] {
  const what = contractWords(address);
  if (what === null) return [];
  return [danger(`${address} is ${what}, and no account: anything sent there fails or is likely lost.`, { field })];
}

/**
 * Returns the finding about coins that a call without data sends to a token’s contract. Only the contract of the
 * wrapped coin accepts them, as a deposit. Returns an empty list when `token` is null.
 */
export function lostCoins(token: Token | null, amount: string, field: string): Finding[] {
  if (token === null) return [];
  return [
    token.symbol === `W${amount.split(' ')[1]}`
      ? information(
          `The contract of ${token.symbol} accepts coins as a deposit and gives the same amount of ${token.symbol}.`,
          {
            field,
          },
        )
      : danger(
          `${amount} goes to the contract of the token ${token.symbol}, which returns no coins: the amount is likely lost.`,
          { field },
        ),
  ];
}

function chainFindings(chain: EthereumChain, isChainZero: boolean): Finding[] {
  if (chain.caip2 === null)
    return [
      danger(
        'It names no chain: once signed, anyone can send it on every chain where the account has the same nonce.',
        { field: 'chainId', basis: 'EIP-155' },
      ),
    ];
  if (isChainZero)
    return [
      danger(
        'Its chain number (chainId) is 0, which is not a chain: no network accepts it. Its maker left the field empty. Do not sign it.',
        { field: 'chainId', basis: 'EIP-155' },
      ),
    ];
  return chainOf(chain.caip2) === null
    ? [
        care(`Chain ${splitChain(chain.caip2).reference} is unknown, and so is its coin.`, {
          field: 'chainId',
        }),
      ]
    : [];
}

/** About gas that will not do. */
export function gasFindings(item: FieldItem): Finding[] {
  if (uintOf(item('gasLimit')) >= TRANSFER_GAS) return [];
  return [
    care(`Its gas limit is below ${TRANSFER_GAS}, the gas of the simplest transaction on Ethereum.`, {
      field: 'gasLimit',
    }),
  ];
}

/** Returns the findings about the highest possible cost of the transaction. */
export function feeFindings(item: FieldItem, chain: EthereumChain): Finding[] {
  const cost = gasCost(item);
  if (cost < HIGH_FEE) return [];
  const field = item('maxFeePerGas') === undefined ? 'gasPrice' : 'maxFeePerGas';
  return [danger(`The fee can be as high as ${chain.amount(cost)}.`, { field })];
}

function blobFindings(hashes: readonly RlpItem[]): Finding[] {
  const [first] = hashes;
  if (!(first instanceof Uint8Array)) return [];
  const text = `It pays for ${hashes.length} ${hashes.length === 1 ? 'blob that is' : 'blobs that are'} not shown: only hashes are signed.`;
  return [danger(text, { field: 'blobVersionedHashes', basis: 'EIP-4844', mark: lastDigits(hexEncode(first)) })];
}
