import type { Claim } from '../lift.ts';

const QUESTIONS = 'electron/main/trusted/questions.ts';
const QUESTIONS_TEST = 'test/unit/main/trusted/questions.test.ts';
const KEY_GUARD = 'renderer/trusted/fresh-keys.ts';
const KEY_GUARD_TEST = 'test/unit/renderer/trusted/fresh-keys.test.ts';
const ARMING = 'renderer/trusted/arming.ts';
const ARMING_TEST = 'test/unit/renderer/trusted/arming.test.ts';

/** The answer of the trusted window. */
export const TRUSTED: readonly Claim[] = [
  {
    id: 'PAGE-13',
    sentence:
      'A yes counts only from a real key or click on the focused window, 600 ms after the deciding values appeared. A dangerous or unknown request must be seen in full.',
    lifts: [
      {
        mechanism: 'a yes counts only when the question was there for 600 ms',
        file: QUESTIONS,
        from: 'if (answer.confirmed && now() - shown.at < ARMED_AFTER_MS) return false;',
        to: '',
        test: QUESTIONS_TEST,
        name: 'accept an approval only after 600 ms each, and a refusal at once',
      },
      {
        mechanism: 'a yes is out of reach until its end was on the screen',
        file: ARMING,
        from: 'armed: read && waited',
        to: 'armed: waited',
        test: ARMING_TEST,
        name: 'not before its end was on the screen',
      },
      {
        mechanism: 'a page of a batch is read only when its end was on the screen',
        file: ARMING,
        from: 'if (isShown && hasFocus)',
        to: 'if (hasFocus)',
        test: ARMING_TEST,
        name: 'not while only its top is on the screen, nor when its end was scrolled past',
      },
      {
        mechanism: 'a dangerous request is read to its end',
        file: 'renderer/meaning/calm.ts',
        from: "level !== 'danger'",
        to: 'level.length > 0',
        test: 'test/unit/renderer/trusted/reading.test.ts',
        name: 'not of dangerous content',
      },
      {
        mechanism: 'a request with an unknown effect is read to its end',
        file: 'renderer/meaning/calm.ts',
        from: "judged === 'whole' && ",
        to: '',
        test: 'test/unit/renderer/trusted/reading.test.ts',
        name: 'not of content with an unknown effect',
      },
      {
        mechanism: 'a vote on a dangerous request is read to its end',
        file: 'renderer/trusted/reading.ts',
        from: '(vote.meaning !== null && isCalm(vote.meaning, vote.naming))',
        to: 'vote.approves',
        test: 'test/unit/renderer/trusted/reading.test.ts',
        name: 'of a vote according to its activity',
      },
      {
        mechanism: 'a yes is out of reach until every page of what is in pages was seen',
        file: ARMING,
        from: 'if (isPaged && entries.some',
        to: 'if (entries.some',
        test: ARMING_TEST,
        name: 'not before every page was seen',
      },
      {
        mechanism: 'a page that was skipped was not seen',
        file: 'renderer/ui/seen-pages.ts',
        from: '.filter((page) => !seen.has(page)).length',
        to: '.filter((page) => page > Math.max(...seen)).length',
        test: 'test/unit/renderer/ui/seen-pages.test.ts',
        name: 'a skipped page does not count as seen',
      },
      {
        mechanism: 'a yes is out of reach until the window had the focus for long enough',
        file: ARMING,
        from: 'armed: read && waited',
        to: 'armed: read',
        test: ARMING_TEST,
        name: 'when its end was on the screen and 600 ms have passed',
      },
      {
        mechanism: 'a yes is out of reach while another window has the focus',
        file: ARMING,
        from: "window.addEventListener('blur', stop);",
        to: '',
        test: ARMING_TEST,
        name: 'not while another window has the focus',
      },
      {
        mechanism: 'a held key presses nothing',
        file: KEY_GUARD,
        from: '!event.repeat && ',
        to: '',
        test: KEY_GUARD_TEST,
        name: 'a held key',
      },
      {
        mechanism: 'a key that was pressed for the question before presses nothing',
        file: KEY_GUARD,
        from: 'if (id !== shownId) restsSince = now();',
        to: '',
        test: KEY_GUARD_TEST,
        name: 'not a key that was pressed for the earlier question',
      },
      {
        mechanism: 'a synthetic key presses nothing',
        file: KEY_GUARD,
        from: 'event.isTrusted && ',
        to: '',
        test: KEY_GUARD_TEST,
        name: 'a synthetic key',
      },
    ],
  },
  {
    id: 'PAGE-14',
    sentence:
      'Contradictory content cannot be approved. Blind content needs the profile’s permission and a typed mark.',
    lifts: [
      {
        mechanism: 'a yes to bytes that are not what they say counts for nothing',
        file: QUESTIONS,
        from: 'if (answer.confirmed && !isCounted(waiting[0].question, answer)) return false;',
        to: '',
        test: QUESTIONS_TEST,
        name: 'cannot be approved for meaningless bytes or ones that differ from their description',
      },
      {
        mechanism: 'what nobody can judge is signed only where the profile allows it',
        file: 'shared/ipc/trusted-answer.ts',
        from: '(markOf(question) === null || profile.blindSigning)',
        to: 'profile !== null',
        test: QUESTIONS_TEST,
        name: 'approve a request that is undecodable only with its mark and where the profile allows it',
      },
      {
        mechanism: 'what nobody can judge is signed only with its mark typed',
        file: 'shared/ipc/trusted-answer.ts',
        from: ' && markOf(question)?.toLowerCase() === typed?.trim().toLowerCase()',
        to: ' && typed !== undefined',
        test: QUESTIONS_TEST,
        name: 'approve a request that is undecodable only with its mark and where the profile allows it',
      },
      {
        mechanism: 'a yes that cannot count mints no approval, whoever says it',
        file: 'electron/engine/consent/consents.ts',
        from: 'answer.byCommand !== true && !isCounted(question, answer)',
        to: 'answer.confirmed !== true',
        test: 'test/unit/engine/consent/consents.test.ts',
        name: 'is not given by a window’s yes to what nobody can judge',
      },
    ],
  },
  {
    id: 'PAGE-15',
    sentence:
      'Only one question is shown and answered at a time, and the page cannot queue more. After three refusals in a row, the window pauses and offers to lock the vault.',
    lifts: [
      {
        mechanism: 'a page that asks again after each refusal meets a pause',
        file: QUESTIONS,
        from: "next === 'withdrawn' || !isPaused()",
        to: "next === 'withdrawn' || isPaused() || true",
        test: QUESTIONS_TEST,
        name: 'the window pauses before it shows the next request',
      },
      {
        mechanism: 'a no to the pause locks the vault',
        file: QUESTIONS,
        from: 'if (!confirmed) lock();',
        to: '',
        test: QUESTIONS_TEST,
        name: 'refusing the pause refuses all waiting questions and locks the vault',
      },
      {
        mechanism: 'only the question that is shown is answered',
        file: QUESTIONS,
        from: 'if (id !== waiting[0]?.id) return false;',
        to: '',
        test: QUESTIONS_TEST,
        name: 'are answered once, and only while shown',
      },
      {
        mechanism: 'a page cannot pile up questions',
        file: QUESTIONS,
        from: 'waiting.length >= MAXIMUM_WAITING',
        to: 'waiting.length < 0',
        test: QUESTIONS_TEST,
        name: 'are limited: further ones are refused and never shown',
      },
      {
        mechanism: 'what was revealed is shown however many questions a page piles up',
        file: QUESTIONS,
        from: " && question.kind !== 'secret'",
        to: '',
        test: QUESTIONS_TEST,
        name: 'let a revealed secret come first, however many wait',
      },
    ],
  },
  {
    id: 'PAGE-16',
    sentence: 'A question that is withdrawn during passphrase entry stays open until the operator closes it.',
    lifts: [
      {
        mechanism: 'the window stays when the question for a passphrase is taken back',
        file: QUESTIONS,
        from: 'if (isTyped) waiting.unshift(',
        to: 'if (isTyped && taken.length === 0) waiting.unshift(',
        test: QUESTIONS_TEST,
        name: 'stay visible as withdrawn until the operator closes them, if a passphrase was being typed',
      },
      {
        mechanism: 'a key that follows what is typed where no field is presses nothing',
        file: KEY_GUARD,
        from: 'if (event.key.length === 1 && !inField) restsSince = now();',
        to: '',
        test: KEY_GUARD_TEST,
        name: 'not a key after text typed outside a field',
      },
    ],
  },
];
