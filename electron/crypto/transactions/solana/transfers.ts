/** Findings about transfers of tokens: whose they are, programs that run with them, and fees that take all of them. */
import { care, danger } from '../../meaning.ts';
import { tokenOf } from '../../tokens.ts';
import { usualTokenAccount } from './associated.ts';
import { type ShownValue, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs/index.ts';

export type Values = ReadonlyMap<string, ShownValue>;

/** A sentence without its full stop, and the field that it is about. */
export interface InstructionFinding {
  readonly findingOf: typeof care;
  readonly isUnlimited?: true;
  readonly says: string;
  readonly field: string;
  /** The mark that the operator types before an instruction that hides its effect is signed. */
  readonly mark?: string;
}

/**
 * About a transfer that is given more accounts than it needs. The program of a token that is not known here can spend
 * for the signers among them.
 */
export function hookFindings(
  values: Values,
  others: readonly ShownValue[],
  signers: ReadonlySet<string>,
): InstructionFinding[] {
  if (others.length === 0) return [];
  const given =
    'The transfer is given more accounts than it needs: a program that the token names (transfer hook) can run';
  const [signer] = others.filter(({ value }) => signers.has(value));
  const mint = values.get('mint')?.value ?? '';
  if (signer === undefined || tokenOf('solana', mint) !== null)
    return [{ findingOf: care, says: `${given} with them`, field: 'otherAccounts' }];
  return [
    {
      findingOf: danger,
      says: `${given} as ${signer.value}, which signs: it can take all that this account holds`,
      field: 'otherAccounts',
      mark: mint.slice(-6),
    },
  ];
}

/** About a transfer of which nothing or less than half arrives. A fee above the amount fails. */
export function feeFindings(values: Values): InstructionFinding[] {
  const [fee, amount] = ['fee', 'amount'].map((name) => values.get(name)?.value);
  if (fee === undefined || amount === undefined || fee === '0') return [];
  if (fee === amount)
    return [{ findingOf: danger, says: 'All that is sent is withheld as a fee: nothing arrives', field: 'fee' }];
  if (2n * BigInt(fee) <= BigInt(amount)) return [];
  return [{ findingOf: danger, says: 'More than half of what is sent is withheld as a fee', field: 'fee' }];
}

/** Instructions that a delegate can sign in place of the owner, and that name the token. */
const BY_DELEGATE = /^(?:transferChecked|transferCheckedWithFee|burnChecked|burn)$/;
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]);

/**
 * About tokens out of an account that is not the usual one of the authority. Their owner can be somebody else, who gave the
 * authority an allowance.
 */
export function allowanceFindings(program: string, name: string, values: Values): InstructionFinding[] {
  if (!TOKEN_PROGRAMS.has(program) || !BY_DELEGATE.test(name)) return [];
  const field = values.has('source') ? 'source' : 'account';
  const [source, mint, authority] = [values.get(field), values.get('mint'), values.get('authority')];
  if ([source, mint, authority].some((value) => value?.kind !== 'address')) return [];
  if (usualTokenAccount(authority?.value ?? '', mint?.value ?? '', program) === source?.value) return [];
  const says = `${source?.value} is not the associated token account of ${authority?.value}: the tokens can be of somebody else, who gave an allowance`;
  return [{ findingOf: care, says, field }];
}
