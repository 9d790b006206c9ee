/** Describes a transaction of Sui. */
import { blake2b } from '@noble/hashes/blake2.js';
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger, row } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { isUnowned } from '../../../unowned.ts';
import { markOf, type PayloadAround, refusedOr, startsWith, undecodedTransaction } from '../form.ts';
import { accountIn, signerFindings } from '../signing-account.ts';
import { fieldsOf } from './fields.ts';
import { addressIn, inputOf, knownMoves, type Move } from './moves.ts';
import { type Command, givenBy, readTransaction, SUI_TRANSACTION, type SuiTransaction } from './transaction.ts';
import { commandStep, dangerOf, moveStep, suiText } from './words.ts';

/** Choice (sui-fee-warning): from 5 SUI a fee is more likely a mistake than a wish. In MIST. */
const FEE_WARNING = 5_000_000_000n;
/** Bytes that begin so and are shorter are no transaction. */
const FEWEST_BYTES = 65;
/** The most rows of one kind. The fields have all of them. */
const MOST_ROWS = 10;
const HASHED = care(
  'Sui verifies a signature of the BLAKE2b-256 hash of these bytes, which is not made here: the network refuses this signature.',
);

/** Describes an intent message. One that is not a programmable transaction is not decoded. */
export function readSuiTransaction(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (bytes.length < FEWEST_BYTES || !startsWith(bytes, SUI_TRANSACTION)) return null;
  const transaction = refusedOr(() => readTransaction(bytes));
  if (!(transaction instanceof Refusal)) return describe(bytes, transaction, around);
  return undecodedTransaction(bytes, transaction, { chain: 'Sui', sentWith: 'a signature of its hash' });
}

function describe(bytes: Uint8Array, transaction: SuiTransaction, around: PayloadAround): ContentMeaning {
  const { sender, payer, budget, lastEpoch } = transaction;
  const moves = knownMoves(transaction);
  const sponsor = payer.value === sender.value ? null : payer.value;
  const own = accountIn('ADDRESS_FORMAT_SUI', around);
  return {
    title: 'Sui transaction',
    steps: moves === null ? commandSteps(transaction) : [...paymentsIn(moves), ...mergesIn(moves)].map(moveStep),
    summary: [
      row('From', sender.value, 'address'),
      ...(moves === null ? commandRows(transaction) : movedRows(moves)),
      row('Chain', 'Sui (the transaction does not name the network)'),
      row('Fee at most', suiText(budget.value), 'amount'),
      ...(sponsor === null
        ? []
        : [row(spendsGas(transaction) ? 'Amount and fee paid by' : 'Fee paid by', sponsor, 'address')]),
      row('Expires', lastEpoch.value === null ? 'never' : `after epoch ${lastEpoch.value}`),
      row('Hash that Sui verifies', `0x${hexEncode(blake2b(bytes, { dkLen: 32 }))}`, 'hash'),
    ],
    fields: fieldsOf(bytes, transaction),
    findings: [
      ...(moves === null ? unknownFindings(bytes, transaction) : movedFindings(moves, transaction)),
      ...sponsorFindings(transaction, { sponsor, own }),
      ...signerFindings(own, { sender: sender.value, payer: sponsor, others: [] }),
      ...(budget.value >= FEE_WARNING ? [danger(`Its fee may be up to ${suiText(budget.value)}.`)] : []),
      HASHED,
    ],
    unexplained: moves === null ? [{ start: 0, end: bytes.length }] : [],
  };
}

const paymentsIn = (moves: readonly Move[]) => moves.filter((move) => move.kind === 'payment');
const mergesIn = (moves: readonly Move[]) => moves.filter((move) => move.kind === 'merge');

/** Commands by their weight: those that run code, then those that give something away. */
const WEIGHTS: readonly (readonly Command['kind'][])[] = [['call', 'publish', 'upgrade'], ['transfer']];
function weightOf({ kind }: Command): number {
  const weight = WEIGHTS.findIndex((kinds) => kinds.includes(kind));
  return weight === -1 ? WEIGHTS.length : weight;
}

/** A step for each command, with its number, because others name it. The weightiest command is the headline. */
function commandSteps(transaction: SuiTransaction): string[] {
  const commands = transaction.commands.map(({ value }, index) => ({ value, index }));
  if (commands.length === 0) return ['Pay a fee and do nothing else'];
  return commands
    .toSorted((a, b) => weightOf(a.value) - weightOf(b.value))
    .map(({ value, index }) => {
      const step = commandStep(transaction, value);
      return commands.length === 1 ? step : `${step} (command ${index + 1})`;
    });
}

/** The number of coins that are merged with those that pay the fee, and go where those go. */
const mergedCoins = (moves: readonly Move[]): number =>
  moves.reduce((sum, move) => sum + (move.kind === 'merge' && move.into === null ? move.count : 0), 0);

const allText = (moves: readonly Move[]): string =>
  `all SUI of the coins that pay the fee${mergedCoins(moves) === 0 ? '' : ', and of those merged with them'}`;

