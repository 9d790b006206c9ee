/** Instructions of Solana that move value outside of `transfers` and `spl_transfers`. Every rule reads the completed lists. */
import { hexDecode } from '../../../shared/wire/index.ts';
import { ASSOCIATED_TOKEN_PROGRAM, type Facts, TOKEN_PROGRAM_ADDRESSES, UNPROVEN } from '../../crypto/index.ts';

const TAG_BYTES = 4;
const AMOUNT_BYTES = 8;
const SEED_HEAD = 44;
type ListName = 'transfers' | 'spl_transfers';

/** A payment of lamports: the indexes of its accounts, and the place of its amount. Null for a whole balance. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly at: ((data: DataView) => number) | null;
}

/**
 * A program by its instructions. One that is neither `listed`, `moves` nor `harmless` adds an unknown item to the lists
 * that `unknownOf` names for it, or else to `unknown`.
 */
interface Program {
  /** The bytes of the number of an instruction. */
  readonly tag: 1 | 4;
  /** Instructions that the lists already show when they can be decoded. */
  readonly listed?: ReadonlySet<string>;
  readonly moves: Readonly<Record<string, Move>>;
  readonly harmless: ReadonlySet<string>;
  readonly unknown: readonly ListName[];
  readonly unknownOf?: Readonly<Record<string, readonly ListName[]>>;
}

const AFTER_TAG = () => TAG_BYTES;
const move = (from: number, to: number, at: Move['at'] = AFTER_TAG): Move => ({ from, to, at });
const whole = (from: number, to: number): Move => ({ from, to, at: null });
const numbers = (...list: readonly (number | string)[]): ReadonlySet<string> => new Set(list.map(String));
const BOTH: readonly ListName[] = ['transfers', 'spl_transfers'];
const LAMPORTS: readonly ListName[] = ['transfers'];
const TOKENS: readonly ListName[] = ['spl_transfers'];

const TOKEN: Program = {
  tag: 1,
  listed: numbers(3, 12, '26.1'),
  // CloseAccount and WithdrawExcessLamports.
  moves: { 9: whole(0, 1), 38: whole(0, 1) },
  harmless: numbers(
    // Accounts and mints that are opened, frozen, measured, or given an extension.
    ...[0, 1, 2, 5, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 30, 31, 32, 33, 34, 35, 36, 39, 40, 41, 43, 44],
    ...['26.0', '26.4', '26.5'],
  ),
  unknown: BOTH,
  // Allowances, authorities, new tokens, withheld fees and confidential amounts move tokens. Reallocate and UnwrapLamports move lamports.
  unknownOf: { 29: LAMPORTS, 4: TOKENS, 6: BOTH, 7: TOKENS, 8: TOKENS, 13: TOKENS, 14: TOKENS, 15: TOKENS, 27: TOKENS },
};

/** Choice (solana-rent): the rent of an account that another program opens is not a transfer to a policy. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  // The System Program. Assign gives an account, with its lamports, to another program.
  ['1'.repeat(32)]: {
    tag: 4,
    listed: numbers(2),
    moves: {
      0: move(0, 1),
      // The seed, after the base and its length, has any length.
      3: move(0, 1, (data) => SEED_HEAD + Number(data.getBigUint64(SEED_HEAD - AMOUNT_BYTES, true))),
      5: move(0, 1),
      11: move(0, 2),
    },
    harmless: numbers(4, 6, 8, 12),
    unknown: LAMPORTS,
  },
  ...Object.fromEntries(Object.values(TOKEN_PROGRAM_ADDRESSES).map((address) => [address, TOKEN])),
  // Split, Withdraw, Merge, MoveStake and MoveLamports. A new authority may take the stake.
  Stake11111111111111111111111111111111111111: {
    tag: 4,
    moves: { 3: move(0, 1), 4: move(0, 1), 7: whole(1, 0), 16: move(0, 1), 17: move(0, 1) },
    harmless: numbers(0, 2, 5, 6, 9, 12, 13, 14, 15),
    unknown: LAMPORTS,
  },
  // Withdraw. A new authority may take the rewards.
  Vote111111111111111111111111111111111111111: {
    tag: 4,
    moves: { 3: move(0, 1) },
    harmless: numbers(0, 2, 4, 5, 6, 8, 9, 12, 13, 14, 15),
    unknown: LAMPORTS,
  },
  // The upgradeable loader: Upgrade pays the buffer's lamports out, and so does Close.
  BPFLoaderUpgradeab1e11111111111111111111111: {
    tag: 4,
    moves: { 3: whole(2, 3), 5: whole(0, 1) },
    harmless: numbers(0, 1),
    unknown: LAMPORTS,
  },
  // RecoverNested moves tokens and closes their account.
  [ASSOCIATED_TOKEN_PROGRAM]: {
    tag: 1,
    moves: {},
    harmless: numbers('', 0, 1),
    unknown: BOTH,
  },
  // CloseLookupTable.
  AddressLookupTab1e1111111111111111111111111: {
    tag: 4,
    moves: { 4: whole(0, 2) },
    harmless: numbers(0, 1, 2, 3),
    unknown: LAMPORTS,
  },
  // CloseContextState.
  ZkE1Gama1Proof11111111111111111111111111111: {
    tag: 1,
    moves: { 0: whole(0, 1) },
    harmless: numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    unknown: LAMPORTS,
  },
};

/** Programs that move nothing, although accounts sign their instructions: of the compute budget, and memos. */
export const STILL_PROGRAMS: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);

