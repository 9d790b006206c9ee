import { markOf, type QuestionOf } from '../../shared/ipc/index.ts';
import { grouped, type Meaning, singular } from '../../shared/model/index.ts';
import { type ActivityOperation, findOperation } from '../../shared/operations/index.ts';
import { worded } from '../language/worded.ts';

/** The labels of both answers to a request. */
export interface Verbs {
  readonly yes: string;
  readonly no: string;
}

/** The most characters of a button. A longer label is its verb alone. */
const MAXIMUM = 24;

/** The verbs of decoded contents, by the first word of their headline. Any other contents are signed. */
const DONE: Readonly<Record<string, string>> = {
  Claim: 'Claim',
  Delegate: 'Delegate',
  Deposit: 'Deposit',
  Let: 'Allow',
  Pay: 'Pay',
  Redeem: 'Redeem',
  Repay: 'Repay',
  Send: 'Send',
  Stake: 'Stake',
  Swap: 'Swap',
  Undelegate: 'Undelegate',
  Unstake: 'Unstake',
  Unwrap: 'Unwrap',
  Withdraw: 'Withdraw',
  Wrap: 'Wrap',
};

/** The objects of export buttons. */
const EXPORTED = { account: 'key', 'private key': 'key', wallet: 'wallet', secret: 'secret' } as const;

/** Returns the labels of the answers to a request: the verb of what it does, and its refusal. */
export function verbsOf(question: QuestionOf<'stamp'>): Verbs {
  const { meaning, vote } = question;
  if (vote !== null) return answers(vote.approves ? 'Approve' : 'Reject');
  if (markOf(question) !== null) return { ...answers('Sign'), yes: worded('Sign blind') };
  if (meaning === null) return answers('Sign');
  const operation = findOperation(meaning.operation ?? '');
  if (operation?.kind !== 'activity') return answers('Sign');
  if (operation.exports !== null) return answers('Export', exported(operation.exports, meaning));
  if (operation.carries !== null) return carrying(meaning, operation);
  return operation.signs === null ? titled(operation, meaning) : signing(meaning, operation);
}

/** Returns true for a request that cannot be taken back: an export, or an allowance without a limit. */
export function isIrreversible({ meaning, vote }: QuestionOf<'stamp'>): boolean {
  if (vote !== null || meaning === null) return false;
  const operation = findOperation(meaning.operation ?? '');
  if (operation?.kind !== 'activity') return false;
  return operation.exports !== null || meaning.findings.some(({ isUnlimited }) => isUnlimited === true);
}

function answers(verb: string, object = ''): Verbs {
  const whole = object === '' ? verb : `${verb} ${object}`;
  return { yes: worded(whole.length > MAXIMUM ? verb : whole), no: worded(`Don’t ${verb.toLowerCase()}`) };
}

function sending(amount: string): Verbs {
  const answer = answers('Send', amount);
  return answer.yes === worded('Send') ? answer : { ...answer, yes: `Send ${amount}` };
}

/** The object of an export, in the plural for several. */
function exported({ kind, each }: NonNullable<ActivityOperation['exports']>, { rows }: Meaning): string {
  const isMany = each !== undefined && rows.some(({ path }) => path.startsWith(`parameters.${each}[1]`));
  return `${EXPORTED[kind]}${isMany ? 's' : ''}`;
}

/** An operation that signs nothing is called by its title: `Create wallet`. A list of one item is in the singular. */
function titled({ title }: ActivityOperation, { rows }: Meaning): Verbs {
  const [verb = title, ...object] = title.replace(/, version \d+$/, '').split(' ');
  const noun = object.join(' ');
  return answers(verb, isOfOne(noun, rows) ? singular(noun) : noun);
}

/** Reports whether the list that a noun in the plural is for has one item: `users`, or `userIds`. */
function isOfOne(noun: string, rows: Meaning['rows']): boolean {
  const word = noun.split(' ').at(-1) ?? '';
  const one = singular(word);
  if (one === word) return false;
  const places = rows.flatMap(({ path }) => {
    const [, list = '', index] = /^parameters\.(\w+)\[(\d+)\]/.exec(path) ?? [];
    return [word, `${one}ids`].some((end) => list.toLowerCase().endsWith(end)) ? [index] : [];
  });
  return places.length > 0 && places.every((index) => index === '0');
}

/** An operation that signs and sends is called by the one payment that it makes, else by its title. */
function carrying(meaning: Meaning, operation: ActivityOperation): Verbs {
  const amount = amountOf(meaning);
  return amount === null || !isOneStep(meaning) ? titled(operation, meaning) : sending(amount);
}

function signing(meaning: Meaning, { signs }: ActivityOperation): Verbs {
  const { headline, decoded } = meaning;
  const [first = ''] = headline.split(' ', 1);
  const verb = Object.hasOwn(DONE, first.replace(/:$/, '')) ? DONE[first.replace(/:$/, '')] : undefined;
  if (verb === undefined || !isOneStep(meaning)) return answers('Sign', whatIsSigned(decoded, signs));
  const amount = amountOf(meaning);
  return verb === 'Send' && amount !== null ? sending(amount) : answers(verb);
}

/** Contents of several steps are more than their first verb. */
const isOneStep = ({ headline }: Meaning): boolean => !headline.includes('; ') && !/, and \d+ more$/.test(headline);

/** “2.5 ETH” of the headline of a payment. Null for other contents. */
function amountOf({ headline }: Meaning): string | null {
  const amount = /^Send (\d[\d.]*) ([\p{L}\d]+) to /u.exec(headline);
  return amount === null ? null : `${grouped(amount[1] ?? '')} ${amount[2]}`;
}

function whatIsSigned(decoded: Meaning['decoded'], signs: ActivityOperation['signs']): string {
  if (signs?.kind === 'transaction') return 'transaction';
  if (decoded?.title.startsWith('EIP-712') === true) return 'typed data';
  return decoded !== null && /message/i.test(decoded.title) ? 'message' : 'payload';
}
