import { AppError } from '../../../shared/errors/index.ts';
import {
  type Answer,
  type AskedProfile,
  type AskedVoteLine,
  isCounted,
  type Question,
  type QuestionOf,
} from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { hexEncode, utf8Encode, wipeBytes } from '../../../shared/wire/index.ts';
import { oneLine, parametersIn, plainAddress } from '../../client/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { ConsentPort } from '../ports.ts';

/** The operator's yes to stamping exactly one body with exactly one key. Worth something once, and only when given here. */
export interface Consent {
  readonly credentialId: string;
  readonly bodySha256: Uint8Array<ArrayBuffer>;
}

/** A consent with the secret typed for it, which the caller wipes. */
export interface GivenConsent extends Consent {
  readonly passphrase: Uint8Array<ArrayBuffer> | null;
  /** A security key is to be touched for it. */
  readonly bySecurityKey?: true | undefined;
  /** A command was its own answer. */
  readonly byCommand?: true | undefined;
}

/** Asks the operator, where nothing but main's own window (or the terminal) can answer. */
export interface Consents {
  /** Throws NOT_CONFIRMED for a No, CANCELLED for a question that is withdrawn, even after the answer, and VAULT_LOCKED. */
  ask(question: Question, signal?: AbortSignal): Promise<Extract<Answer, { confirmed: true }>>;
  /**
   * Asks for a stamp of exactly `body`. Throws what `ask` throws, and APPROVAL_REFUSED for a yes that cannot count.
   * Choice (blind-command): a command is its own consent, also to what cannot be judged, except for a request of another machine.
   */
  toStamp(
    question: QuestionOf<'stamp' | 'stampReport'>,
    stamped: { readonly credentialId: string; readonly body: Uint8Array },
    signal?: AbortSignal,
  ): Promise<GivenConsent>;
  /**
   * Asks for one stamp of each line of a batch or of a group of votes. The consents are for the bodies in the question,
   * in its order, so no line can be stamped that was not in it. Each meaning must be of its body, by the fingerprint
   * that the vault made. Each vote must name the bytes of the activity that is shown. Throws what `toStamp` throws.
   */
  toStampBatch(
    question: QuestionOf<'batch' | 'votes'>,
    credentialId: string,
    signal?: AbortSignal,
  ): Promise<readonly Consent[]>;
  /**
   * Uses a consent up. Throws APPROVAL_REFUSED when it was not given here, was used before, was given before a lock, or
   * is for other bytes or another key.
   */
  take(consent: Consent, credentialId: string, body: Uint8Array): void;
  /** Withdraws every question except those allowed before a vault is open, and every consent that was not used. */
  lock(): void;
  /** While `isOpen` returns false, only those questions are allowed. */
  guard(isOpen: () => boolean): void;
}

/** The questions that are allowed before a vault is open. */
const BEGINNINGS: readonly Question['kind'][] = ['unlock', 'createLocal', 'connect'];

export function createConsents(port: ConsentPort): Consents {
  let given = new WeakSet<Consent>();

  let untilLock = new AbortController();
  let isOpen = () => true;

  const ask: Consents['ask'] = async (question, signal) => {
    const needsVault = !BEGINNINGS.includes(question.kind);
    if (needsVault && !isOpen())
      throw new AppError(
        'VAULT_LOCKED',
        'The vault is locked, so you were not asked and nothing was done. Unlock it first.',
      );
    const lock = untilLock.signal;
    const signals = [...(needsVault ? [lock] : []), ...(signal === undefined ? [] : [signal])];
    const answer = await port(question, AbortSignal.any(signals));
    if (!answer.confirmed) throw new AppError('NOT_CONFIRMED', REFUSED[question.kind]);
    if (!needsVault || !lock.aborted) return answer;
    wipeBytes(answer);
    throw new AppError('CANCELLED', 'The vault was locked while you were asked. Nothing was done.');
  };

  return {
    ask,
    lock() {
      untilLock.abort();
      untilLock = new AbortController();
      given = new WeakSet();
    },
    guard(asked) {
      isOpen = asked;
    },
    async toStamp(question, { credentialId, body }, signal) {
      const bodySha256 = sha256(body);
      const answer = await ask(question, signal);
      if (answer.byCommand !== true && !isCounted(question, answer)) {
        wipeBytes(answer);
        throw new AppError('APPROVAL_REFUSED', 'This answer does not allow a signature. Nothing was stamped.');
      }
      const { passphrase, bySecurityKey, byCommand } = answer;
      const consent = { credentialId, bodySha256, passphrase, bySecurityKey, byCommand };
      given.add(consent);
      return consent;
    },
    async toStampBatch(question, credentialId, signal) {
      const digests = question.lines.map(({ meaning, body }) => {
        const bodySha256 = sha256(utf8Encode(body));
        if (meaning.fingerprint === `sha256:${hexEncode(bodySha256)}`) return bodySha256;
        throw new AppError('APPROVAL_REFUSED', 'A line is shown with the meaning of other bytes. Nothing was stamped.');
      });
      if (question.kind === 'votes') question.lines.forEach(requireVotedBytes);
      const reply = await ask(question, signal);
      if (reply.byCommand === true || !isCounted(question, reply)) {
        wipeBytes(reply);
        throw new AppError('APPROVAL_REFUSED', 'This answer does not allow a signature. Nothing was stamped.');
      }
      const consents = digests.map((bodySha256): Consent => ({ credentialId, bodySha256 }));
      for (const consent of consents) given.add(consent);
      return consents;
    },
    take(consent, credentialId, body) {
      const fits =
        consent.credentialId === credentialId && sha256(body).every((byte, i) => byte === consent.bodySha256[i]);
      if (given.delete(consent) && fits) return;
      throw new AppError('APPROVAL_REFUSED', 'The operator did not confirm these bytes, so nothing was stamped.');
    },
  };
}

