/** Describes a Solana transaction in words. It has no access to a chain: accounts of address tables stay unknown. */
import { base58 } from '@scure/base';
import type { ByteRange, DecodedField, Finding } from '../../../../shared/model/index.ts';
import { type ContentMeaning, care, danger, row } from '../../meaning.ts';
import { tokenOf } from '../../tokens.ts';
import { placeIn } from '../reading.ts';
import { routeFindings } from '../routes.ts';
import type { TransactionField } from '../rule.ts';
import { accountsOf, envelopeFields, instructionFields, isWritable, type Read } from './contents.ts';
import { type FeeFault, feeFault, priorityFee, rentRows, signatureFee } from './fee.ts';
import { amountWords, calledProgram } from './instructions.ts';
import { offCurveFindings } from './off-curve.ts';
import { openAccountFindings } from './open-accounts.ts';
import { COMPUTE_BUDGET, NONE, type ShownValue, SYSTEM_PROGRAM, sol, tokenText } from './programs/index.ts';
import { ownersIn, readInstructions } from './read-instructions.ts';
import { keylessSignerFindings, ownSignerFindings } from './signers.ts';
import { tokenPaymentOf } from './token-payment.ts';
import { unsaidRows } from './unsaid.ts';
import { configValue } from './version-1.ts';
import { brokenSignature, type SolanaTransaction } from './wire.ts';

/** Choice (solana-fee-warning): from 0.1 SOL a priority fee is more likely a mistake than a wish. */
const PRIORITY_FEE_WARNING = 100_000_000n;
/** The system’s instruction that makes the recent blockhash a durable nonce. The network ignores bytes behind it. */
const ADVANCE_NONCE = [4, 0, 0, 0];
const VERSION_1_BASIS = 'SIMD-0385';
/** Limits of version 1 that are zero where its config has none. */
const LIMITS = [
  { name: 'computeUnitLimit', asks: 'compute units' },
  { name: 'loadedAccountsDataSizeLimit', asks: 'account data' },
] as const;
const PRIORITY_FEE = 'priorityFee.lamports';
/**
 * Describes a transaction that was read.
 * @param own The accounts that sign it by the request. Empty when they are not known.
 */
export function solanaMeaning(transaction: SolanaTransaction, own: readonly string[]): ContentMeaning {
  const { bytes } = transaction;
  const accounts = accountsOf(transaction);
  const all = readInstructions(transaction, accounts);
  const read = all.filter(({ depth }) => depth === 0);
  const payer = accounts[0]?.value ?? '';
  const nonce = nonceOf(transaction, accounts);
  const priority = priorityFee(transaction, read);
  const fee = signatureFee(transaction, read) + (priority ?? 0n);
  const fault = feeFault(transaction, read);
  const payment = tokenPaymentOf(transaction, all);
  const ordered = [...read.filter(({ isMinor }) => !isMinor), ...read.filter(({ isMinor }) => isMinor)];
  const steps = payment === null ? ordered.flatMap(({ steps: own }) => own) : [payment.step];
  const memos = all.flatMap(({ values }) => {
    const memo = values?.get('memo');
    return memo === undefined || memo.value === NONE.value ? [] : [row('Memo', memo.value)];
  });
  const idle = memos.length === 0 ? 'Pay a fee and do nothing else' : 'Publish a memo for ever, and pay a fee';
  const rows = [
    ...(payment?.rows ?? movedRows(read)),
    ...movedRows(all.filter(({ depth }) => depth > 0)).map((each) => ({ ...each, name: `Proposed: ${each.name}` })),
    row('Fee paid by', payer, 'address'),
    ...signerRows(transaction, accounts),
    row('Chain', 'Solana (the transaction does not name the cluster)'),
    fault === null ? row('Fee at most', sol(fee), 'amount') : row('Fee at most', 'unknown'),
    ...rentRows(read),
    row('Expires', expiry(transaction, nonce !== null)),
    ...writableRow(transaction),
    ...memos,
  ];
  const version = transaction.version === 'legacy' ? 'legacy' : `version ${transaction.version}`;
  return {
    title: `Solana transaction, ${version}`,
    steps: steps.length === 0 ? [idle] : steps,
    summary: [...rows, ...unsaidRows(all, steps, rows)],
    fields: [
      ...envelopeFields(transaction, accounts),
      ...all.flatMap(instructionFields),
      ...(priority === null || fault !== null || transaction.config !== null
        ? []
        : [{ name: PRIORITY_FEE, value: String(priority), kind: 'amount' } satisfies TransactionField]),
    ],
    findings: findingsOf(transaction, accounts, { own, all, read, nonce, priority, fault }),
    unexplained: all.flatMap(({ values, data }): ByteRange[] => {
      const { range } = placeIn(bytes, data);
      return values === null && range !== undefined && data.length > 0 ? [range] : [];
    }),
  };
}

