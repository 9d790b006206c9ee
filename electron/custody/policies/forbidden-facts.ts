import { chainNamed } from '../../../shared/model/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { type Facts, readBitcoinAddress, UNPROVEN } from '../../crypto/index.ts';
import type { ActingContext } from '../request-context.ts';
import { readings } from '../signers/find-signer.ts';
import type { SigningRow } from './content.ts';
import type { Struct, Value } from './evaluate.ts';
import { NamedText, UnknownText } from './special-text.ts';

/** The placeholder in the facts of a transaction of Solana. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';

/**
 * Prepares the facts of a transaction for a rule that forbids. Only the chain knows an address of a Solana lookup table, and the mint
 * of a token transfer that names none. A transaction of Bitcoin names no network, so an output has an address of each.
 */
export function withSpecialTexts(value: Value): Value {
  if (value === LOOKED_UP) return new UnknownText(LOOKED_UP);
  if (Array.isArray(value)) return value.map(withSpecialTexts);
  if (typeof value !== 'object' || !isPlain(value)) return value;
  const given = value as Struct;
  const members: Record<string, Value> = {};
  for (const [name, one] of Object.entries(given)) members[name] = withSpecialTexts(one);
  if (given.token_mint === '') members.token_mint = new UnknownText('');
  const { script_pubkey: script, address } = given;
  if (typeof script === 'string' && typeof address === 'string')
    members.address = new NamedText(address, (other) => readBitcoinAddress(other)?.script === script);
  return given[UNPROVEN] === undefined ? members : { ...members, [UNPROVEN]: given[UNPROVEN] };
}

/** The place of the number of lamports in the data of an instruction, and of the recipient among its accounts. */
interface SystemMove {
  readonly at: (data: DataView) => number;
  readonly to: number;
}
const SYSTEM_PROGRAM = '1'.repeat(32);
const AFTER_TAG = () => 4;
/** Instructions of the System Program that move lamports, besides a transfer: by their numbers. */
const SYSTEM_MOVES: Readonly<Record<number, SystemMove>> = {
  0: { at: AFTER_TAG, to: 1 },
  // The seed, after the base and its length, has any length.
  3: { at: (data) => 44 + Number(data.getBigUint64(36, true)), to: 1 },
  5: { at: AFTER_TAG, to: 1 },
  11: { at: AFTER_TAG, to: 2 },
};
const TAG_BYTES = 4;
const SEED_HEAD = 44;
const LAMPORT_BYTES = 8;

/**
 * Adds the transfers that other instructions of the System Program make to those that a rule that forbids reads. So no
 * other instruction for the same payment lifts it.
 */
export function withEveryTransfer(tx: Facts): Facts {
  const { transfers, instructions } = tx;
  if (!Array.isArray(transfers) || !Array.isArray(instructions)) return tx;
  return { ...tx, transfers: [...transfers, ...instructions.flatMap((each) => moveOf(each as Facts))] };
}

function moveOf({ program_key: program, instruction_data_hex: hex, accounts }: Facts): Facts[] {
  const bytes = hexDecode(String(hex));
  if (program !== SYSTEM_PROGRAM || bytes.length < TAG_BYTES || !Array.isArray(accounts)) return [];
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const tag = data.getUint32(0, true);
  const move = SYSTEM_MOVES[tag];
  if (move === undefined || (tag === 3 && bytes.length < SEED_HEAD)) return [];
  const at = move.at(data);
  const [from, to] = [accounts[0], accounts[move.to]].map((account) => (account as Facts | undefined)?.account_key);
  if (at + LAMPORT_BYTES > bytes.length || from === undefined || to === undefined) return [];
  return [{ from, to, amount: data.getBigUint64(at, true) }];
}

/** Returns the name of a chain, which is equal to all its other names. */
export const chainNameOf = (text: string): NamedText =>
  new NamedText(text, (other) => chainNamed(other) === chainNamed(text));

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** Returns a name of a signing key, which is equal to all its other names. */
export function signerName(text: string, names: () => ReadonlySet<string>): NamedText {
  return new NamedText(text, (other) => {
    const known = names();
    return known.has(other.toLowerCase()) || readings(other).some(({ normalized }) => known.has(normalized));
  });
}

/** Returns all names of a key: its addresses as they are stored, and the identifier of a private key. */
export function namesOfSigner(signer: SigningRow, { store }: ActingContext): ReadonlySet<string> {
  if (signer === undefined) return new Set();
  if (signer.kind === 'account') return new Set(readings(signer.row.address).map(({ normalized }) => normalized));
  const { privateKeyId } = signer.row;
  const addresses = store.privateKeys.addressesOf(privateKeyId).flatMap(({ address }) => readings(address));
  return new Set([privateKeyId, ...addresses.map(({ normalized }) => normalized)]);
}
