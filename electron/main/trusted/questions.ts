import { AppError } from '../../../shared/errors/index.ts';
import { type Answer, isCounted, type Question, type Shown, type ShownQuestion } from '../../../shared/ipc/index.ts';
import type { ConsentPort } from '../../engine/index.ts';

/** Refusals in a row, within this time, after which the window pauses. A page under attack asks again at once. */
const REFUSALS = 3;
const REFUSED_WITHIN_MS = 60_000;

/** A no to these says nothing about the one who asked. */
const UNCOUNTED: readonly ShownQuestion['kind'][] = ['secret', 'withdrawn'];

/** Most waiting questions. A page that asks for more is not working for the operator. */
const MAXIMUM_WAITING = 5;
/**
 * Milliseconds before a yes counts. An earlier one was meant for the previous content. The window itself waits as long
 * from when it is seen.
 */
const ARMED_AFTER_MS = 600;

/**
 * Milliseconds for which the window stays open after a yes that leads to another question of the same act. That
 * question shows the proof, the revealed secret, or asks for a new PIN. A revealed secret is sealed to a key that only
 * this window has. So it stays as long as the vault may take to open the store and to seal. The end of the act closes it.
 */
const LEADS_ON_MS: Readonly<Partial<Record<ShownQuestion['kind'], number>>> = {
  oidcToken: 1_000,
  oneTimeCode: 1_000,
  protect: 1_000,
  reveal: 120_000,
  // The report of the written files follows.
  writeExports: 120_000,
};
/** The same when a security key is asked first: as long as the wait for its touch. */
const TOUCHED_MS = 300_000;

/** The queue of questions to the operator. */
export interface Questions {
  readonly ask: ConsentPort;
  /**
   * Takes an answer of the window. Returns false for an answer to a question that is not shown, and for a yes that is
   * too early or invalid. Such an answer has no effect.
   */
  answer(id: number, answer: Answer): boolean;
  /** Says no to all that wait: the window was closed. */
  refuseAll(): void;
  /**
   * Answers no to all waiting questions, or to all of some kind, as if they had been withdrawn. The page or the vault
   * behind them is gone.
   */
  withdraw(which?: (question: Question) => boolean): void;
  /** Returns true while a question waits for an answer, which ends with the answer itself. */
  isAsking(): boolean;
}

interface Waiting extends Pick<Shown, 'id' | 'question'> {
  resolve(answer: Answer): void;
}

export interface QuestionPorts {
  /**
   * Called with the question to show whenever it changes. Null when none waits. `staysMs` is then the time in which
   * another question of the same act may follow.
   */
  show(shown: Shown | null, staysMs: number): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** The operator ends the questions: locks the vault. */
  lock(): void;
}

