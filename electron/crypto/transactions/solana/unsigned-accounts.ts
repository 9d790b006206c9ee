/** Accounts that must sign for an instruction, and are not among the signers of the transaction. */
import { care } from '../../meaning.ts';
import { type InstructionRule, NONE, type ShownValue, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs/index.ts';
import type { InstructionFinding, Values } from './transfers.ts';

/** The names of accounts that sign for every instruction that has them. A rule names its other signers itself. */
const SIGN: readonly string[] = [
  'authority',
  'authorityBase',
  'baseAccount',
  'bufferCreator',
  'configAuthority',
  'creator',
  'currentAuthority',
  'member',
  'nonceAuthority',
  'payer',
  'rateAuthority',
  'rentPayer',
  'withdrawer',
];
/** Programs in which signers behind the named accounts sign in place of an authority that is a multisig. */
const HAS_MULTISIGS: ReadonlySet<string> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]);

interface Given {
  readonly program: string;
  /** The names of the accounts, without those of values in the data. */
  readonly names: readonly string[];
  readonly values: Values;
  readonly others: readonly ShownValue[];
  readonly signers: ReadonlySet<string>;
}

/** Returns a finding for each account that must sign for the instruction and does not sign. */
export function unsignedFindings(
  { signs }: Pick<InstructionRule, 'signs'>,
  { program, names, values, others, signers }: Given,
): InstructionFinding[] {
  if (HAS_MULTISIGS.has(program) && others.some(({ value }) => signers.has(value))) return [];
  const needed = signs?.split(' ') ?? SIGN.filter((name) => names.includes(name));
  return needed.flatMap((field): InstructionFinding[] => {
    const account = values.get(field)?.value ?? NONE.value;
    if (account === NONE.value || signers.has(account)) return [];
    return [
      {
        findingOf: care,
        says: `${account} must sign for the instruction and does not: the transaction fails, and only pays its fee`,
        field,
      },
    ];
  });
}
