import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../../../renderer/state/session.ts';
import { createRefresh, createWork, shownFor, standingProblem } from '../../../../renderer/state/work.ts';
import { AppError, toReply } from '../../../../shared/errors/index.ts';
import type { AppState } from '../../../../shared/ipc/index.ts';

let answers: (() => unknown)[];
let cancelled: number;

interface PromiseWithResolve {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}
beforeEach(() => {
  [answers, cancelled] = [[], 0];
  const cancel = () => {
    cancelled += 1;
  };
  vi.stubGlobal('window', { castellan: { job: () => toReply(() => answers.shift()?.()), cancel } });
});
afterAll(() => {
  vi.unstubAllGlobals();
  useSession.setState({ app: null });
});
const failed = (error: AppError) => () => {
  throw error;
};

it('a cancelled run has neither the result of an earlier run nor a problem', async () => {
  const work = createWork('votes.cast');
  answers = [
    () => ({ votes: [] }),
    failed(new AppError('CANCELLED', 'Cancelled. Nothing was stamped or sent.')),
    failed(new AppError('NOT_CONFIRMED', 'You did not approve. Nothing was stamped or sent.')),
  ];
  const run = async () => {
    await work.start({ vote: 'approve_activity', activityIds: [] });
    const { running, problem, result } = work.use.getState();
    return { running, result, problem: problem instanceof AppError ? problem.code : problem };
  };
  expect(await run()).toEqual({ running: false, result: { votes: [] }, problem: null });
  expect(await run()).toEqual({ running: false, result: null, problem: null });
  expect(await run()).toEqual({ running: false, result: null, problem: 'NOT_CONFIRMED' });
});

it('a refresh of another profile begins at once, and the error of the earlier one is not shown for it', async () => {
  const refresh = createRefresh('activities.refresh');
  const use = (profile: string) => useSession.setState({ app: { profile } as AppState });
  const endings: PromiseWithResolve[] = [];
  const answer = () => new Promise<unknown>((resolve, reject) => endings.push({ resolve, reject }));
  answers = [answer, answer];
  use('elsewhere');
  const first = refresh.start({});
  await refresh.start({});
  expect([answers.length, cancelled]).toEqual([1, 0]);
  use('here');
  const second = refresh.start({});
  expect([answers.length, cancelled]).toEqual([0, 1]);
  endings[0]?.reject(new AppError('SERVICE_UNREACHABLE', 'The service did not answer.'));
  await first;
  expect(refresh.use.getState()).toMatchObject({ running: true, owner: 'here', problem: null });
  endings[1]?.resolve({ activities: 3 });
  await second;
  expect(refresh.use.getState()).toMatchObject({ running: false, problem: null, result: { activities: 3 } });
});

it('the error of a file that a profile wrote is not shown for another profile', async () => {
  const writing = createRefresh('history.write');
  useSession.setState({ app: { profile: 'here' } as AppState });
  answers = [failed(new AppError('DISK_FULL', 'The disk is full. Nothing was written.'))];
  await writing.start({ as: 'csv', search: '', chosen: null });
  const state = writing.use.getState();
  expect(shownFor('here', state)).toMatchObject({ problem: { code: 'DISK_FULL' } });
  expect(shownFor('elsewhere', state)).toEqual({ running: false, progress: null, problem: null });
});

it('the error of a refresh holds for its profile until a later read succeeded', () => {
  const problem = new AppError('SERVICE_REFUSED', 'The service refused it.');
  const ended = { owner: 'here', heardAt: 1000, problem };
  expect(standingProblem(ended, 'here', null)).toBe(problem);
  expect(standingProblem(ended, 'here', 1000)).toBe(problem);
  expect(standingProblem(ended, 'here', 1001)).toBeNull();
  expect(standingProblem(ended, 'elsewhere', null)).toBeNull();
});
