/**
 * Explains requests to send from an account. Mostly there are no bytes yet, because the service makes the transaction.
 */
import {
  chainIdOf,
  chainName,
  chainNamed,
  type DecodedField,
  isJsonObject,
  type JsonObject,
  SOLANA_MAINNET,
  TRON_MAINNET,
  type TransactionType,
} from '../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import {
  type ContentMeaning,
  callFindings,
  callRows,
  callStep,
  care,
  describeSignedEthereum,
  describeTransaction,
  type EthereumChain,
  ethereumChain,
  feeFindings,
  gasCost,
  idleFindings,
  integerFault,
  numberedRows,
  Refusal,
  row,
  solanaHex,
  solanaSignerFindings,
  untilText,
} from '../crypto/index.ts';

/**
 * Explains the calls that an account is asked to send. Version 1 has a single call, whose members are the body's own.
 * Throws Refusal.
 */
export function sentCalls(given: JsonObject): ContentMeaning {
  const chain = sendingChain(given);
  const listed: readonly unknown[] = Array.isArray(given.calls) ? given.calls : [given];
  const calls = listed.map((call) => {
    const { to, value = '0', data = '0x' } = isJsonObject(call) ? call : refuse('calls', 'is not a list of calls');
    if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to))
      return refuse('to', 'is not 0x and 40 hexadecimal digits');
    if (typeof data !== 'string' || !/^(0x)?([0-9a-f]{2})*$/i.test(data))
      return refuse('data', 'is not hexadecimal digits, two for each byte');
    return {
      to: hexDecode(to.slice(2)),
      value: wholeNumber(decimalIn(value, 'value')),
      data: hexDecode(data.replace(/^0x/i, '')),
    };
  });
  const [only] = calls;
  const total = calls.reduce((sum, { value }) => sum + BigInt(`0x0${hexEncode(value)}`), 0n);
  const place = (index: number) => (Array.isArray(given.calls) ? `calls[${index}].` : '');
  return {
    title: 'Ethereum calls',
    steps: calls.map((call, index) =>
      callStep(call, `${place(index)}data`, { chain, contents: new Uint8Array(), signWith: senderIn(given) }),
    ),
    summary: [
      row('From', senderIn(given), 'address'),
      ...(calls.length === 1 && only !== undefined
        ? callRows(only, chain)
        : [
            row('Calls', String(calls.length)),
            ...(total === 0n ? [] : [row('Amount in all', chain.amount(total), 'amount')]),
            ...numberedRows(calls, chain),
          ]),
      ...sendingRows(given, chain),
    ],
    fields: [],
    findings: [
      ...calls.flatMap((call, index) => callFindings(call, place(index), chain)),
      ...idleFindings(calls, `${place(0)}value`),
      ...feeFindings(gasIn(given), chain),
    ],
    unexplained: [],
  };
}

/** Explains a transaction that is already signed. Throws Refusal. */
export function sentSigned({ signedTransaction, caip2 }: JsonObject): ContentMeaning {
  return describeSignedEthereum(
    typeof signedTransaction === 'string' ? signedTransaction : refuse('signedTransaction', 'is not text'),
    caip2,
  );
}

/**
 * Explains a transaction of Solana that is to be sent to a cluster, which only the request names. Public clients write
 * it in base64. Throws Refusal.
 */
export function sentOnSolana(content: string, { caip2, signWith, signWiths }: JsonObject): ContentMeaning {
  const unsigned = solanaHex(content);
  const meaning = describeTransaction('TRANSACTION_TYPE_SOLANA', unsigned, null);
  const signers = [signWith ?? signWiths].flat().filter((each) => typeof each === 'string');
  const chain = chainNamed(typeof caip2 === 'string' ? caip2 : refuse('caip2', 'is not text'));
  const name = chainName(chain);
  const isTest = chain !== SOLANA_MAINNET;
  return {
    ...meaning,
    summary: meaning.summary.map((each) =>
      each.name === 'Chain' ? row('Chain', `${name} (the request names it, the signed transaction does not)`) : each,
    ),
    findings: [
      ...(isTest
        ? [
            care(
              `The cluster is not part of what is signed: with a blockhash or nonce of ${chainName(SOLANA_MAINNET)}, the transaction is valid there too.`,
              { field: 'recentBlockhash' },
            ),
          ]
        : []),
      ...solanaSignerFindings(unsigned, signers),
      ...meaning.findings,
    ],
  };
}