/** The amount, and each recipient with its part. */
function movedRows(moves: readonly Move[]): DecodedField[] {
  const payments = paymentsIn(moves);
  const total = payments.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const isAll = payments.some(({ amount }) => amount === null);
  const text = (amount: bigint | null) => (amount === null ? 'all that is left after the fee' : suiText(amount));
  const more = payments.length - MOST_ROWS;
  return [
    ...(payments.length === 0 ? [] : [row('Amount', isAll ? allText(moves) : suiText(total), 'amount')]),
    ...payments
      .slice(0, MOST_ROWS)
      .flatMap(({ to, amount }) => [
        row('To', to, 'address'),
        ...(payments.length === 1 ? [] : [row('Gets', text(amount), 'amount')]),
      ]),
    ...(more > 0 ? [row('To', `${more} more, among the fields`)] : []),
  ];
}

/** The functions, the recipients and the objects of commands that are not all known. */
function commandRows(transaction: SuiTransaction): DecodedField[] {
  const rows = transaction.commands.flatMap(({ value }): DecodedField[] => {
    if (value.kind === 'call') return [row('Function', value.target), ...value.types.map((type) => row('Type', type))];
    if (value.kind === 'upgrade') return [row('Package', value.package)];
    if (value.kind !== 'transfer') return [];
    const to = addressIn(transaction, value.to);
    const objects = value.objects.flatMap((argument) => {
      const input = inputOf(transaction, argument);
      return input === null || input.kind === 'pure' ? [] : [row('Object', input.id, 'hash')];
    });
    return [...objects, ...(to === null ? [] : [row('To', to, 'address')])];
  });
  const distinct = [...new Map(rows.map((each) => [`${each.name} ${each.value}`, each])).values()];
  const more = distinct.length - 2 * MOST_ROWS;
  return [...distinct.slice(0, 2 * MOST_ROWS), ...(more > 0 ? [row('More', `${more} among the fields`)] : [])];
}

function movedFindings(moves: readonly Move[], { sender, payment }: SuiTransaction): Finding[] {
  const payments = paymentsIn(moves);
  const recipients = [...new Set(payments.map(({ to }) => to))];
  const coins = payment.length === 1 ? 'the coin that pays the fee' : `all ${payment.length} coins that pay the fee`;
  const merged = mergedCoins(moves);
  const also = merged === 0 ? '' : ` and in ${merged === 1 ? 'the coin' : `the ${merged} coins`} merged with it`;
  return [
    ...(payments.some(({ amount }) => amount === null)
      ? [danger(`It sends everything in ${coins}${also}, and the transaction does not state how much that is.`)]
      : []),
    ...recipients
      .filter((each) => isUnowned(each))
      .map((each) => danger(`${each} is an address without a known key: anything sent there is lost.`)),
    ...(recipients.includes(sender.value) ? [care('It sends to the account it comes from.', { field: 'sender' })] : []),
  ];
}

/** About commands that no rule explains, with one mark for all of them. */
function unknownFindings(bytes: Uint8Array, transaction: SuiTransaction): Finding[] {
  const commands = transaction.commands.map(({ value }, index) => ({ value, index }));
  const mark = markOf(bytes);
  const calls = [...new Set(commands.flatMap(({ value }) => (value.kind === 'call' ? value.target : [])))];
  const [first, ...others] = calls;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const why =
    first !== undefined
      ? `No rule explains the function ${first}${more}, which can do anything with the objects of the account.`
      : transaction.inputs.every(({ value }) => value.kind === 'pure')
        ? 'Its commands are those of no payment that is known: what the network makes of them is not certain.'
        : 'It does not state what the objects are that it moves: coins of any amount, or rights over a contract.';
  const dangers = new Map<string, number>();
  for (const { value, index } of commands) {
    const says = dangerOf(value);
    if (says !== null && !dangers.has(says)) dangers.set(says, index);
  }
  return [
    danger(why, { field: 'commands[0]', mark }),
    ...[...dangers].map(([says, index]) => danger(says, { field: `commands[${index}]`, mark })),
  ];
}

/** True when commands take coins from those that pay the fee. */
const spendsGas = ({ commands }: SuiTransaction): boolean =>
  commands.some(({ value }) => givenBy(value).some(({ kind }) => kind === 'gas'));

/** About coins of the sponsor, which pay the fee and which commands can spend, and coins that become the sponsor’s. */
function sponsorFindings(
  transaction: SuiTransaction,
  { sponsor, own }: { readonly sponsor: string | null; readonly own: string | null },
): Finding[] {
  if (sponsor === null) return [];
  const from = { field: 'gasOwner' } as const;
  const isGiven = transaction.commands.some(({ value }) => value.kind === 'merge' && value.into.kind === 'gas');
  const given = isGiven ? [danger(`Coins that it merges become those of ${sponsor}, which pays the fee.`, from)] : [];
  if (!spendsGas(transaction))
    return own === sponsor ? given : [...given, care(`${sponsor} pays the fee and signs too.`, from)];
  return own === sponsor
    ? [...given, danger('It spends your coins: those that pay the fee are yours.', from)]
    : [...given, danger(`It spends coins of ${sponsor}, which pays the fee and signs too.`, from)];
}