/** Accounts of a multisig, which voters compare, and the one that power is given to. */
const GOVERNED = [
  ['Multisig', 'multisig'],
  ['Proposal', 'proposal'],
  ['New authority', 'newAuthority'],
] as const;
/** Instructions that make or destroy tokens in the account that they name. */
const MINTS = /^mintTo/;
const BURNS = /^burn/;

/** Returns the totals that the instructions move, and the parties. */
function movedRows(read: readonly Read[]): DecodedField[] {
  const totals = new Map<string, { amount: bigint; decimals: number; unit: string }>();
  const people = new Map<string, DecodedField>();
  const owners = ownersIn(read);
  const add = (unit: string, amount: string, decimals: number) => {
    const key = `${unit} ${decimals}`;
    totals.set(key, { amount: BigInt(amount) + (totals.get(key)?.amount ?? 0n), decimals, unit });
  };
  for (const { values, steps, gives, fields } of read) {
    if (values === null || steps.length === 0) continue;
    const name = fields.find((field) => field.name === 'instruction')?.value ?? '';
    const isMinted = MINTS.test(name);
    const isBurnt = BURNS.test(name);
    if (gives?.kind === 'address')
      people.set(`Controlled by ${gives.value}`, row('Controlled by', gives.value, 'address'));
    for (const [label, name] of GOVERNED) {
      const account = values.get(name);
      if (account?.kind === 'address') people.set(`${label} ${account.value}`, row(label, account.value, 'address'));
    }
    const lamports = values.get('lamports');
    if (lamports !== undefined) add('SOL', lamports.value, 9);
    const [amount, decimals, mint] = ['amount', 'decimals', 'mint'].map((name) => values.get(name)?.value);
    const isMoved = values.has('destination') || isMinted || isBurnt;
    if (amount !== undefined && decimals !== undefined && mint !== undefined && isMoved) {
      const token = mint === NONE.value ? { symbol: 'SOL', decimals: 9 } : tokenOf('solana', mint);
      add(token?.decimals === Number(decimals) ? token.symbol : `of the token ${mint}`, amount, Number(decimals));
    }
    for (const [label, names] of [
      ['From', ['from', 'source', 'stake', 'vault', ...(isBurnt ? ['account'] : [])]],
      ['To', ['to', 'destination', 'newAccount', 'newStake', ...(isMinted ? ['account'] : [])]],
    ] as const) {
      const account = names.map((name) => values.get(name)).find((value) => value?.kind === 'address');
      if (account !== undefined && (label === 'To' || lamports !== undefined || amount !== undefined))
        people.set(`${label} ${account.value}`, row(label, account.value, 'address'));
      const owner = label === 'To' ? owners.get(account?.value ?? '') : undefined;
      if (owner !== undefined) people.set(`To wallet ${owner}`, row('To wallet', owner, 'address'));
    }
  }
  return [
    ...read.flatMap(allowedRows),
    ...Array.from(totals.values(), ({ amount, decimals, unit }) =>
      row('Amount', `${tokenText(amount, decimals)} ${unit}`, 'amount'),
    ),
    ...people.values(),
  ];
}

/** Returns the spender and the amount that it may take from then on. */
function allowedRows({ values }: Read): DecodedField[] {
  const [delegate, amount] = [values?.get('delegate'), values?.get('amount')];
  if (values === null || delegate === undefined || amount === undefined) return [];
  return [
    row('Spender', delegate.value, delegate.kind),
    row('Spending limit', amountWords(amount.value, values, false), 'amount'),
  ];
}

function signerRows({ requiredSignatures }: SolanaTransaction, accounts: readonly ShownValue[]): DecodedField[] {
  return accounts.slice(1, requiredSignatures).map(({ value }) => row('Also signs', value, 'address'));
}

function writableRow(transaction: SolanaTransaction): DecodedField[] {
  const own = transaction.accountKeys.filter((_, index) => index > 0 && isWritable(transaction, index)).length;
  const looked = transaction.addressTableLookups.reduce((sum, { writableIndexes }) => sum + writableIndexes.length, 0);
  if (own + looked === 0) return [];
  const tables = looked === 0 ? '' : ` and ${looked} of address tables`;
  return [row('May change', `${own} ${own === 1 ? 'account' : 'accounts'} beside the fee payer${tables}`)];
}

interface Described {
  readonly own: readonly string[];
  /** The instructions of the transaction, each with those that it carries. */
  readonly all: readonly Read[];
  /** Those of the transaction alone. */
  readonly read: readonly Read[];
  readonly nonce: string | null;
  readonly priority: bigint | null;
  readonly fault: FeeFault | null;
}