export function createQuestions({ show, now, lock }: QuestionPorts): Questions {
  const waiting: Waiting[] = [];
  let lastId = 0;
  /** The number of questions answered since the queue was last empty. */
  let answered = 0;
  let shown = { id: 0, at: 0 };
  /** The times of the last refusals in a row. */
  let refusedAt: readonly number[] = [];

  const isPaused = () => refusedAt.length >= REFUSALS && now() - (refusedAt[0] ?? 0) < REFUSED_WITHIN_MS;

  /** Puts the pause before the next question. A revealed secret follows an answer, so it is shown at once. */
  const pause = () => {
    const next = waiting[0]?.question.kind;
    if (next === undefined || next === 'paused' || next === 'secret' || next === 'withdrawn' || !isPaused()) return;
    lastId += 1;
    waiting.unshift({ id: lastId, question: { kind: 'paused' }, resolve: () => undefined });
  };

  const update = (staysMs = 0) => {
    pause();
    const [first] = waiting;
    if (first === undefined) {
      answered = 0;
      return show(null, staysMs);
    }
    if (shown.id !== first.id) shown = { id: first.id, at: now() };
    show({ id: first.id, question: first.question, position: answered + 1, total: answered + waiting.length }, staysMs);
  };

  const take = (id: number): Waiting | undefined => {
    const index = waiting.findIndex((entry) => entry.id === id);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };

  /**
   * Removes questions from the queue. If a passphrase is being typed for one of them, the window stays and says so
   * until the operator closes it. So no further key press reaches the page.
   */
  const takeBack = (taken: readonly Waiting[]) => {
    const [first] = waiting;
    const isTyped = first !== undefined && taken.includes(first) && wantsPassphrase(first.question);
    for (const { id } of taken) take(id);
    lastId += 1;
    if (isTyped) waiting.unshift({ id: lastId, question: { kind: 'withdrawn' }, resolve: () => undefined });
    update();
  };

  const refuse = (refused: readonly Waiting[]) => {
    for (const { resolve } of refused) resolve({ confirmed: false });
  };

  const endPause = ({ confirmed }: Answer): true => {
    refusedAt = [];
    const refused = confirmed ? [] : waiting.splice(0);
    update();
    refuse(refused);
    if (!confirmed) lock();
    return true;
  };

  return {
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        // A revealed secret is exempt: it follows an answer, and its one-time key is used up.
        if (waiting.length >= MAXIMUM_WAITING && question.kind !== 'secret') {
          reject(
            new AppError(
              'NOT_CONFIRMED',
              'Too many questions already wait for your answer. This one was not asked, and nothing was done. Answer the others first.',
            ),
          );
          return;
        }
        lastId += 1;
        const id = lastId;
        const withdraw = () => {
          if (!waiting.includes(entry)) return;
          takeBack([entry]);
          reject(new AppError('CANCELLED', 'Cancelled before it was confirmed. Nothing was done.'));
        };
        if (signal?.aborted === true) return reject(new AppError('CANCELLED', 'Cancelled. Nothing was done.'));
        signal?.addEventListener('abort', withdraw, { once: true });
        const entry: Waiting = {
          id,
          question,
          resolve(answer) {
            signal?.removeEventListener('abort', withdraw);
            resolve(answer);
          },
        };
        // A revealed secret is shown at once, before other questions.
        if (question.kind === 'secret') waiting.unshift(entry);
        else waiting.push(entry);
        update();
      }),
    answer(id, answer) {
      if (id !== waiting[0]?.id) return false;
      if (answer.confirmed && now() - shown.at < ARMED_AFTER_MS) return false;
      if (answer.confirmed && !isCounted(waiting[0].question, answer)) return false;
      const entry = take(id);
      answered += 1;
      if (entry?.question.kind === 'paused') return endPause(answer);
      if (answer.confirmed) refusedAt = [];
      else if (entry !== undefined && !UNCOUNTED.includes(entry.question.kind))
        refusedAt = [...refusedAt, now()].slice(-REFUSALS);
      update(answer.confirmed && entry !== undefined ? staysAfter(entry.question, answer) : 0);
      entry?.resolve(answer);
      return true;
    },
    refuseAll() {
      const refused = waiting.splice(0);
      if (refused.length > 0) {
        refusedAt = [...refusedAt, now()].slice(-REFUSALS);
        update();
      }
      refuse(refused);
    },
    withdraw(which) {
      const withdrawn = waiting.filter(({ question }) =>
        question.kind === 'withdrawn' || question.kind === 'paused'
          ? question.kind === 'paused' && which === undefined
          : which === undefined || which(question),
      );
      if (withdrawn.length > 0) takeBack(withdrawn);
      // Closes a window that only waits for a following question.
      else update();
      refuse(withdrawn);
    },
    isAsking: () => waiting.length > 0,
  };
}

function staysAfter({ kind }: ShownQuestion, answer: Answer): number {
  const stays = LEADS_ON_MS[kind] ?? 0;
  return stays > 0 && answer.confirmed && answer.bySecurityKey === true ? stays + TOUCHED_MS : stays;
}

const wantsPassphrase = (question: ShownQuestion): boolean =>
  'passphrase' in question && question.passphrase !== 'none';
