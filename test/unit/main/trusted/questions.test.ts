import { beforeEach, describe, expect, it } from 'vitest';
import { createQuestions, type Questions } from '../../../../electron/main/trusted/questions.ts';
import type { Question, QuestionOf, Shown } from '../../../../shared/ipc/index.ts';
import { BLIND, MEANING, NAMING } from '../../meaning.ts';

const YES = { confirmed: true, passphrase: null, format: null, keep: null, typed: null, sealTo: null } as const;
const NO = { confirmed: false } as const;

const question = (body: string): QuestionOf<'stamp'> => ({
  kind: 'stamp',
  derived: [],
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 200,
    organizationName: null,
    blindSigning: false,
  },
  key: { name: 'Workstation', publicKey: '02' },
  meaning: MEANING,
  naming: null,
  body,
  before: null,
  replaces: null,
  votes: null,
  changed: [],
  vote: null,
  ...{ passphrase: 'none', called: 'PIN', securityKey: 'none', problem: null },
});

const { profile } = question('');
const of = { profile, what: 'account', of: '0x', named: null, place: null } as const;
const revealing: QuestionOf<'reveal'> = {
  ...{ kind: 'reveal', ...of, keptUntil: null, problem: null, passphrase: 'none', called: 'PIN', securityKey: 'none' },
  proof: {
    ...{ signerKey: '', organizationId: '', holds: 'key', byteLength: 32 },
    ...{ expectedAddress: null, derivedAddress: null, addressFormat: null },
  },
};
const point = new Uint8Array(65);
const secret: QuestionOf<'secret'> = {
  ...{ kind: 'secret', ...of, holds: 'key' },
  sealed: { to: point, encappedPublic: point, ciphertext: Uint8Array.of(1) },
};

let time: number;
let shown: (Shown | null)[];
let leading: number[];
let locked: number;
let questions: Questions;
beforeEach(() => {
  time = 1_000;
  shown = [];
  leading = [];
  locked = 0;
  questions = createQuestions({
    show(next, staysMs) {
      shown.push(next);
      leading.push(staysMs);
    },
    now: () => time,
    lock: () => {
      locked += 1;
    },
  });
});

