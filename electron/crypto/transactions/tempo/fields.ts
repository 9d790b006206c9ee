/** The Tempo transaction (type 0x76, docs/protocol.md#tempo) as data. */
import { Refusal } from '../../refusal.ts';
import type { SignatureIn } from '../ethereum/delegations.ts';
import { itemsOf, lengthOf, uintOf } from '../ethereum/fields.ts';
import * as shape from '../ethereum/shapes.ts';
import { checkChain, checkTip, type FieldItem } from '../ethereum/types.ts';

export const TEMPO_TYPE = 0x76;

const { ADDRESS, BYTES, list, optional, ordinal, tuple, uint } = shape;
/** Unix seconds. Empty means no bound. */
const TIME = { ...optional(uint(64)), kind: 'time' } as const;
const BIT = { ...ordinal(8), maximum: 1n } as const;

const CALL = tuple({ to: optional(ADDRESS), value: uint(256), data: BYTES });
/** Empty without a fee payer, the marker byte 00 while the fee payer is still to sign, else the fee payer's signature. */
const FEE_PAYER = {
  is: 'either',
  string: { is: 'bytes', length: 1, optional: true },
  list: tuple({ yParity: BIT, ...shape.R_AND_S }),
} as const;
const AUTHORIZATION = tuple({ chainId: ordinal(256), address: ADDRESS, nonce: ordinal(64), signature: BYTES });
const LIMIT = tuple({ token: ADDRESS, limit: uint(256), period: uint(64) }, 2);
const SELECTOR = tuple({ selector: { is: 'bytes', length: 4 }, recipients: list(ADDRESS) });
const SCOPE = tuple({ address: ADDRESS, selectors: list(SELECTOR) });

/** The account's own key has already signed this. A limit that is omitted from the end does not apply. */
export const KEY_AUTHORIZATION = tuple({
  authorization: tuple(
    {
      chainId: ordinal(64),
      keyType: ordinal(8),
      keyId: ADDRESS,
      expiry: TIME,
      limits: optional(list(LIMIT)),
      scopes: optional(list(SCOPE)),
      witness: optional(shape.BYTES_32),
      isAdmin: optional(BIT),
      account: optional(ADDRESS),
    },
    3,
  ),
  signature: BYTES,
});

/** The thirteen fields that every Tempo transaction has, in wire order. */
export const TEMPO_FIELDS = shape.fields({
  chainId: shape.CHAIN_ID,
  maxPriorityFeePerGas: uint(128),
  maxFeePerGas: uint(128),
  gasLimit: uint(64),
  calls: list(CALL, 1),
  accessList: shape.ACCESS_LIST,
  nonceKey: ordinal(256),
  nonce: shape.NONCE,
  validBefore: TIME,
  validAfter: TIME,
  feeToken: optional(ADDRESS),
  feePayerSignature: FEE_PAYER,
  authorizationList: list(AUTHORIZATION),
});

/** r, s and v. Other kinds of signatures have another length. */
const SIGNATURE_BYTES = 65;

/**
 * Returns the signature at the end of a Tempo authorization. Undefined for one of a P-256 key, a passkey or an access
 * key.
 */
export const tempoSignature: SignatureIn = ([, , , signature]) => {
  if (!(signature instanceof Uint8Array) || signature.length !== SIGNATURE_BYTES) return undefined;
  const v = signature[SIGNATURE_BYTES - 1] ?? 0;
  const recovery = v < 27 ? v : v - 27;
  if (recovery !== 0 && recovery !== 1) return null;
  return { r: signature.slice(0, 32), s: signature.slice(32, 64), recovery };
};

/** Returns true when another account pays the fee. The sender then signs neither the payer nor the fee token. */
export function hasFeePayer(item: FieldItem): boolean {
  return lengthOf(item('feePayerSignature')) > 0;
}

/** Checks conditions over several fields. Throws a `Refusal`. */
export function checkTempo(item: FieldItem): void {
  checkChain(item);
  checkTip(item);
  const before = item('validBefore');
  if (lengthOf(before) > 0 && uintOf(before) <= uintOf(item('validAfter')))
    throw new Refusal('transaction', 'is not after validAfter', 'validBefore');
  const payer = item('feePayerSignature');
  if (payer instanceof Uint8Array && payer.length > 0 && payer[0] !== 0)
    throw new Refusal('transaction', 'is neither empty, nor the marker 00, nor a signature', 'feePayerSignature');
  const creation = itemsOf(item('calls')).findIndex((call) => lengthOf(itemsOf(call)[0]) === 0);
  if (creation !== -1 && lengthOf(item('authorizationList')) > 0)
    throw new Refusal(
      'transaction',
      `calls[${creation}].to is empty, and no contract can be created beside an authorizationList`,
    );
}