/** Known dangers come before unknown instructions, because many of those would push them out. */
function findingsOf(
  transaction: SolanaTransaction,
  accounts: readonly ShownValue[],
  { own, all, read, nonce, priority, fault }: Described,
): Finding[] {
  const tables = transaction.addressTableLookups.map(({ accountKey }) => base58.encode(accountKey));
  const instructionFindings = (known: boolean) =>
    all.flatMap(({ findings, programName, program, values, path }) => {
      if ((values !== null) !== known) return [];
      return findings.map(({ findingOf, says, field, mark, isUnlimited }) => {
        const from = { field: `${path}.${field}`, basis: programName, ...(isUnlimited && { isUnlimited }) };
        if (known) return findingOf(`${says}.`, mark === undefined ? from : { ...from, mark });
        const unknown = `${placeText(path)} of ${calledProgram(programName, program)} ${says}`;
        return findingOf(unknown, { ...from, mark: program.slice(-6) });
      });
    });
  const broken = brokenSignature(transaction);
  const entries = new Set(accounts.slice(transaction.accountKeys.length).map(({ value }) => value));
  const namesEntry = all.some(({ values }) => [...(values?.values() ?? [])].some(({ value }) => entries.has(value)));
  return [
    ...(tables.length === 0
      ? []
      : [
          danger(`Accounts of the address tables ${tables.join(', ')} are unknown without a query to the network.`, {
            field: 'addressTableLookups[0]',
            // The recipient is then unknown, even when the instruction is known.
            ...(namesEntry ? { mark: tables[0]?.slice(-6) ?? '' } : {}),
          }),
        ]),
    ...keylessSignerFindings(transaction),
    ...ownSignerFindings(transaction, own),
    ...instructionFindings(true),
    ...all.flatMap(({ values, path, program }) =>
      routeFindings(values?.get('memo')?.value ?? '', `${path}.memo`, program.slice(-6)),
    ),
    ...offCurveFindings(read),
    ...openAccountFindings(all),
    ...(nonce === null
      ? []
      : [
          care(`It does not expire: signed once, it can be sent until the nonce of ${nonce} is used.`, {
            field: 'recentBlockhash',
          }),
        ]),
    ...(transaction.instructions.length === 0 ? [care('It has no instruction: it only pays its fee.')] : []),
    ...(fault === null
      ? []
      : [
          danger(`${fault.says}, so its fee is unknown.`, {
            field: `${fault.path}.programId`,
            mark: COMPUTE_BUDGET.slice(-6),
          }),
        ]),
    ...(priority === null || priority < PRIORITY_FEE_WARNING
      ? []
      : [
          danger(`It may pay ${sol(priority)} for priority alone.`, {
            field: transaction.config === null ? PRIORITY_FEE : 'config.priorityFee',
          }),
        ]),
    ...configFindings(transaction, read),
    ...(broken === null
      ? []
      : [
          danger(`The signature it already has of ${accounts[broken]?.value ?? ''} is not one of this message.`, {
            field: `signatures[${broken}]`,
          }),
        ]),
    ...instructionFindings(false),
  ];
}

/** `Instruction 2 in instruction 1`, for the place of an instruction. Paths count from 0, people from 1. */
function placeText(path: string): string {
  const numbers = [...path.matchAll(/instructions\[(\d+)\]/g)].map(([, number]) => Number(number) + 1).reverse();
  return `Instruction ${numbers.join(' in instruction ')}`;
}

/** About limits of version 1 under which it fails, and instructions that its config takes the place of. */
function configFindings({ config, instructions }: SolanaTransaction, read: readonly Read[]): Finding[] {
  if (config === null) return [];
  const ignored = read.findIndex(({ program }) => program === COMPUTE_BUDGET);
  const missing = LIMITS.filter(({ name }) => configValue(config, name) === 0n);
  return [
    ...(ignored === -1
      ? []
      : [
          care('The network ignores instructions of the Compute Budget Program in version 1: only the config counts.', {
            field: `instructions[${ignored}].programId`,
            basis: VERSION_1_BASIS,
          }),
        ]),
    ...(instructions.length === 0
      ? []
      : missing.map(({ asks }) =>
          care(`It asks for no ${asks}. It probably fails, and pays its fee.`, { basis: VERSION_1_BASIS }),
        )),
  ];
}

/** Returns the nonce account whose nonce replaces a recent blockhash. The first instruction advances it. */
function nonceOf({ instructions: [first] }: SolanaTransaction, accounts: readonly ShownValue[]): string | null {
  if (first === undefined || accounts[first.programIdIndex]?.value !== SYSTEM_PROGRAM) return null;
  if (!ADVANCE_NONCE.every((byte, index) => first.data[index] === byte)) return null;
  return accounts[first.accounts[0] ?? accounts.length]?.value ?? null;
}

/** An empty blockhash is set by the service that signs the transaction. */
function expiry({ recentBlockhash }: SolanaTransaction, isDurable: boolean): string {
  if (isDurable) return 'never: it is valid until its nonce is used';
  return recentBlockhash.every((byte) => byte === 0)
    ? 'about a minute after the service signed it with the newest blockhash'
    : 'about a minute after its recent blockhash';
}
