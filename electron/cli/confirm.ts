import { AppError } from '../../shared/errors/index.ts';
import {
  type AskedVote,
  type ComparedMember,
  isAnswerable,
  isCounted,
  markOf,
  type QuestionOf,
} from '../../shared/ipc/index.ts';
import { type Meaning, type Naming, utcMoment } from '../../shared/model/index.ts';
import { visibleText } from '../../shared/wire/index.ts';
import type { ConsentPort } from '../engine/index.ts';
import { contentsOfBody } from './contents.ts';
import type { Input } from './input.ts';
import { knownAs, meaningLines } from './meaning-text.ts';

/** Running the command is the operator's answer. */
export const commandIsConsent: ConsentPort = async () => ({ ...YES, byCommand: true });

const YES = { confirmed: true, passphrase: null, format: null, keep: null, typed: null, sealTo: null } as const;

/** The terminal of a command. */
interface Speaking {
  readonly input: Pick<Input, 'isTerminal' | 'readHiddenLine'>;
  say(text: string): Promise<void>;
}

/**
 * Shows the body to be stamped and asks on the terminal. Only `y` and `yes` approve. Throws NOT_CONFIRMED when nobody
 * can be asked.
 */
export async function askOnTerminal(question: QuestionOf<'stamp'>, context: Speaking): ReturnType<ConsentPort> {
  const { profile, key, meaning, naming, body, before, vote } = question;
  if (!context.input.isTerminal()) {
    throw new AppError(
      'NOT_CONFIRMED',
      'There is no terminal to ask on. Nothing was stamped or sent. Leave out --confirm, or give the JSON with --json or --file.',
    );
  }
  if (meaning !== null) await sayMeaning({ meaning, body }, context, naming);
  if (vote !== null) await sayVote(vote, context);
  if (!isAnswerable(question)) {
    await context.say(
      vote?.meaning === null
        ? 'The content of the activity is not proven, so you cannot confirm it.'
        : markOf(question) === null
          ? 'The content does not decode as its stated type, so you cannot confirm it.'
          : `The effect of this is unknown, and profile ${profile.name} does not sign undecodable content. You cannot confirm it. To allow it: castellan profile set ${profile.name} --blind-signing on`,
    );
    return { confirmed: false };
  }
  if (before !== null)
    await context.say(
      'unknown' in before
        ? `Care: the same content may have been signed before. ${before.unknown} Check elsewhere whether you signed it.`
        : `Care: the same content was signed before, at ${utcMoment(before.at)}.`,
    );
  await context.say(
    `Profile ${profile.name}, service ${profile.baseUrl ?? 'on this machine'}, key ${visibleText(key.name)} (${key.publicKey})`,
  );
  const mark = markOf(question);
  if (mark === null) return readYes('Sign this? y/N ', context);
  const typed = await readLine(`To sign without knowing its effect, type ${mark}: `, context);
  return isCounted(question, { typed }) ? { ...YES, typed } : { confirmed: false };
}

/**
 * Shows a body of another machine, and takes its fingerprint for a yes. Without a terminal nobody can type a mark, so a
 * body of unknown effect is refused. Throws NOT_CONFIRMED for another fingerprint.
 */
export async function askByFingerprint(
  question: QuestionOf<'stamp'>,
  stated: string,
  context: Pick<Speaking, 'say'>,
): ReturnType<ConsentPort> {
  const { meaning, naming, body, vote } = question;
  if (meaning !== null) await sayMeaning({ meaning, body }, context, naming);
  if (vote !== null) await sayVote(vote, context);
  if (meaning?.fingerprint !== stated)
    throw new AppError(
      'NOT_CONFIRMED',
      stated === ''
        ? 'There is no terminal to ask on. Nothing was stamped. Name the fingerprint of the request with --fingerprint.'
        : 'The request has another fingerprint than --fingerprint names. Nothing was stamped. Compare it with the machine that composed the request.',
    );
  if (isCounted(question, YES)) return YES;
  await context.say('The effect of this is unknown, so a fingerprint cannot confirm it. Stamp it on a terminal.');
  return { confirmed: false };
}

/** Shows a profile and its confirmed members, because the command named none of them. Asks when there is a terminal. */
export async function askAboutProfile(
  { profile, members }: QuestionOf<'confirmProfile'>,
  context: Speaking,
): ReturnType<ConsentPort> {
  await context.say([`Profile ${profile.name}`, ...members.map(memberLine)].join('\n'));
  return context.input.isTerminal() ? readYes('Accept these values? y/N ', context) : YES;
}

/** Shows each changed entry of the address book or of the contract interfaces. Asks when there is a terminal. */
export async function askAboutDocument(
  { called, isOutside, headline, entries }: QuestionOf<'changeDocument'>,
  context: Speaking,
): ReturnType<ConsentPort> {
  const outside = isOutside ? [`The ${called} was changed outside Castellan.`] : [];
  await context.say([...outside, `${headline}:`, ...entries.map(memberLine)].join('\n'));
  return context.input.isTerminal() ? readYes('Do that? y/N ', context) : YES;
}

/** Asks before a request of another machine is sent, when there is a terminal. */
export async function askToSend(context: Speaking): Promise<boolean> {
  return !context.input.isTerminal() || (await readYes('Send this? y/N ', context)).confirmed;
}

const memberLine = ({ member, is, was, changed }: ComparedMember) =>
  `  ${visibleText(member)}: ${visibleText(is)}${changed && was !== null ? `, changed: it was ${visibleText(was)}` : ''}`;

const MAXIMUM_ANSWER = 64;

/** Shows the whole activity of a vote, because the voter did not write it. */
async function sayVote(vote: AskedVote, context: Pick<Speaking, 'say'>): Promise<void> {
  await context.say(vote.approves ? 'You approve:' : 'You reject:');
  if (vote.meaning === null) return context.say(`Care: the content of the activity is not proven. ${vote.problem}`);
  const { askedBy } = vote;
  await context.say(
    askedBy === null
      ? 'The service does not say who asked for this.'
      : `Asked by, as the service says: ${visibleText(askedBy.name || askedBy.userId)}`,
  );
  await sayMeaning(vote, context, vote.naming);
  for (const { path, value } of vote.meaning.rows)
    await context.say(`  ${visibleText(path)}: ${value.replaceAll('\n', '\n    ')}${knownAs(value, vote.naming)}`);
  await context.say(`Its exact bytes: ${vote.body}`);
}

async function readYes(asked: string, context: Speaking): ReturnType<ConsentPort> {
  return ['y', 'yes'].includes((await readLine(asked, context)).toLowerCase()) ? YES : { confirmed: false };
}

async function readLine(asked: string, { input }: Speaking): Promise<string> {
  return new TextDecoder().decode(await input.readHiddenLine(asked, MAXIMUM_ANSWER)).trim();
}

/** Shows the vault's meaning of a body, main's knowledge of its addresses, and the undecodable bytes. */
export async function sayMeaning(
  { meaning, body }: { readonly meaning: Meaning; readonly body: string },
  context: Pick<Speaking, 'say'>,
  naming: Naming | null = null,
): Promise<void> {
  for (const line of meaningLines(meaning, naming, contentsOfBody(body, meaning))) await context.say(line);
  await context.say(
    `${meaning.title}, organization ${visibleText(meaning.organizationId)}, fingerprint ${meaning.fingerprint}`,
  );
}
