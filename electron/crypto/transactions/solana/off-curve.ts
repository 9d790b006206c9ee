/** A payment to an address that no key signs for. */
import type { Finding } from '../../../../shared/model/index.ts';
import { danger } from '../../meaning.ts';
import { isUnowned } from '../../unowned.ts';
import { hasKey } from './associated.ts';
import type { Read } from './contents.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from './programs/index.ts';

const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];
/** The instructions of programs that pay SOL to the account `to`. */
const PAYS: Readonly<Record<string, readonly string[]>> = {
  [SYSTEM_PROGRAM]: ['transfer', 'transferWithSeed', 'withdrawNonceAccount'],
  [STAKE_PROGRAM]: ['withdraw'],
  [VOTE_PROGRAM]: ['withdraw'],
};

/**
 * Returns a danger where a transaction only pays, and the recipient is a token account or another account of a program.
 * Other transactions pay such accounts as a part of what they do. Addresses that nobody owns have a finding of their own.
 */
export function offCurveFindings(read: readonly Read[]): Finding[] {
  const [payment, ...others] = read.filter(({ isMinor, steps }) => !isMinor && steps.length > 0);
  if (payment === undefined || others.length > 0) return [];
  const recipient = recipientOf(payment, read);
  if (recipient === null || isUnowned(recipient) || hasKey(recipient)) return [];
  const text = `No key signs for ${recipient}: it is a token account or an account of a program, not a wallet. Coins that it receives are lost unless its program returns them.`;
  const field = TOKEN_PROGRAMS.includes(payment.program) ? 'destination' : 'to';
  return [danger(text, { field: `${payment.path}.${field}`, basis: payment.programName })];
}

/** The wallet that a transfer pays. Null for other instructions, and where the bytes do not state it. */
function recipientOf({ program, values, fields }: Read, read: readonly Read[]): string | null {
  const name = fields.find((field) => field.name === 'instruction')?.value;
  const address = (from: Read['values'], member: string) => {
    const value = from?.get(member);
    return value?.kind === 'address' ? value.value : null;
  };
  if (name !== undefined && PAYS[program]?.includes(name) === true) return address(values, 'to');
  if (!TOKEN_PROGRAMS.includes(program) || !name?.startsWith('transfer')) return null;
  const destination = address(values, 'destination');
  const creation = read.find(
    (each) => each.program === ASSOCIATED_TOKEN_PROGRAM && address(each.values, 'associatedAccount') === destination,
  );
  return address(creation?.values ?? null, 'owner');
}
