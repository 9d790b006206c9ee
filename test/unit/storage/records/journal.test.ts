import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../electron/storage/records/index.ts';
import type { PreparedEntry } from '../../../../electron/storage/records/rows.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { RequestState } from '../../../../shared/model/index.ts';
import { codeOf, errorOf, freshPaths, temporaryFolder } from '../support.ts';

const fresh = freshPaths(temporaryFolder());

function open(path = fresh('records.db')) {
  return { path, ...openRecords(path, `${path}.head`) };
}

function entry(requestId: string, changes: Partial<PreparedEntry> = {}): PreparedEntry {
  return {
    requestId,
    profile: 'local',
    credentialId: 'credential-1',
    operation: 'sign_raw_payload',
    title: 'Sign payload',
    url: 'http://127.0.0.1:4000/public/v1/submit/sign_raw_payload',
    body: Uint8Array.of(123, 34, 0, 255, 125),
    stampName: 'X-Stamp',
    stampValue: 'c3RhbXA',
    fingerprint: `sha256:${'ab'.repeat(32)}`,
    content: null,
    entry: null,
    at: 1_000,
    ...changes,
  };
}

const ANSWER = { at: 3_000, activityId: 'activity-1', status: 'ACTIVITY_STATUS_COMPLETED', httpStatus: 200 };

describe('the journal of requests', () => {
  it('names the batch and the line of a request, and finds the requests of a line, the newest first', () => {
    const { journal, close } = open();
    const line = { batch: 'b1', name: 'payroll', line: 4 };
    journal.prepare(entry('one'), [], line);
    journal.prepare(entry('two', { at: 2_000 }), [], line);
    journal.prepare(entry('three', { at: 3_000 }), [], { ...line, line: 5 });
    journal.prepare(entry('four', { at: 4_000 }));
    expect(journal.ofLine(line).map((found) => found?.requestId)).toEqual(['two', 'one']);
    expect(journal.ofLine({ batch: 'b2', line: 4 })).toEqual([]);
    expect([journal.linesOf('b1'), journal.linesOf('b2')]).toEqual([[4, 5], []]);
    close();
  });

  it('keeps the exact body and stamp, and each step, across a restart', () => {
    const first = open();
    first.journal.prepare(entry('one'));
    first.journal.prepare(entry('two', { at: 2_000 }));
    first.journal.markSent('two', 2_500);
    first.close();

    const { journal, close } = open(first.path);
    expect(journal.get('one')).toEqual({
      ...entry('one'),
      state: 'prepared',
      sentAt: null,
      closedAt: null,
      activityId: null,
      status: null,
      httpStatus: null,
      reason: null,
    });
    expect(journal.get('two')).toMatchObject({ state: 'sent', sentAt: 2_500 });
    expect(journal.unsettled()).toEqual([
      {
        requestId: 'one',
        profile: 'local',
        operation: 'sign_raw_payload',
        title: 'Sign payload',
        state: 'prepared',
        fingerprint: `sha256:${'ab'.repeat(32)}`,
        createdAt: 1_000,
        wasClosed: false,
      },
      expect.objectContaining({ requestId: 'two', state: 'sent', createdAt: 2_000 }),
    ]);
    close();
  });

  it('does not list answered or discarded requests as open', () => {
    const { journal, close } = open();
    for (const [index, id] of ['a', 'b', 'c'].entries()) journal.prepare(entry(id, { at: index }));
    journal.markSent('a', 10);
    journal.markAnswered('a', ANSWER);
    journal.discard('b', 11);
    expect(journal.unsettled().map((row) => row.requestId)).toEqual(['c']);
    expect(journal.get('a')).toMatchObject({ activityId: 'activity-1', httpStatus: 200, closedAt: 3_000 });
    close();
  });

  it('prepares an unsent request again, and gives up a sent one with a reason', () => {
    const { journal, close } = open();
    journal.prepare(entry('one'));
    journal.markSent('one', 2_000);
    journal.markNotSent('one');
    expect(journal.get('one')).toMatchObject({ state: 'prepared', sentAt: null });
    expect(codeOf(() => journal.giveUp('one', 3, 'why'))).toBe('INVALID_INPUT');
    journal.markSent('one', 2_500);
    journal.giveUp('one', 3_000, 'The service is gone.');
    expect(journal.get('one')).toMatchObject({ state: 'discarded', closedAt: 3_000, reason: 'The service is gone.' });
    expect(journal.unsettled()).toEqual([]);
    close();
  });

  it('reopens a request that was closed without an activity, for its own profile only, and marks it', () => {
    const { journal, close } = open();
    for (const [index, id] of ['refused', 'given up', 'answered', 'open'].entries()) {
      journal.prepare(entry(id, { fingerprint: id, at: index }));
      journal.markSent(id, 10);
    }
    journal.markAnswered('refused', { ...ANSWER, activityId: null, status: 'REFUSED', httpStatus: 400 });
    journal.giveUp('given up', 11, 'why');
    journal.markAnswered('answered', ANSWER);
    expect(journal.reopen('other', 'refused')).toBe(false);
    expect(['refused', 'given up', 'answered', 'open', 'none'].map((id) => journal.reopen('local', id))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(journal.unsettled().map(({ requestId, wasClosed }) => [requestId, wasClosed])).toEqual([
      ['refused', true],
      ['given up', true],
      ['open', false],
    ]);
    expect(journal.get('refused')).toMatchObject({ status: 'REFUSED', httpStatus: 400 });
    close();
  });

  it('lists earlier signatures of a profile, newest first', () => {
    const { journal, close } = open();
    for (const [index, id] of ['one', 'two'].entries()) journal.prepare(entry(id, { content: 'same', at: index }));
    journal.prepare(entry('elsewhere', { content: 'same', profile: 'desk' }));
    journal.prepare(entry('other', { content: 'other' }));
    expect(journal.signedBefore('local', 'same')).toMatchObject({ requestId: 'two', at: 1 });
    expect(journal.signedBefore('desk', 'other')).toBeNull();
    close();
  });

  it('finds a signature that may have happened before a newer one that was refused', () => {
    const { journal, close } = open();
    for (const [at, id] of ['done', 'refused'].entries()) {
      journal.prepare(entry(id, { content: 'same', at }));
      journal.markSent(id, 10);
    }
    journal.markAnswered('refused', { ...ANSWER, activityId: null, status: 'REFUSED', httpStatus: 429 });
    expect(journal.signedBefore('local', 'same')).toMatchObject({ requestId: 'done', state: 'sent' });
    journal.markAnswered('done', ANSWER);
    expect(journal.signedBefore('local', 'same')).toMatchObject({ requestId: 'done', activityId: 'activity-1' });
    close();
  });

  it('reports an unknown request', () => {
    const { journal, close } = open();
    expect(journal.get('none')).toBeNull();
    expect(codeOf(() => journal.markSent('none', 1))).toBe('NOT_FOUND');
    close();
  });

  it('refuses a second entry with the same id and keeps the first', () => {
    const { journal, close } = open();
    journal.prepare(entry('one'));
    expect(codeOf(() => journal.prepare(entry('one', { body: Uint8Array.of(9) })))).toBe('INVALID_INPUT');
    expect(journal.get('one')?.body).toEqual(entry('one').body);
    close();
  });

  it('names the state that forbids a step', () => {
    const { journal, close } = open();
    journal.prepare(entry('one'));
    journal.markSent('one', 2);
    const error = errorOf(() => journal.discard('one', 3));
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.message).toContain('already sent');
    close();
  });

  it('allows only valid steps, in any tried order', () => {
    type Step = 'markSent' | 'refused' | 'answered' | 'discard';
    const step = fc.constantFrom<Step>('markSent', 'refused', 'answered', 'discard');
    const { journal, close } = open();
    let count = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        count += 1;
        const id = `request-${count}`;
        journal.prepare(entry(id));
        let state: RequestState = 'prepared';
        let hasActivity = false;
        for (const [index, tried] of steps.entries()) {
          const answering = tried === 'refused' || tried === 'answered';
          const open = state === 'sent' || (state === 'answered' && !hasActivity);
          const allowed = answering
            ? open
            : tried === 'markSent'
              ? state === 'prepared' || state === 'sent'
              : state === 'prepared';
          const take = () => {
            if (tried === 'markSent') journal.markSent(id, index);
            else if (tried === 'discard') journal.discard(id, index);
            else journal.markAnswered(id, tried === 'answered' ? ANSWER : { ...ANSWER, activityId: null });
          };
          if (!allowed) {
            expect(take).toThrow(AppError);
            continue;
          }
          take();
          state = answering ? 'answered' : tried === 'markSent' ? 'sent' : 'discarded';
          hasActivity = tried === 'answered';
        }
        expect(journal.get(id)?.state).toBe(state);
      }),
      { numRuns: 60 },
    );
    close();
  });
});

