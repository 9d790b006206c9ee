import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../../electron/engine/consent/approvals.ts';
import { createConsents } from '../../../../electron/engine/consent/consents.ts';
import { fingerprintOf } from '../../../../electron/engine/verify/verify.ts';
import type { Answer, AskedLine, AskedVoteLine, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { Meaning } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { BLIND, MEANING, NAMING } from '../../meaning.ts';

const YES: Answer = { confirmed: true, passphrase: null, format: null, keep: null, typed: null, sealTo: null };
const bodyOf = (line: number) => utf8Encode(`{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2","line":${line}}`);
const lineOf = (line: number): AskedLine => ({
  line,
  meaning: { ...MEANING, operation: 'sign_transaction', fingerprint: fingerprintOf(bodyOf(line)) },
  naming: NAMING,
  body: new TextDecoder().decode(bodyOf(line)),
  before: null,
});
const question = (lines: readonly AskedLine[]): QuestionOf<'batch'> => ({
  findings: [],
  changed: [],
  kind: 'batch',
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 0,
    organizationName: null,
    blindSigning: true,
  },
  key: { name: 'Workstation', publicKey: '02' },
  name: 'payroll',
  votes: null,
  sent: 0,
  lines,
});
const refused = expect.objectContaining({ code: 'APPROVAL_REFUSED' });
const saying = (answer: Answer) => createConsents(async () => answer);
const given = async (lines: readonly AskedLine[], answer: Answer = YES) => {
  const consents = saying(answer);
  return { consents, all: await consents.toStampBatch(question(lines), 'a') };
};

describe('the answer to a batch', () => {
  it('mints one approval for each line that was shown, and for its bytes alone', async () => {
    const { consents, all } = await given([lineOf(1), lineOf(2)]);
    const approvals = createApprovals(consents);
    expect(all).toHaveLength(2);
    for (const [index, consent] of all.entries()) {
      expect(approvals.mint('a', bodyOf(index + 1), consent)).toMatchObject({ kind: 'write', credentialId: 'a' });
      expect(() => approvals.mint('a', bodyOf(index + 1), consent)).toThrow(refused);
    }
  });

  it('stamps no line that was not shown', async () => {
    const { consents, all } = await given([lineOf(1), lineOf(2)]);
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('no consents');
    expect(() => consents.take(first, 'a', bodyOf(3))).toThrow(refused);
    // A consent for one line is none for another.
    expect(() => consents.take(second, 'a', bodyOf(1))).toThrow(refused);
    expect(() => consents.take({ credentialId: 'a', bodySha256: first.bodySha256 }, 'a', bodyOf(1))).toThrow(refused);
  });

  it('is not asked for a line that is shown with the meaning of other bytes', async () => {
    const other = { ...lineOf(2), meaning: lineOf(1).meaning };
    await expect(given([lineOf(1), other])).rejects.toEqual(refused);
  });

  it.each([
    ['no line', []],
    ['an unknown effect', [lineOf(1), { ...lineOf(2), meaning: { ...lineOf(2).meaning, ...blind() } }]],
    ['a part with an unknown effect', [{ ...lineOf(1), meaning: { ...lineOf(1).meaning, findings: [marked()] } }]],
    ['a dangerous transaction', [lineOf(1), dangerous(lineOf(2), 'sign_transaction')]],
    ['a dangerous message', [lineOf(1), dangerous(lineOf(2), 'sign_raw_payload')]],
    ['an unreadable line', [{ ...lineOf(1), meaning: { ...lineOf(1).meaning, judged: 'unreadable' as const } }]],
    ['an export', [{ ...lineOf(1), meaning: { ...lineOf(1).meaning, operation: 'export_wallet' } }]],
    ['a vote', [lineOf(2), { ...lineOf(1), meaning: { ...lineOf(1).meaning, operation: 'approve_activity' } }]],
  ])('counts for no batch with %s', async (_, lines) => {
    await expect(given(lines)).rejects.toEqual(refused);
  });

  it('allows nothing after a lock, though some lines were stamped before it', async () => {
    const { consents, all } = await given([lineOf(1), lineOf(2)]);
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('no consents');
    consents.take(first, 'a', bodyOf(1));
    consents.lock();
    expect(() => consents.take(second, 'a', bodyOf(2))).toThrow(refused);
    const [again] = await consents.toStampBatch(question([lineOf(2)]), 'a');
    if (again === undefined) throw new Error('no consent');
    expect(() => consents.take(again, 'a', bodyOf(2))).not.toThrow();
  });

  it('is the operator’s own: a no stamps nothing, and no command says yes', async () => {
    await expect(given([lineOf(1)], { confirmed: false })).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
      message: 'You did not sign. No line was stamped or sent.',
    });
    await expect(given([lineOf(1)], { ...YES, byCommand: true } as Answer)).rejects.toEqual(refused);
  });
});

