import { describe, expect, it } from 'vitest';
import { leftToRead, needsOnlyLead } from '../../../../renderer/trusted/reading.ts';
import type { QuestionOf } from '../../../../shared/ipc/index.ts';
import type { Finding, Meaning, Naming } from '../../../../shared/model/index.ts';
import { BLIND, MEANING, NAMING } from '../../meaning.ts';

const finding = (level: Finding['level']): Finding => ({ level, text: 'It is so.', field: null, basis: null });
const asked = (
  meaning: Meaning | null,
  naming: Naming | null = NAMING,
  vote: QuestionOf<'stamp'>['vote'] = null,
): QuestionOf<'stamp'> => ({
  kind: 'stamp',
  derived: [],
  key: { name: 'Workstation', publicKey: '02' },
  body: '',
  before: null,
  replaces: null,
  votes: null,
  changed: [],
  passphrase: 'none',
  called: 'PIN',
  securityKey: 'none',
  problem: null,
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 200,
    organizationName: null,
    blindSigning: true,
  },
  meaning,
  naming,
  vote,
});

describe('reading the deciding values is enough', () => {
  it('of a request whose effect is known and not dangerous', () => {
    expect(needsOnlyLead(asked(MEANING))).toBe(true);
    expect(needsOnlyLead(asked({ ...MEANING, findings: [finding('care'), finding('information')] }))).toBe(true);
  });

  it('not of dangerous content, whoever found the danger', () => {
    expect(needsOnlyLead(asked({ ...MEANING, findings: [finding('care'), finding('danger')] }))).toBe(false);
    expect(needsOnlyLead(asked(MEANING, { ...NAMING, findings: [finding('danger')] }))).toBe(false);
  });

  it('not of content with an unknown effect, nor of bytes without a meaning', () => {
    expect(needsOnlyLead(asked(BLIND))).toBe(false);
    expect(needsOnlyLead(asked({ ...MEANING, judged: 'unreadable' }))).toBe(false);
    expect(needsOnlyLead(asked(null, null))).toBe(false);
  });

  it('of a vote according to its activity', () => {
    const on = (meaning: Meaning) =>
      needsOnlyLead(asked(MEANING, NAMING, { approves: true, meaning, naming: NAMING, body: '', askedBy: null }));
    expect([on(MEANING), on(BLIND), on({ ...MEANING, findings: [finding('danger')] })]).toEqual([true, false, false]);
    expect(needsOnlyLead(asked(MEANING, NAMING, { approves: false, meaning: null, problem: '' }))).toBe(false);
  });

  it('not of any other question', () => {
    expect(needsOnlyLead({ kind: 'paused' })).toBe(false);
  });
});

it('a text of one page is scrolled to its end, and only several pages are opened', () => {
  expect(leftToRead([])).toBe('Scroll to the end to continue');
  expect(leftToRead([1])).toBe('Scroll to the end to continue');
  expect(leftToRead([1, 3])).toBe('Open every page to continue');
});