describe('a request that was changed in the file', () => {
  const damaged = (column: string, value: string | Uint8Array | number) => {
    const first = open();
    first.journal.prepare(entry('one', { content: 'ef'.repeat(32) }));
    first.journal.prepare(entry('two'));
    first.journal.markSent('one', 2_000);
    first.close();
    const file = new SqliteDatabase(first.path);
    file.prepare(`UPDATE journal SET ${column} = ? WHERE request_id = 'one'`).run(value);
    file.close();
    return open(first.path);
  };

  it.each([
    ['title', 'Sign paylobd'],
    ['body', Uint8Array.of(123, 34, 0, 254, 125)],
    ['stamp_value', 'c3RhbXB'],
    ['sent_at', 2_001],
    ['digest', new Uint8Array(32)],
  ])('is never read: %s', (column, value) => {
    const { journal, close } = damaged(column, value);
    const problem = { code: 'DATABASE_CORRUPT', message: expect.stringContaining('the request one was changed') };
    expect(errorOf(() => journal.get('one'))).toMatchObject(problem);
    expect(errorOf(() => journal.signedBefore('local', 'ef'.repeat(32)))).toMatchObject(problem);
    expect(errorOf(() => journal.unsettled())).toMatchObject(problem);
    expect(journal.get('two')).toMatchObject({ title: 'Sign payload' });
    close();
  });

  it('takes no further step, so that its change gets no digest', () => {
    const { journal, path, close } = damaged('title', 'Sign paylobd');
    expect(codeOf(() => journal.markAnswered('one', ANSWER))).toBe('DATABASE_CORRUPT');
    expect(codeOf(() => journal.giveUp('one', 3_000, 'why'))).toBe('DATABASE_CORRUPT');
    close();
    const again = open(path);
    expect(codeOf(() => again.journal.get('one'))).toBe('DATABASE_CORRUPT');
    again.close();
  });
});
