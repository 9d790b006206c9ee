import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Stamp } from '../../../../renderer/trusted/stamp.tsx';
import { drawVotes } from '../../../../renderer/trusted/votes-drawing.tsx';
import type { QuestionOf } from '../../../../shared/ipc/index.ts';
import type { Person } from '../../../../shared/model/index.ts';
import { MEANING, NAMING } from '../../meaning.ts';

const USER = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const asked = (kind: 'local' | 'remote') => ({
  profile: {
    name: 'desk',
    kind,
    baseUrl: null,
    organizationId: '',
    hue: 0,
    organizationName: null,
    blindSigning: false,
  },
  key: { name: 'Workstation', publicKey: '02' },
});
const approval = { ...MEANING, operation: 'approve_activity', title: 'Approve activity' };
const voted = (askedBy: Person | null) => ({ meaning: MEANING, naming: NAMING, body: '{}', askedBy });

/** The text of a question about a group of votes, or about one vote, on requests of these people. */
function textOf(kind: 'local' | 'remote', people: readonly (Person | null)[], isGroup: boolean): string {
  const lines = people.map((by, index) => ({ line: index + 1, meaning: approval, body: '{}', voted: voted(by) }));
  const group = { ...asked(kind), kind: 'votes', approves: true, lines, findings: [], changed: [] } as const;
  const one = {
    ...asked(kind),
    kind: 'stamp',
    meaning: approval,
    naming: NAMING,
    body: '{}',
    derived: [],
    before: null,
    replaces: null,
    vote: { approves: true, ...voted(people[0] ?? null) },
    votes: null,
    changed: [],
    problem: null,
    passphrase: 'none',
    securityKey: 'none',
  };
  const drawn = isGroup
    ? drawVotes(group).body
    : createElement(Stamp, { question: one as unknown as QuestionOf<'stamp'> });
  return renderToStaticMarkup(drawn)
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ');
}

describe.each([
  ['a group of votes', true],
  ['one vote', false],
])('the question about %s', (_, isGroup) => {
  it('names who asked for the request', () => {
    expect(textOf('local', [{ userId: USER, name: 'Ben' }], isGroup)).toContain('Asked by Ben ');
  });

  it('marks a name that another service gives, and shows its hidden characters', () => {
    const text = textOf('remote', [{ userId: USER, name: 'Ben\u202e' }], isGroup);
    expect(text).toMatch(/Asked by “Ben .*202E.*” the service’s word/);
  });

  it('shows that the service names nobody', () => {
    expect(textOf('local', [null], isGroup)).toContain('The service does not say who asked for this.');
    expect(textOf('remote', [{ userId: USER, name: null }], isGroup)).toContain('Asked by a user without a known name');
  });
});

describe('the lines of a group of votes', () => {
  it('name each asker', () => {
    const text = textOf(
      'local',
      [
        { userId: USER, name: 'Ben' },
        { userId: USER, name: 'Chiara' },
      ],
      true,
    );
    expect(text).toMatch(/Asked by Ben .*Asked by Chiara /);
  });
});
