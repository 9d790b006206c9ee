/** Describes the instructions of a transaction, and those that a proposal in one of them carries. */
import { care } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import type { Read } from './contents.ts';
import { type InnerMessage, readInnerMessage } from './inner-message.ts';
import { decodeInstruction } from './instructions.ts';
import { ASSOCIATED_TOKEN_PROGRAM, NONE, type ShownValue } from './programs/index.ts';
import type { InstructionFinding } from './transfers.ts';
import type { SolanaTransaction } from './wire.ts';

/** A proposal may carry one that carries another. Those within are not read. */
const MAXIMUM_DEPTH = 2;

/** Returns each instruction of the transaction, followed by those that it carries. */
export function readInstructions(
  { bytes, instructions, requiredSignatures }: SolanaTransaction,
  accounts: readonly ShownValue[],
): Read[] {
  const signers = new Set(accounts.slice(0, requiredSignatures).map(({ value }) => value));
  const compiled = instructions.map(({ programIdIndex: program, ...rest }) => ({ program, ...rest }));
  return readAll({ accounts, signers, instructions: compiled }, { whole: bytes, path: '', depth: 0 });
}

interface Place {
  readonly whole: Uint8Array;
  /** The prefix of the names of fields. */
  readonly path: string;
  readonly depth: number;
}

function readAll(
  { accounts, signers, instructions }: Pick<InnerMessage, 'accounts' | 'signers' | 'instructions'>,
  place: Place,
): Read[] {
  const { whole, path, depth } = place;
  const decodeAll = (owners: ReadonlyMap<string, string>) =>
    instructions.map(({ program: index, accounts: indexes, data }, at): Read => {
      const programId = accounts[index] ?? NONE;
      const program = programId.value;
      const named = Array.from(indexes, (account) => accounts[account] ?? NONE);
      const decoded = decodeInstruction({ program, data, whole }, named, { owners, signers });
      return { program, programId, data, depth, path: `${path}instructions[${at}]`, ...decoded };
    });
  return decodeAll(ownersIn(decodeAll(new Map()))).flatMap((read) => withCarried(read, place));
}

/** Returns the owners of the associated token accounts that are created. Their program refuses any other owner. */
export function ownersIn(read: readonly Pick<Read, 'program' | 'values'>[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { program, values } of read) {
    const [account, owner] = [values?.get('associatedAccount'), values?.get('owner')];
    if (program === ASSOCIATED_TOKEN_PROGRAM && account?.kind === 'address' && owner?.kind === 'address')
      owners.set(account.value, owner.value);
  }
  return owners;
}

/** An instruction with those that it carries. It hides nothing when all of them are described. */
function withCarried(read: Read, { whole, depth }: Place): Read[] {
  const message = read.carried === null || depth === MAXIMUM_DEPTH ? null : messageIn(read.carried, whole);
  if (message === null) return [read];
  const path = `${read.path}.message.`;
  const inner = readAll(message, { whole, path, depth: depth + 1 });
  const isWhole = message.areAccountsKnown && inner.every(({ isDescribed }) => isDescribed);
  const steps = inner.filter((each) => each.depth === depth + 1).flatMap(({ steps: own }) => own);
  return [
    {
      ...read,
      steps: read.steps.map((step) => `${step}: ${steps.join('; ') || 'do nothing'}`),
      fields: [...read.fields, ...message.fields.map((field) => ({ ...field, name: `message.${field.name}` }))],
      findings: isWhole ? [PROPOSED, ...read.findings.filter(({ mark }) => mark === undefined)] : read.findings,
      isDescribed: isWhole,
      unsaid: new Map([...read.unsaid].filter(([name]) => name !== 'message' || !isWhole)),
    },
    ...inner,
  ];
}

const PROPOSED: InstructionFinding = {
  findingOf: care,
  says: 'It is only a proposal: the vault runs it after enough members approve it and somebody executes it',
  field: 'message',
};

/** Null for bytes that are no such message. */
function messageIn(bytes: Uint8Array, whole: Uint8Array): InnerMessage | null {
  try {
    return readInnerMessage(bytes, whole);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