function blind() {
  return { judged: BLIND.judged, mark: BLIND.mark };
}

function marked() {
  return { level: 'danger', text: 'A call is unknown.', field: null, basis: null, mark: '0x12ab34cd' } as const;
}

function dangerous(line: AskedLine, operation: string): AskedLine {
  const finding = { level: 'danger', text: 'Anything sent there is lost.', field: null, basis: null } as const;
  return { ...line, meaning: { ...line.meaning, operation, findings: [finding] } };
}

describe('the answer to a group of votes', () => {
  const VOTED = '{"type":"ACTIVITY_TYPE_CREATE_WALLET"}';
  const voteBody = (voted: string) =>
    utf8Encode(
      `{"type":"ACTIVITY_TYPE_APPROVE_ACTIVITY","parameters":{"fingerprint":"${fingerprintOf(utf8Encode(voted))}"}}`,
    );
  const voteOn = (shown: string, signed = shown): AskedVoteLine => ({
    line: 1,
    meaning: { ...MEANING, operation: 'approve_activity', fingerprint: fingerprintOf(voteBody(signed)) },
    body: new TextDecoder().decode(voteBody(signed)),
    voted: {
      naming: NAMING,
      body: shown,
      askedBy: null,
      meaning: { ...MEANING, fingerprint: fingerprintOf(utf8Encode(shown)) },
    },
  });
  const votes = (lines: readonly AskedVoteLine[], approves = true): QuestionOf<'votes'> => {
    const { profile, key } = question([]);
    return { kind: 'votes', profile, key, approves, lines, findings: [], changed: [] };
  };
  const voted = voteOn(VOTED);

  it('allows one stamp of each vote that was shown', async () => {
    const consents = saying(YES);
    const [consent, ...more] = await consents.toStampBatch(votes([voted]), 'a');
    if (consent === undefined) throw new Error('no consent');
    expect(more).toEqual([]);
    expect(() => consents.take(consent, 'a', voteBody('{}'))).toThrow(refused);
    const [again] = await consents.toStampBatch(votes([voted]), 'a');
    if (again === undefined) throw new Error('no consent');
    expect(() => consents.take(again, 'a', voteBody(VOTED))).not.toThrow();
  });

  it('is not asked for a vote that is shown with another activity', async () => {
    await expect(saying(YES).toStampBatch(votes([voteOn(VOTED, '{"type":"OTHER"}')]), 'a')).rejects.toEqual(refused);
    const meaning = { ...voted.voted.meaning, fingerprint: 'sha256:aa' };
    const other = { ...voted, voted: { ...voted.voted, meaning } };
    await expect(saying(YES).toStampBatch(votes([other]), 'a')).rejects.toEqual(refused);
  });

  const finding = { level: 'danger', text: 'It gives power to act.', field: null, basis: null } as const;
  it.each([
    ['no vote', votes([])],
    ['an approval among rejections', votes([voted], false)],
    ['an unknown effect', votes([about({ judged: 'blind', mark: '0x12ab34cd' })])],
    ['unreadable contents', votes([about({ judged: 'unreadable' })])],
    ['an unknown operation', votes([about({ operation: null })])],
    ['dangerous contents', votes([about({ findings: [finding] })])],
    [
      'a dangerous effect on people',
      votes([{ ...voted, voted: { ...voted.voted, naming: { ...NAMING, findings: [finding] } } }]),
    ],
  ])('counts for no group with %s', async (_, asked) => {
    await expect(saying(YES).toStampBatch(asked, 'a')).rejects.toEqual(refused);
  });

  function about(change: Partial<Meaning>): AskedVoteLine {
    return { ...voted, voted: { ...voted.voted, meaning: { ...voted.voted.meaning, ...change } } };
  }
});
