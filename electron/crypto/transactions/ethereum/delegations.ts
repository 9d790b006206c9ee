/**
 * Describes the authorizations of a transaction (EIP-7702). With each, an account lets the code of a contract run as the
 * account. The signer of an authorization need not be the sender of the transaction.
 */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../../addresses/ethereum.ts';
import { type DigestSignature, strictSigner } from '../../curves/ecdsa-digest.ts';
import { convertPublicKey } from '../../curves/public-key.ts';
import { keccak256 } from '../../keccak.ts';
import { ANY_ACCOUNT, care, danger, row } from '../../meaning.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { foreignCodeWarning } from '../../unowned.ts';
import { addressText, itemsOf, lengthOf, uintOf } from './fields.ts';
import { type RlpItem, rlpEncode } from './rlp.ts';

const BASIS = 'EIP-7702';
/** The byte before the RLP of chain id, address and nonce in the signed hash. */
const MAGIC = Uint8Array.of(0x05);
/** Later authorizations of a list are described without their signer. Recovery takes a tenth of a millisecond each. */
const MAXIMUM_SIGNERS = 256;
const WORD_BYTES = 32;
const UNKNOWN_ACCOUNT = 'the account that signed the authorization';

/** An authorization as it is described. */
interface Delegation {
  /** The path of the authorization in the transaction: `authorizationList[0]`. */
  readonly field: string;
  /** The contract whose code runs as the account. */
  readonly address: string;
  /** True for the zero address, which removes the code from the account. */
  readonly clears: boolean;
  /** True for chain id 0, with which anyone can submit the authorization on every chain. */
  readonly holdsEverywhere: boolean;
  /** The chain id, or 0 for every chain. */
  readonly chain: bigint;
  readonly nonce: bigint;
  /** The address of the signer. Null when the signature is invalid, undefined when the signer was not recovered. */
  readonly signer: string | null | undefined;
}

/** The parts of a description, for `ContentMeaning`. Each is in the order of the list. */
export interface Delegations {
  readonly steps: readonly string[];
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** See `ContractCall.codes`. */
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * Reads the signature of an authorization from its items, because Ethereum and Tempo encode it in different ways. Returns
 * null for an invalid signature, and undefined when it is not ECDSA on secp256k1.
 */
export type SignatureIn = (items: readonly RlpItem[]) => DigestSignature | null | undefined;

/** The account that sends the transaction, and its nonce when the list is applied. */
export interface Sender {
  readonly address: string;
  readonly nonce: bigint;
}

/**
 * Describes an authorization list that was read before, or a missing one. Each item begins with chain id, address and
 * nonce. `chainId` is the chain of the transaction. `sender` is null when its nonce is not known.
 */
export function delegationsOf(
  list: RlpItem | undefined,
  { chainId, sender }: { readonly chainId: bigint; readonly sender: Sender | null },
  signatureIn: SignatureIn,
): Delegations {
  const all = itemsOf(list).map((authorization, index): Delegation => {
    const items = itemsOf(authorization);
    const [chain, address, nonce] = items;
    return {
      field: `authorizationList[${index}]`,
      address: addressText(address),
      clears: address instanceof Uint8Array && address.every((byte) => byte === 0),
      holdsEverywhere: lengthOf(chain) === 0,
      chain: uintOf(chain),
      nonce: uintOf(nonce),
      signer: index < MAXIMUM_SIGNERS ? signerOf(items, signatureIn) : undefined,
    };
  });
  return {
    steps: all.map(stepOf),
    rows: all.flatMap(rowsOf),
    findings: all.flatMap((each, index) => [
      findingOf(each),
      ...foreignFindings(each),
      ...elsewhereFindings(each, chainId),
      ...(each.holdsEverywhere || each.chain === chainId ? nonceFindings(each, sender, all.slice(0, index)) : []),
    ]),
    codes: codesOf(all, chainId),
  };
}

/**
 * The network ignores an authorization of another chain, and one whose nonce does not fit. Only the chain knows the nonce,
 * so each named contract can be the one that runs.
 */
function codesOf(all: readonly Delegation[], chainId: bigint): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { signer, address, clears, holdsEverywhere, chain } of all) {
    if (signer === null || clears || !(holdsEverywhere || chain === chainId)) continue;
    const account = signer?.toLowerCase() ?? ANY_ACCOUNT;
    const known = codes.get(account);
    if (known?.includes(address) !== true) codes.set(account, known === undefined ? address : `${known} or ${address}`);
  }
  return codes;
}

/** Reads the signature of an Ethereum authorization: yParity, r and s. Returns null when yParity is above 1. */
export function ethereumSignature([, , , parity, r, s]: readonly RlpItem[]): DigestSignature | null {
  const recovery = uintOf(parity);
  return recovery > 1n ? null : { r: word(r), s: word(s), recovery: recovery === 0n ? 0 : 1 };
}

/**
 * Returns the address of the signer, by the rules of EIP-7702. Null when r or s is out of range, s is in the upper half, or
 * no key fits.
 */
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

/** Returns a number that RLP shortened as its 32 bytes. */
function word(item: RlpItem | undefined): Uint8Array<ArrayBuffer> {
  return hexDecode(
    uintOf(item)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
  );
}

const accountText = (signer: string | undefined) => (signer === undefined ? UNKNOWN_ACCOUNT : `the account ${signer}`);

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

/** Returns the effect on the account: danger, or care for an invalid signature and for removal of the code on one chain. */
function findingOf({ field, clears, address, holdsEverywhere, signer }: Delegation): Finding {
  const from = { field: `${field}.address`, basis: BASIS };
  if (signer === null) return care(`The signature of ${field} belongs to no account: the network ignores it.`, from);
  const what = clears
    ? `${field} takes the code from ${accountText(signer)}`
    : `${field} lets the contract ${address} act for ${accountText(signer)}, with everything the account owns`;
  const findingOf = clears && !holdsEverywhere ? care : danger;
  return findingOf(holdsEverywhere ? `${what}, and holds on every chain.` : `${what}.`, from);
}

/** Warns of the code of a contract that serves everybody. */
function foreignFindings({ field, clears, address }: Delegation): Finding[] {
  const text = clears ? null : foreignCodeWarning(address);
  return text === null ? [] : [danger(text, { field: `${field}.address`, basis: BASIS })];
}

/** Warns of an authorization for another chain: whoever sees the transaction can submit the authorization there. */
function elsewhereFindings({ field, chain, holdsEverywhere }: Delegation, chainId: bigint): Finding[] {
  if (holdsEverywhere || chain === chainId) return [];
  const text = `${field} is for chain ${chain}: this transaction ignores it, and anyone can submit it on that chain.`;
  return [danger(text, { field: `${field}.chainId`, basis: BASIS })];
}

/**
 * Warns of an authorization of the sender whose nonce does not fit. Each earlier one of the sender in the list can use up a
 * nonce.
 */
function nonceFindings(
  { field, nonce, signer, holdsEverywhere }: Delegation,
  sender: Sender | null,
  earlier: readonly Delegation[],
): Finding[] {
  if (sender === null || signer !== sender.address) return [];
  const most = sender.nonce + BigInt(earlier.filter((each) => each.signer === signer).length);
  if (nonce >= sender.nonce && nonce <= most) return [];
  const isSpent = nonce < sender.nonce && !holdsEverywhere;
  const then = isSpent ? 'it has no effect' : 'anyone can submit it where its nonce is the next one';
  const text = `${field} has the nonce ${nonce}, and the account’s nonce is ${sender.nonce} then: this transaction ignores it, and ${then}.`;
  return [danger(text, { field: `${field}.nonce`, basis: BASIS })];
}