/** Explains a transaction that is to be signed and sent to a chain, which only the request names. Throws Refusal. */
export function sentOn(type: TransactionType, content: string, { signWith, caip2 }: JsonObject): ContentMeaning {
  const payer = typeof signWith === 'string' ? signWith : refuse('signWith', 'is not text');
  const meaning = describeTransaction(type, content, payer);
  const chain = typeof caip2 === 'string' ? caip2 : refuse('caip2', 'is not text');
  const isNamedOnlyHere = type === 'TRANSACTION_TYPE_TRON';
  const words = `${chainName(chain)}${isNamedOnlyHere ? ' (the request names it, the signed transaction does not)' : ''}`;
  return {
    ...meaning,
    summary: [...meaning.summary.filter((each) => each.name !== 'Chain'), row('Chain', words)],
    findings: [
      ...(isNamedOnlyHere && chain !== TRON_MAINNET
        ? [
            care(
              `The network is not part of what is signed: with a block of ${chainName(TRON_MAINNET)} as its reference, the transaction is valid there too.`,
              { field: 'refBlockHash' },
            ),
          ]
        : []),
      ...meaning.findings,
    ],
  };
}

/** Explains a request to remove an account's code (EIP-7702). Throws Refusal. */
export function undelegation(given: JsonObject): ContentMeaning {
  const chain = sendingChain(given);
  const from = senderIn(given);
  return {
    title: 'EIP-7702 authorization',
    steps: [`Remove the delegated code from the account ${from}`],
    summary: [row('From', from, 'address'), ...sendingRows(given, chain)],
    fields: [],
    findings: [
      care('The rules of that code end for the account: limits, recoveries, sessions.', {
        field: 'from',
        basis: 'EIP-7702',
      }),
      ...feeFindings(gasIn(given), chain),
    ],
    unexplained: [],
  };
}

function sendingChain({ caip2 }: JsonObject): EthereumChain {
  return ethereumChain(
    chainIdOf(String(caip2)) ?? refuse('caip2', 'is not eip155: and the number of a chain, as in eip155:1'),
  );
}

const senderIn = ({ from }: JsonObject): string =>
  typeof from === 'string' ? from : refuse('from', 'is not text: write an address in quotes');

const MAXIMUM_WORD = 2n ** 256n - 1n;

/** A number of the body in decimal digits, of at most 256 bits. */
function decimalIn(value: unknown, place: string): bigint {
  if (typeof value !== 'string') return refuse(place, 'is not text: write the number in quotes');
  if (/^0x[0-9a-f]+$/i.test(value)) return refuse(place, 'has hexadecimal digits: write decimal digits');
  if (!/^\d{1,78}$/.test(value)) return refuse(place, integerFault(value));
  const number = BigInt(value);
  return number <= MAXIMUM_WORD ? number : refuse(place, 'does not fit into 256 bits');
}

/** The gas values of the body, as transactions have them. The service asks the chain for the rest. */
const gasIn = (given: JsonObject) => (name: string) =>
  given[name] === undefined ? undefined : wholeNumber(decimalIn(given[name], name));

/** Rows of the chain, the highest cost and the expiry, as far as the body states them. */
function sendingRows(given: JsonObject, chain: EthereumChain): DecodedField[] {
  const stated = given.gasLimit !== undefined && given.maxFeePerGas !== undefined;
  return [
    row('Chain', chain.name),
    given.sponsor === true
      ? row('Fee at most', 'what a sponsor pays')
      : stated
        ? row('Fee at most', chain.amount(gasCost(gasIn(given))), 'amount')
        : row('Fee at most', 'not stated: the chain sets it'),
    ...(given.nonce === undefined ? [] : [row('Nonce', String(decimalIn(given.nonce, 'nonce')))]),
    ...(given.deadline === undefined
      ? []
      : [row('Valid until', untilText(decimalIn(given.deadline, 'deadline')), 'time')]),
  ];
}

/** Big-endian, with no zeros before it. */
function wholeNumber(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return hexDecode(digits.length % 2 === 0 ? digits : `0${digits}`);
}

function refuse(place: string, why: string): never {
  throw new Refusal('transaction', why, place);
}
