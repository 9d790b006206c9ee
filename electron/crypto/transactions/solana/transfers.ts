/** Findings about transfers of Token-2022: programs that run with them, and fees that take all of them. */
import { care, danger } from '../../meaning.ts';
import { tokenOf } from '../../tokens.ts';
import type { ShownValue } from './programs/index.ts';

export type Values = ReadonlyMap<string, ShownValue>;

/** A sentence without its full stop, and the field that it is about. */
export interface InstructionFinding {
  readonly tell: typeof care;
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
    return [{ tell: care, says: `${given} with them`, field: 'otherAccounts' }];
  return [
    {
      tell: danger,
      says: `${given} as ${signer.value}, which signs: it can take all that this account holds`,
      field: 'otherAccounts',
      mark: mint.slice(-6),
    },
  ];
}

/** About a transfer of which nothing arrives. A fee above the amount fails. */
export function feeFindings(values: Values): InstructionFinding[] {
  const fee = values.get('fee')?.value;
  if (fee === undefined || fee !== values.get('amount')?.value) return [];
  return [{ tell: danger, says: 'All that is sent is withheld as a fee: nothing arrives', field: 'fee' }];
}
