/**
 * Reads the amounts of an asset that a transaction moves from its facts. Each function returns null when the amount
 * cannot be determined.
 */
import { ethereumChainName, isMovedByValue, type VelocityMethod } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  type Facts,
  TOKEN_PROGRAM_ADDRESSES,
  tokenOf,
  tronAddress,
  usualTokenAccount,
} from '../../../crypto/index.ts';
import { STILL_PROGRAMS } from '../solana-moves.ts';
import type { Asset } from './assets.ts';
import { movedBy, ownerIn } from './token-call.ts';

type Amounts = readonly bigint[] | null;

/** An amount of zero is not a transfer. */
const some = (amount: bigint): Amounts => (amount > 0n ? [amount] : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly Facts[] => (Array.isArray(value) ? value : []);

const WITHOUT_DELEGATION: ReadonlySet<string> = new Set(['LEGACY', 'TYPE_1', 'TYPE_2', 'TYPE_3']);

/**
 * `eth.tx`. Choice (velocity-fees): a coin moves by the value of a transaction. Its fee and rent are no transfers.
 * Choice (velocity-calls): transfer and transferFrom of the token, or of another token that is known here, are read.
 * Every other call may move the token.
 */
export function movedOnEthereum(tx: Facts, { chain, token }: Asset): Amounts {
  if (!WITHOUT_DELEGATION.has(text(tx.type))) return null;
  // A transaction without a chain is valid on each of them.
  if (typeof tx.chain_id === 'bigint' && ethereumChainName(tx.chain_id) !== chain) return [];
  if (typeof tx.value !== 'bigint' || typeof tx.data !== 'string') return null;
  const data = tx.data.replace(/^0x/, '').toLowerCase();
  if (token === null) return data === '' || isMovedByValue(chain) ? some(tx.value) : null;
  return data === '' ? [] : movedByCall(chain, text(tx.to).toLowerCase(), data, token);
}

function movedByCall(chain: string, contract: string, data: string, token: string): Amounts {
  const amount = movedBy(data);
  if (amount === null) return null;
  if (contract === token) return [amount];
  return tokenOf(chain, contract) === null ? null : [];
}

/** Returns the address that owns the tokens which a transaction takes by an allowance. Null for every other one. */
export function ownerOnEthereum(tx: Facts): string | null {
  const owner = ownerIn(text(tx.data).replace(/^0x/, '').toLowerCase());
  return owner === null ? null : `0x${owner}`;
}

/**
 * Returns the addresses that own what a `tron.tx` takes. The owner of the transaction can be another account, which gave the
 * signer a permission. A call can take tokens of a third one by an allowance.
 */
export function ownersOnTron(tx: Facts): readonly string[] {
  return list(tx.contract).flatMap(({ owner_address, data }) => {
    const owner = ownerIn(text(data).toLowerCase());
    return [text(owner_address), ...(owner === null ? [] : [tronAddress(hexDecode(`41${owner}`))])];
  });
}

/** `tron.tx`. The transaction does not name its network. */
export function movedOnTron(tx: Facts, { token }: Asset): Amounts {
  const contracts = list(tx.contract);
  const [contract] = contracts;
  if (contract === undefined || contracts.length !== 1) return null;
  if (contract.type === 'TransferContract' && typeof contract.amount === 'bigint')
    return token === null ? some(contract.amount) : [];
  if (contract.type !== 'TriggerSmartContract' || typeof contract.call_value !== 'bigint') return null;
  if (token === null) return some(contract.call_value);
  return movedByCall('tron', text(contract.contract_address), text(contract.data).toLowerCase(), token);
}

/**
 * `bitcoin.tx`. An output to the signing address is change. The transaction does not name its network.
 * A sum includes the fee, which only the bytes set. Without a proven fee the sum is unknown.
 */
export function movedOnBitcoin(tx: Facts, own: string | null, method: VelocityMethod): Amounts {
  const transfers = list(tx.outputs).flatMap(({ value, address }) =>
    typeof value !== 'bigint' || value === 0n || (own !== null && address === own) ? [] : [value],
  );
  if (method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT') return transfers;
  if (typeof tx.fee !== 'bigint') return null;
  return tx.fee === 0n ? transfers : [...transfers, tx.fee];
}

const SYSTEM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set(Object.values(TOKEN_PROGRAM_ADDRESSES));
/** The placeholder for an account that is only in the chain’s address lookup tables. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';

/** `solana.tx`. One undecoded instruction makes the whole amount unknown. The transaction does not name its cluster. */
export function movedOnSolana(tx: Facts, { token }: Asset): Amounts {
  const moved = list(tx.instructions).map((instruction) => movedByInstruction(instruction, token));
  return moved.some((one) => one === null) ? null : moved.flatMap((one) => one ?? []);
}

function movedByInstruction(instruction: Facts, token: string | null): Amounts {
  const program = text(instruction.program_key);
  const data = text(instruction.instruction_data_hex);
  if (STILL_PROGRAMS.has(program)) return [];
  if (program === ASSOCIATED_TOKEN_PROGRAM) return ['', '00', '01'].includes(data) ? [] : null;
  if (program === SYSTEM) {
    const lamports = lamportsOf(data);
    return lamports === null ? null : token === null ? some(lamports) : [];
  }
  return TOKEN_PROGRAMS.has(program) ? movedByToken(instruction, data, token) : null;
}

/** Instructions of the system program: CreateAccount, Transfer and AdvanceNonceAccount. */
function lamportsOf(data: string): bigint | null {
  const tag = data.slice(0, 8);
  if (tag === '04000000') return 0n;
  const isRead = (tag === '00000000' && data.length === 104) || (tag === '02000000' && data.length === 24);
  return isRead ? littleEndian(data.slice(8, 24)) : null;
}

/**
 * Returns true when a `solana.tx` moves a token out of an account that is not the associated one of its authority. The authority
 * can then be a delegate, and the transaction does not name the owner.
 */
export function hidesOwnerOnSolana(tx: Facts, { token }: Asset): boolean {
  return list(tx.instructions).some((instruction) => {
    const program = text(instruction.program_key);
    if (token === null || !TOKEN_PROGRAMS.has(program)) return false;
    if (movedByInstruction(instruction, token)?.length === 0) return false;
    const [source, , , authority] = list(instruction.accounts).map(({ account_key }) => text(account_key));
    return authority === undefined || usualTokenAccount(authority, token, program) !== source;
  });
}

/** Transfer does not name its mint. TransferChecked and TransferCheckedWithFee do. */
function movedByToken(instruction: Facts, data: string, token: string | null): Amounts {
  if (/^03[0-9a-f]{16}$/.test(data)) return token === null ? [] : null;
  const [, amount] = /^(?:0c|1a01)([0-9a-f]{16})[0-9a-f]{2}(?:[0-9a-f]{16})?$/.exec(data) ?? [];
  const mint = text(list(instruction.accounts)[1]?.account_key);
  if (amount === undefined || mint === '') return null;
  if (token === null) return [];
  if (mint === LOOKED_UP) return null;
  return mint === token ? [littleEndian(amount)] : [];
}

/** The number in hexadecimal digits whose lowest byte is first. */
function littleEndian(digits: string): bigint {
  return BigInt(`0x${(digits.match(/../g) ?? []).reverse().join('')}`);
}
