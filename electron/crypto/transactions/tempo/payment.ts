import {
  isTip20,
  requireChainId,
  TEMPO_MEMO_BYTES,
  type UnsignedTempoPayment,
} from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { encodeCall } from '../../abi.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { uintOf } from '../ethereum/fields.ts';
import { accountNonce } from '../ethereum/replacement.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../ethereum/rlp.ts';
import { unsignedBytes } from '../ethereum/signature.ts';
import { TEMPO_TYPE } from './fields.ts';
import { unsignedTempo } from './index.ts';

const NOTHING = new Uint8Array();
const MEMO_HEX = /^0x[0-9a-fA-F]{64}$/;
/** The longest memo, which costs the most gas. */
export const LONGEST_MEMO = `0x${'ff'.repeat(TEMPO_MEMO_BYTES)}`;

/** The members of a payment that its call is made from. */
export type TempoTransfer = Pick<UnsignedTempoPayment, 'to' | 'token' | 'units' | 'memo'>;

/**
 * Returns the call of a payment: `transfer` of TIP-20, or `transferWithMemo` with a memo. Throws a `Refusal` for an
 * address with a wrong checksum, for a token of another kind, and for a recipient that is a token.
 */
export function tempoCall({ to, token, units, memo }: TempoTransfer): {
  readonly to: string;
  readonly data: Uint8Array;
} {
  const recipient = checked(to, 'to');
  if (isTip20(recipient)) throw refused('is a token, and tokens take no payments', 'to');
  const amount = BigInt(units);
  if (amount >> 128n > 0n) throw refused('has more than 128 bits', 'units');
  return {
    to: tip20(token, 'token'),
    data:
      memo === null
        ? encodeCall('transfer(address,uint256)', recipient, amount)
        : encodeCall('transferWithMemo(address,uint256,bytes32)', recipient, amount, memoWord(memo)),
  };
}

/**
 * Returns the unsigned bytes of a payment (type 0x76) in hex: one call, the nonce key 0, no fee payer. Throws a
 * `Refusal` with the wrong member, as for an amount of zero or a priority fee above the fee.
 */
export function unsignedTempoPayment(payment: UnsignedTempoPayment): string {
  const call = tempoCall(payment);
  if (BigInt(payment.units) === 0n) throw refused('is zero', 'units');
  for (const [name, bits] of [
    ['nonce', 64n],
    ['gasLimit', 64n],
    ['maxFeePerGas', 128n],
  ] as const)
    if (BigInt(payment[name]) >> bits > 0n) throw refused(`has more than ${bits} bits`, name);
  if (BigInt(payment.maxPriorityFeePerGas) > BigInt(payment.maxFeePerGas))
    throw refused('is more than maxFeePerGas', 'maxPriorityFeePerGas');
  const { feeToken, chain, maxPriorityFeePerGas, maxFeePerGas, gasLimit, nonce } = payment;
  const number = (text: string) => numberBytes(BigInt(text));
  const items: RlpItem[] = [
    numberBytes(requireChainId(chain)),
    ...[maxPriorityFeePerGas, maxFeePerGas, gasLimit].map(number),
    [[addressBytes(call.to), NOTHING, call.data]],
    // No access list, and the key 0 of the account's own nonces.
    [],
    NOTHING,
    number(nonce),
    // Valid at any time.
    NOTHING,
    NOTHING,
    feeToken === null ? NOTHING : addressBytes(tip20(feeToken, 'feeToken')),
    // No fee payer, and no authorizations.
    NOTHING,
    [],
  ];
  return hexEncode(join(Uint8Array.of(TEMPO_TYPE), rlpEncode(items)));
}

/**
 * Returns the chain and the nonce of an unsigned transaction of an account on Tempo, which only one transaction uses. The
 * key 0 counts together with Ethereum's forms. Throws a `Refusal`.
 */
export function tempoNonce(unsigned: string): string {
  if (unsignedBytes(unsigned)[0] !== TEMPO_TYPE) return accountNonce(unsigned);
  const item = unsignedTempo(unsigned);
  const key = uintOf(item('nonceKey'));
  return `${uintOf(item('chainId'))} ${key === 0n ? '' : `${key}:`}${uintOf(item('nonce'))}`;
}

/** Choice (tempo-memo): a text is followed by zeros up to 32 bytes, as in the chain's own guide. */
function memoWord(memo: string): bigint {
  const bytes = MEMO_HEX.test(memo) ? hexDecode(memo.slice(2).toLowerCase()) : utf8Encode(memo);
  if (bytes.length > TEMPO_MEMO_BYTES) throw refused(`has more than ${TEMPO_MEMO_BYTES} bytes`, 'memo');
  const word = new Uint8Array(TEMPO_MEMO_BYTES);
  word.set(bytes);
  return BigInt(`0x${hexEncode(word)}`);
}

function tip20(address: string, place: string): string {
  const normalized = checked(address, place);
  if (!isTip20(normalized)) throw refused('is not a token of Tempo (TIP-20)', place);
  return normalized;
}

function checked(address: string, place: string): string {
  const normalized = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(address);
  if (normalized === null) throw refused('is an address with a wrong checksum', place);
  return normalized;
}

const addressBytes = (address: string) => hexDecode(address.slice(2).toLowerCase());

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