/** Refuses a vote that is shown with the contents or the meaning of another activity. */
function requireVotedBytes({ body, voted }: AskedVoteLine): void {
  const { fingerprint } = parametersIn(utf8Encode(body));
  const digest = `sha256:${hexEncode(sha256(utf8Encode(voted.body)))}`;
  if (fingerprint === digest && voted.meaning.fingerprint === digest) return;
  throw new AppError('APPROVAL_REFUSED', 'A vote is shown with another activity. Nothing was stamped.');
}

const REFUSED: Readonly<Record<Question['kind'], string>> = {
  stamp: 'You did not sign. Nothing was stamped or sent.',
  batch: 'You did not sign. No line was stamped or sent.',
  votes: 'You did not vote. No vote was stamped or sent.',
  unlock: 'You did not unlock the vault. It stays locked.',
  tokenPin: 'You did not enter the PIN of the token. Nothing was done.',
  loadModule: 'You did not allow it. The module was not loaded.',
  tokenKey: 'You did not accept the key. Nothing was made.',
  securityKey: 'You did not continue. The unlock methods stay unchanged.',
  protect: 'You did not continue. The PIN or passphrase stays unchanged.',
  backup: 'You did not continue. No backup was written or opened.',
  createLocal: 'You did not create the vault. Nothing was made.',
  confirmProfile: 'You did not confirm the profile. Its earlier confirmed values stay, and it is not used.',
  moveProfile: 'You did not change the address. Nothing was changed.',
  connect: 'You did not connect. No key and no profile were made.',
  oidcToken: 'You gave no token.',
  importSecret: 'You did not continue. Nothing was encrypted or imported.',
  oneTimeCode: 'You did not enter the code.',
  giveUp: 'You did not give the request up. It stays open.',
  changeDocument: 'You did not confirm this change. Nothing was changed.',
  askToSign: 'You did not change the unlock method for signing. Nothing was changed.',
  blindSigning: 'You did not change the signing rules. Nothing was changed.',
  stampWith: 'You did not change the stamping key. Nothing was changed.',
  acceptName: 'You did not accept the new name. The earlier name stays.',
  removeProfile: 'You did not remove the profile. Nothing was changed.',
  changeKey: 'You did not confirm this change of a key. Nothing was changed.',
  moveKeys: 'You did not allow the move. Nothing was exported or imported.',
  gatherExports: 'You did not compare the check code. Nothing was asked for.',
  writeExports: 'You did not write the exports. They stay sealed.',
  stampReport: 'You did not sign the report. The files are written, and no report is beside them.',
  sendCarried: 'You did not send the request. Nothing was sent.',
  listen: 'You did not allow it. Nothing was received.',
  reveal:
    'You did not reveal the export. The opened contents were wiped. Its target key stays on this machine, so you can open the export again.',
  secret: 'It was closed and wiped.',
};

/** Characters of an organization's name. */
const MAXIMUM_NAME = 64;

/** The parts of a profile that a question shows. */
export function askedProfile(profile: ProfileRow): AskedProfile {
  const { name, kind, baseUrl, organizationId, hue, organizationName, claimedName, blindSigning } = profile;
  return {
    name,
    kind,
    baseUrl: baseUrl === null ? null : plainAddress(baseUrl),
    organizationId,
    hue,
    blindSigning: blindSigning === true,
    // Nobody confirmed it, and anybody who edits the file may have written it.
    organizationName: organizationName === undefined ? null : oneLine(organizationName, MAXIMUM_NAME),
    ...(claimedName === undefined ? {} : { claimedName: oneLine(claimedName, MAXIMUM_NAME) }),
  };
}