/** Asks a question and returns its outcome so far. */
function ask(body: string | Question, signal?: AbortSignal) {
  const asked = { outcome: 'open' as unknown };
  questions.ask(typeof body === 'string' ? question(body) : body, signal).then(
    (answer) => (asked.outcome = answer),
    (error: { code: string }) => (asked.outcome = error.code),
  );
  return asked;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const place = () => {
  const last = shown.at(-1);
  return last === null || last === undefined ? null : [last.id, last.position, last.total];
};

describe('the questions that wait for the operator', () => {
  it('are shown one after another, with their place, and end with nothing shown', async () => {
    const [first, second] = [ask('a'), ask('b')];
    expect([place(), questions.isAsking()]).toEqual([[1, 1, 2], true]);
    time += 600;
    expect(questions.answer(1, YES)).toBe(true);
    expect(place()).toEqual([2, 2, 2]);
    expect([questions.answer(2, NO), questions.isAsking()]).toEqual([true, false]);
    await settled();
    expect([first.outcome, second.outcome, shown.at(-1)]).toEqual([YES, NO, null]);
  });

  it('accept an approval only after 600 ms each, and a refusal at once', async () => {
    const [first, second] = [ask('a'), ask('b')];
    time += 599;
    expect(questions.answer(1, YES)).toBe(false);
    time += 1;
    expect(questions.answer(1, YES)).toBe(true);
    // The second half of a double click.
    expect(questions.answer(2, YES)).toBe(false);
    await settled();
    expect([first.outcome, second.outcome]).toEqual([YES, 'open']);
    expect(questions.answer(2, NO)).toBe(true);
  });

  it('are answered once, and only while shown', async () => {
    const [first, second] = [ask('a'), ask('b')];
    time += 600;
    expect(questions.answer(2, YES)).toBe(false);
    expect(questions.answer(3, YES)).toBe(false);
    expect(questions.answer(1, YES)).toBe(true);
    expect(questions.answer(1, NO)).toBe(false);
    await settled();
    expect([first.outcome, second.outcome]).toEqual([YES, 'open']);
  });

  it('are limited: further ones are refused and never shown', async () => {
    const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => ask(body));
    await settled();
    expect(asked.map(({ outcome }) => outcome)).toEqual(['open', 'open', 'open', 'open', 'open', 'NOT_CONFIRMED']);
    expect(place()).toEqual([1, 1, 5]);
  });

  it('are withdrawn by their caller', async () => {
    const controller = new AbortController();
    const [first, second] = [ask('a', controller.signal), ask('b')];
    controller.abort();
    await settled();
    expect([first.outcome, second.outcome]).toEqual(['CANCELLED', 'open']);
    expect(place()).toEqual([2, 1, 1]);
    expect(questions.answer(1, NO)).toBe(false);
    const late = ask('c', controller.signal);
    await settled();
    expect(late.outcome).toBe('CANCELLED');
    expect(place()).toEqual([2, 1, 1]);
  });

  it('are all refused when the window closes, or those of one kind', async () => {
    const [first, second] = [ask('a'), ask('b')];
    questions.withdraw(() => false);
    expect(place()).toEqual([1, 1, 2]);
    questions.withdraw((asked) => asked.kind === 'stamp' && asked.body === 'a');
    expect(place()).toEqual([2, 1, 1]);
    questions.refuseAll();
    await settled();
    expect([first.outcome, second.outcome, shown.at(-1)]).toEqual([NO, NO, null]);
  });

  it('stay visible as withdrawn until the operator closes them, if a passphrase was being typed', async () => {
    const unlock = {
      kind: 'unlock',
      profile: null,
      passphrase: 'known',
      called: 'PIN',
      securityKey: 'none',
      problem: null,
    } as const;
    const controller = new AbortController();
    const last = () => shown.at(-1)?.question.kind;
    const [first, second] = [ask(unlock, controller.signal), ask(unlock)];
    controller.abort();
    await settled();
    expect([first.outcome, second.outcome, last(), place()]).toEqual(['CANCELLED', 'open', 'withdrawn', [3, 1, 2]]);
    questions.withdraw();
    await settled();
    expect([second.outcome, last()]).toEqual([NO, 'withdrawn']);
    time += 600;
    expect([questions.answer(1, YES), questions.answer(3, YES), last()]).toEqual([false, false, 'withdrawn']);
    expect([questions.answer(3, NO), shown.at(-1)]).toEqual([true, null]);
    ask(unlock);
    questions.withdraw();
    questions.refuseAll();
    expect(shown.at(-1)).toBeNull();
    ask({ ...unlock, passphrase: 'none' });
    questions.withdraw();
    expect(shown.at(-1)).toBeNull();
  });

  it('cannot be approved for meaningless bytes or ones that differ from their description', async () => {
    const asked = [null, { ...MEANING, judged: 'unreadable' } as const].map((meaning) =>
      ask({ ...question('a'), meaning }),
    );
    for (const id of [1, 2]) {
      time += 600;
      expect(questions.answer(id, YES)).toBe(false);
      expect(questions.answer(id, NO)).toBe(true);
    }
    await settled();
    expect(asked.map(({ outcome }) => outcome)).toEqual([NO, NO]);
  });

  it.each([
    ['a request', { meaning: BLIND }],
    ['an approval', { vote: { approves: true, meaning: BLIND, naming: NAMING, body: '', askedBy: null } }],
  ] as const)('approve %s that is undecodable only with its mark and where the profile allows it', (_, what) => {
    const blind = { ...question('a'), ...what };
    const { profile } = blind;
    const allowed = { ...blind, profile: { ...profile, blindSigning: true } };
    const typed = (text: string | null) => ({ ...YES, typed: text });
    ask(blind);
    time += 600;
    expect(['0x12ab34cd', null].map((text) => questions.answer(1, typed(text)))).toEqual([false, false]);
    questions.answer(1, NO);
    ask(allowed);
    time += 600;
    expect([null, '', '0x12ab34ce'].map((text) => questions.answer(2, typed(text)))).toEqual([false, false, false]);
    expect(questions.answer(2, typed(' 0x12AB34cd'))).toBe(true);
  });

  it('accept a rejection vote on an undecodable activity', () => {
    ask({ ...question('a'), vote: { approves: false, meaning: BLIND, naming: NAMING, body: '', askedBy: null } });
    time += 600;
    expect(questions.answer(1, YES)).toBe(true);
  });

  it('cannot approve an unproven or different activity, but can reject it', async () => {
    const unproven = { meaning: null, problem: 'The service does not answer.' } as const;
    const unreadable = {
      meaning: { ...MEANING, judged: 'unreadable' } as const,
      naming: NAMING,
      body: '',
      askedBy: null,
    };
    const votes = [unproven, unreadable].flatMap((about) => [true, false].map((approves) => ({ approves, ...about })));
    const asked = votes.map((vote) => ask({ ...question('a'), vote }));
    for (const [index, { approves }] of votes.entries()) {
      time += 600;
      expect(questions.answer(index + 1, YES)).toBe(!approves);
      if (approves) questions.answer(index + 1, NO);
    }
    await settled();
    expect(asked.map(({ outcome }) => outcome)).toEqual([NO, YES, NO, YES]);
  });

  it('announce a next step only after a code or a reveal', () => {
    const code = { kind: 'oneTimeCode', profile, contact: 'a@b.example', passphrase: 'code' } as const;
    for (const [index, [asked, answer]] of (
      [
        [code, { ...YES, passphrase: new Uint8Array(1) }],
        [code, NO],
        [revealing, YES],
        [revealing, { ...YES, bySecurityKey: true }],
        [revealing, NO],
        ['a', YES],
      ] as const
    ).entries()) {
      ask(asked);
      time += 600;
      questions.answer(index + 1, answer);
      expect(shown.at(-1)).toBeNull();
    }
    expect(leading.filter((_, index) => shown[index] === null)).toEqual([1_000, 0, 120_000, 420_000, 0, 0]);
  });

  it('close the window that waits for a reveal when the vault ends', () => {
    ask(revealing);
    time += 600;
    questions.answer(1, YES);
    expect([shown.at(-1), leading.at(-1)]).toEqual([null, 120_000]);
    questions.withdraw();
    expect([shown.at(-1), leading.at(-1)]).toEqual([null, 0]);
  });

  it('cannot approve a revealed secret, only close it', () => {
    ask(secret);
    time += 600;
    expect([questions.answer(1, YES), questions.answer(1, NO)]).toEqual([false, true]);
  });

  it('let a revealed secret come first, however many wait', async () => {
    for (const body of ['a', 'b', 'c', 'd', 'e']) ask(body);
    const asked = ask(secret);
    expect(place()).toEqual([6, 1, 6]);
    expect(questions.answer(6, NO)).toBe(true);
    await settled();
    expect([asked.outcome, place()]).toEqual([NO, [1, 2, 6]]);
  });
});