const UNKNOWN = 'is unknown: an instruction moves value in a way that is not decoded';
const WHOLE_BALANCE = 'is the balance of a whole account, which only the chain knows';
const MEMBERS: Readonly<Record<ListName, readonly string[]>> = {
  transfers: ['from', 'to', 'amount'],
  spl_transfers: ['from', 'to', 'owner', 'amount', 'token_mint', 'signers'],
};
const unknownItem = (list: ListName): Facts => ({
  [UNPROVEN]: Object.fromEntries(MEMBERS[list].map((name) => [name, UNKNOWN])),
});

/**
 * Adds to the lists of a transaction what other instructions of Solana's own programs move. So none of them lifts a rule that
 * forbids, or passes with a rule that allows. An instruction that may move value and is not decoded adds an item without known
 * members, which is opaque. Choice (other-programs): so does one of another program that gets a signature or a writable account,
 * because it may call each program with them.
 */
export function withEveryTransfer(tx: Facts): Facts {
  const { transfers, spl_transfers: tokens, instructions } = tx;
  if (!Array.isArray(transfers) || !Array.isArray(tokens) || !Array.isArray(instructions)) return tx;
  const added = instructions.map((each) => addedBy(each as Facts));
  return {
    ...tx,
    transfers: [...transfers, ...added.flatMap((each) => each.transfers ?? [])],
    spl_transfers: [...tokens, ...added.flatMap((each) => each.spl_transfers ?? [])],
  };
}

type Added = Partial<Record<ListName, readonly Facts[]>>;

function addedBy({ program_key: key, instruction_data_hex: hex, accounts }: Facts): Added {
  const given = (Array.isArray(accounts) ? accounts : []) as readonly Facts[];
  const program = Object.hasOwn(PROGRAMS, String(key)) ? PROGRAMS[String(key)] : undefined;
  if (program === undefined) return mayMove(String(key), given) ? unknownIn(BOTH) : {};
  const bytes = hexDecode(String(hex));
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const keys = given.map((account) => String(account.account_key));
  const tag = tagOf(program, data);
  if (program.harmless.has(tag)) return {};
  const known = program.moves[tag];
  const moved = known === undefined ? undefined : paymentOf(known, data, keys);
  if (moved !== undefined) return { transfers: [moved] };
  if (program.listed?.has(tag) && data.byteLength >= program.tag + AMOUNT_BYTES) return {};
  return unknownIn(program.unknownOf?.[tag] ?? program.unknown);
}

const unknownIn = (lists: readonly ListName[]): Added =>
  Object.fromEntries(lists.map((list) => [list, [unknownItem(list)]]));

const mayMove = (program: string, accounts: readonly Facts[]): boolean =>
  !STILL_PROGRAMS.has(program) && accounts.some(({ signer, writable }) => signer === true || writable === true);

/** The number of the instruction, with the number in it for transfer fees. Empty for data without a number. */
function tagOf({ tag }: Program, data: DataView): string {
  if (data.byteLength < tag) return '';
  if (tag === TAG_BYTES) return String(data.getUint32(0, true));
  const first = data.getUint8(0);
  return first === 26 && data.byteLength > 1 ? `26.${data.getUint8(1)}` : String(first);
}

/** Returns undefined for data or accounts that are cut off. */
function paymentOf({ from, to, at }: Move, data: DataView, keys: readonly string[]): Facts | undefined {
  const [payer, payee] = [keys[from], keys[to]];
  if (payer === undefined || payee === undefined) return undefined;
  if (at === null) return { from: payer, to: payee, [UNPROVEN]: { amount: WHOLE_BALANCE } };
  if (at === AFTER_TAG ? data.byteLength < TAG_BYTES + AMOUNT_BYTES : data.byteLength < SEED_HEAD) return undefined;
  const place = at(data);
  if (place + AMOUNT_BYTES > data.byteLength) return undefined;
  return { from: payer, to: payee, amount: data.getBigUint64(place, true) };
}
