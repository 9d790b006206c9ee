/** Accounts that a transaction has run the code of a contract (EIP-7702): who signed that, and whose code it is. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../../addresses/ethereum.ts';
import { type DigestSignature, strictSigner } from '../../curves/ecdsa-digest.ts';
import { convertPublicKey } from '../../curves/public-key.ts';
import { keccak256 } from '../../keccak.ts';
import { care, danger, row } from '../../meaning.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { addressText, itemsOf, lengthOf, uintOf } from './fields.ts';
import { type RlpItem, rlpEncode } from './rlp.ts';

const BASIS = 'EIP-7702';
/** The byte hashed before chain, address and nonce. */
const MAGIC = Uint8Array.of(0x05);
/** The number of signers that are recovered. Each takes a tenth of a millisecond. */
const MAXIMUM_SIGNERS = 256;
const WORD_BYTES = 32;
const UNTOLD = 'the account that signed the authorization';

/** The content of an authorization. */
interface Delegation {
  readonly field: string;
  /** The contract whose code is run. */
  readonly address: string;
  /** It takes the code away. */
  readonly clears: boolean;
  readonly holdsEverywhere: boolean;
  /** The id of the one chain where it holds. */
  readonly chain: bigint;
  /** The address that signed it. Null for an impossible signature, undefined when the signer is not recovered. */
  readonly signer: string | null | undefined;
}

export interface Delegations {
  readonly steps: readonly string[];
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/**
 * Returns the signature of an authorization from its items. Null for an impossible one, undefined for one of another
 * kind than ECDSA on secp256k1.
 */
export type SignatureIn = (items: readonly RlpItem[]) => DigestSignature | null | undefined;

/**
 * Describes an authorization list. Each item begins with chain id, address and nonce. `chainId` is the chain of the
 * transaction.
 */
export function delegationsOf(list: RlpItem | undefined, chainId: bigint, signatureIn: SignatureIn): Delegations {
  const all = itemsOf(list).map((authorization, index): Delegation => {
    const items = itemsOf(authorization);
    const [chain, address] = items;
    return {
      field: `authorizationList[${index}]`,
      address: addressText(address),
      clears: address instanceof Uint8Array && address.every((byte) => byte === 0),
      holdsEverywhere: lengthOf(chain) === 0,
      chain: uintOf(chain),
      signer: index < MAXIMUM_SIGNERS ? signerOf(items, signatureIn) : undefined,
    };
  });
  return {
    steps: all.map(stepOf),
    rows: all.flatMap(rowsOf),
    findings: all.flatMap((each) => [findingOf(each), ...elsewhereFindings(each, chainId)]),
  };
}

/** The signature that Ethereum's authorizations end with: yParity, r and s. */
export function ethereumSignature([, , , parity, r, s]: readonly RlpItem[]): DigestSignature | null {
  const recovery = uintOf(parity);
  return recovery > 1n ? null : { r: word(r), s: word(s), recovery: recovery === 0n ? 0 : 1 };
}

function signerOf(items: readonly RlpItem[], signatureIn: SignatureIn): string | null | undefined {
  const signature = signatureIn(items);
  if (signature === undefined || signature === null) return signature;
  const digest = keccak256(join(MAGIC, rlpEncode(items.slice(0, 3))));
  try {
    const publicKey = strictSigner('CURVE_SECP256K1', digest, signature);
    if (publicKey === null) return null;
    return ethereumAddress.fromPublicKey(convertPublicKey(publicKey, 'CURVE_SECP256K1', 'uncompressed'));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A number in 32 bytes. */
function word(item: RlpItem | undefined): Uint8Array<ArrayBuffer> {
  return hexDecode(
    uintOf(item)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
  );
}

const accountText = (signer: string | undefined) => (signer === undefined ? UNTOLD : `the account ${signer}`);

function stepOf({ clears, address, signer }: Delegation): string {
  if (signer === null) return 'Submit an authorization that nobody signed';
  return clears
    ? `Remove the delegated code from ${accountText(signer)}`
    : `Let the contract ${address} act for ${accountText(signer)}`;
}

function rowsOf({ clears, address, signer }: Delegation): DecodedField[] {
  if (signer === null) return [];
  return [
    ...(signer === undefined ? [] : [row('Account', signer, 'address')]),
    ...(clears ? [] : [row('Acts for it', address, 'address')]),
  ];
}

/** About an account that gives up its code. */
function findingOf({ field, clears, address, holdsEverywhere, signer }: Delegation): Finding {
  const from = { field: `${field}.address`, basis: BASIS };
  if (signer === null) return care(`The signature of ${field} belongs to no account: the network ignores it.`, from);
  const what = clears
    ? `${field} takes the code from ${accountText(signer)}`
    : `${field} lets the contract ${address} act for ${accountText(signer)}, with everything the account owns`;
  const told = clears && !holdsEverywhere ? care : danger;
  return told(holdsEverywhere ? `${what}, and holds on every chain.` : `${what}.`, from);
}

/** About an authorization for another chain than that of the transaction. */
function elsewhereFindings({ field, chain, holdsEverywhere }: Delegation, chainId: bigint): Finding[] {
  if (holdsEverywhere || chain === chainId) return [];
  const text = `${field} is for chain ${chain}: this transaction ignores it, and anyone can submit it on that chain.`;
  return [danger(text, { field: `${field}.chainId`, basis: BASIS })];
}