describe('after three refusals in a row', () => {
  const kind = () => shown.at(-1)?.question.kind;
  const refuse = (times: number) => {
    for (let count = 0; count < times; count += 1) {
      ask('again');
      questions.answer(shown.at(-1)?.id ?? 0, NO);
    }
  };

  it('the window pauses before it shows the next request', async () => {
    refuse(2);
    expect(kind()).toBeUndefined();
    refuse(1);
    const next = ask('next');
    expect(kind()).toBe('paused');
    time += 600;
    expect(questions.answer(shown.at(-1)?.id ?? 0, YES)).toBe(true);
    await settled();
    expect([kind(), next.outcome, locked]).toEqual(['stamp', 'open', 0]);
    // The count starts anew.
    questions.answer(shown.at(-1)?.id ?? 0, NO);
    ask('after');
    expect(kind()).toBe('stamp');
  });

  it('refusing the pause refuses all waiting questions and locks the vault', async () => {
    refuse(3);
    const waiting = [ask('a'), ask('b')];
    expect(questions.answer(shown.at(-1)?.id ?? 0, NO)).toBe(true);
    await settled();
    expect([waiting.map(({ outcome }) => outcome), shown.at(-1), locked]).toEqual([[NO, NO], null, 1]);
  });

  it('closing the window counts as a refusal', () => {
    for (let count = 0; count < 3; count += 1) {
      ask('again');
      questions.refuseAll();
    }
    ask('next');
    expect(kind()).toBe('paused');
  });

  it('there is no pause after an approval or a minute between them', () => {
    refuse(2);
    ask('confirmed');
    time += 600;
    questions.answer(shown.at(-1)?.id ?? 0, YES);
    refuse(1);
    ask('next');
    expect(kind()).toBe('stamp');
    questions.answer(shown.at(-1)?.id ?? 0, NO);
    time += 60_000;
    refuse(1);
    ask('later');
    expect(kind()).toBe('stamp');
  });

  it('a revealed secret is shown all the same', () => {
    refuse(3);
    ask(secret);
    expect(kind()).toBe('secret');
  });
});
