import { AppError } from '../../../shared/errors/index.ts';
import { type Answer, isAnswerable, type Question, type Shown } from '../../../shared/ipc/index.ts';
import type { ConsentPort } from '../../engine/index.ts';

/** A page that asks for more at a time is not working for the operator. */
const MAXIMUM_WAITING = 5;
/** A yes that comes sooner was meant for what was there before. The window waits as long itself, from when it is seen. */
const ARMED_AFTER_MS = 600;

/** A yes to these is followed by what was proven, or by what was revealed. */
const LEADS_ON: readonly Question['kind'][] = ['openExport', 'reveal'];

/** The questions that wait for the operator, one after another. */
export interface Questions {
  readonly ask: ConsentPort;
  /** An answer of the window. False for one to another question than the one shown, or a yes that comes too soon or cannot count: nothing comes of it. */
  answer(id: number, answer: Answer): boolean;
  /** Says no to all that wait, or to all of some kind: the window was closed, the page or the vault behind it is gone. */
  refuseAll(which?: (question: Question) => boolean): void;
}

interface Waiting extends Pick<Shown, 'id' | 'question'> {
  resolve(answer: Answer): void;
}

export interface QuestionPorts {
  /**
   * Called with what is to be shown whenever that changes; null when nothing waits any more, `leadsOn` when the answer is
   * followed by another question of the same act in a moment.
   */
  show(shown: Shown | null, leadsOn: boolean): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

export function createQuestions({ show, now }: QuestionPorts): Questions {
  const waiting: Waiting[] = [];
  let lastId = 0;
  /** How many questions were answered since the queue was last empty. */
  let answered = 0;
  let shown = { id: 0, at: 0 };

  const update = (leadsOn = false) => {
    const [first] = waiting;
    if (first === undefined) {
      answered = 0;
      return show(null, leadsOn);
    }
    if (shown.id !== first.id) shown = { id: first.id, at: now() };
    show({ id: first.id, question: first.question, position: answered + 1, total: answered + waiting.length }, leadsOn);
  };

  const take = (id: number): Waiting | undefined => {
    const index = waiting.findIndex((entry) => entry.id === id);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };

  return {
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAXIMUM_WAITING) {
          reject(
            new AppError(
              'NOT_CONFIRMED',
              'Too many questions wait for your answer already, so this one was not asked and nothing was done. Answer them first.',
            ),
          );
          return;
        }
        lastId += 1;
        const id = lastId;
        const withdraw = () => {
          if (take(id) === undefined) return;
          update();
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
        // What was revealed is shown at once, whatever else waits.
        if (question.kind === 'secret') waiting.unshift(entry);
        else waiting.push(entry);
        update();
      }),
    answer(id, answer) {
      if (id !== waiting[0]?.id) return false;
      if (answer.confirmed && now() - shown.at < ARMED_AFTER_MS) return false;
      if (answer.confirmed && !isAnswerable(waiting[0].question)) return false;
      const entry = take(id);
      answered += 1;
      update(answer.confirmed && entry !== undefined && LEADS_ON.includes(entry.question.kind));
      entry?.resolve(answer);
      return true;
    },
    refuseAll(which = () => true) {
      const refused = waiting.filter(({ question }) => which(question));
      if (refused.length === 0) return;
      for (const { id } of refused) take(id);
      update();
      for (const { resolve } of refused) resolve({ confirmed: false });
    },
  };
}
