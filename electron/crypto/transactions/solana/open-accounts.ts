/** New accounts of a program that no later instruction of the transaction initialises. */
import type { Finding } from '../../../../shared/model/index.ts';
import { danger } from '../../meaning.ts';
import type { Read } from './contents.ts';
import { PROGRAMS, STAKE_PROGRAM, SYSTEM_PROGRAM, sol } from './programs/index.ts';

/** The instructions that give a new account its owner. Extensions of a token only prepare that. */
const OWNS = /^initialize(?:Account|Mint|Multisig)?[23]?$|^initialize(?:Checked|Buffer|NonceAccount)$|^split$|^deploy/;

const nameOf = ({ fields }: Read) => fields.find(({ name }) => name === 'instruction')?.value ?? '';

/**
 * Returns a danger for each new account with coins whose owner is still open. Initialising it needs no signature of the account, so
 * the first to do so controls its coins. An account of the System Program is owned by its key, unless it holds data.
 */
export function openAccountFindings(all: readonly Read[]): Finding[] {
  return all.flatMap((read, index) => {
    const [account, owner, lamports] = ['newAccount', 'owner', 'lamports'].map((name) => read.values?.get(name));
    if (read.program !== SYSTEM_PROGRAM || account === undefined || owner === undefined) return [];
    const isPlain = owner.value === SYSTEM_PROGRAM && read.values?.get('space')?.value === '0';
    if (isPlain || !PROGRAMS.has(owner.value) || lamports === undefined || lamports.value === '0') return [];
    const isOwned = all.slice(index + 1).some((later) => ownsIn(later, owner.value, account.value));
    if (isOwned) return [];
    const text = `Nobody initialises ${account.value} in this transaction: whoever does so first controls the ${sol(BigInt(lamports.value))} in it.`;
    return [danger(text, { field: `${read.path}.newAccount`, basis: read.programName })];
  });
}

function ownsIn(later: Read, program: string, account: string): boolean {
  const name = nameOf(later);
  // An extension of Token-2022 is initialised under the plain name.
  if (later.program !== program || !OWNS.test(name) || (name === 'initialize' && program !== STAKE_PROGRAM))
    return false;
  return [...(later.values?.values() ?? [])].some(({ kind, value }) => kind === 'address' && value === account);
}
