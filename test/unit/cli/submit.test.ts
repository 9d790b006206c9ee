import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/index.ts';
import { AppError, type Outcome } from '../../../shared/errors/index.ts';
import { activityWith, CommandRun, cli, engineAsking, engineWith, openRow, submitted } from './support.ts';

/** A step of the engine that resolves `reached` when it starts, and ends only when it is interrupted. */
interface Step {
  readonly reached: Promise<void>;
  run(signal: AbortSignal | undefined): Promise<never>;
}

function createStep(error = new AppError('CANCELLED', 'x')): Step {
  let enter = () => {};
  const reached = new Promise<void>((resolve) => {
    enter = resolve;
  });
  return {
    reached,
    run: (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(error));
        enter();
      }),
  };
}

describe('a request without a reply', () => {
  const losing = (outcome: Outcome): Engine['requests']['submit'] => {
    return () => Promise.reject(new AppError('SERVICE_UNREACHABLE', 'It did not answer.', { outcome }));
  };

  it.each([
    ['notSent', 'prepared', 1, ['request settle request-1', 'request discard request-1']],
    ['unknown', 'sent', 3, ['request settle request-1', 'request give-up request-1 --reason TEXT']],
  ] as const)('is %s: an error with advice and its own exit code', async (outcome, state, code, ways) => {
    const engine = engineWith({ submit: losing(outcome), unsettled: () => [{ ...openRow, state }] });
    const { exitCode, stdout, stderr } = await cli(['call', 'create_wallet'], { engine });
    expect([exitCode, stdout]).toEqual([code, '']);
    for (const way of ways) expect(stderr).toContain(`\`castellan ${way}\``);
    expect(stderr).toContain('It did not answer. (SERVICE_UNREACHABLE)');
  });

  it('shows the service’s text with visible control and direction characters', async () => {
    const message = 'The service gave 0x1\u202e\x1b[2J\x1b[1;1H\ncastellan: The signature was checked.';
    const submit = () => Promise.reject(new AppError('SIGNATURE_MISMATCH', message));
    const engine = engineWith({ submit, unsettled: () => [] });
    const { exitCode, stderr } = await cli(['call', 'create_wallet'], { engine });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'castellan: The service gave 0x1\\u{202e}\\u{1b}[2J\\u{1b}[1;1H\\u{a}castellan: The signature was checked. (SIGNATURE_MISMATCH)\n',
    );
  });

  it('shows any explanation without controlling the terminal', async () => {
    const value = 'It names \x1b]0;owned\x07 twice.';
    const decoded = {
      title: 'Mail',
      summary: [],
      fields: [{ name: 'contents', value, kind: 'text' as const }],
      unexplained: [],
    };
    const findings = [{ level: 'care' as const, text: 'No more.\nSigned.', field: null, basis: null }];
    const engine = engineAsking({ decoded, findings });
    const { stderr } = await cli(['call', 'create_wallet'], { engine });
    expect(stderr).toContain('Care: No more.\\u{a}Signed.\nCreate wallet\nMail\n');
    expect(stderr).toContain('contents: It names \\u{1b}]0;owned\\u{7} twice.\n');
  });

  it('is only an error when the service refused it, and nothing stays open', async () => {
    const { exitCode, stderr } = await cli(['call', 'create_wallet'], {
      engine: engineWith({ submit: losing('refused'), unsettled: () => [] }),
    });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain('settle');
  });

  it('is listed and settled, and its activity is printed normally', async () => {
    const settled: string[] = [];
    const engine = engineWith({
      unsettled: () => [openRow],
      settle: async (requestId) => {
        settled.push(requestId);
        return submitted('COMPLETED');
      },
    });
    expect(JSON.parse((await cli(['request', 'list'], { engine })).stdout)).toEqual({ requests: [openRow] });
    const { exitCode, stdout, stderr } = await cli(['request', 'settle', 'request-1'], { engine });
    expect([exitCode, JSON.parse(stdout), settled]).toEqual([
      0,
      { activity: activityWith('COMPLETED') },
      ['request-1'],
    ]);
    expect(stderr).toContain('Create wallet, profile desk, fingerprint sha256:aa: outcome not known');
  });

  it('is discarded, or given up for a reason', async () => {
    const closed: unknown[] = [];
    const engine = engineWith({
      unsettled: () => [openRow],
      discard: async (requestId) => void closed.push(requestId),
      giveUp: async (requestId, reason) => void closed.push([requestId, reason]),
    });
    expect((await cli(['request', 'discard', 'request-1'], { engine })).stdout).toBe('{"discarded":"request-1"}\n');
    expect((await cli(['request', 'give-up', 'request-1'], { engine })).exitCode).toBe(2);
    const reason = ['--reason', 'The service is gone'];
    expect((await cli(['request', 'give-up', 'request-1', ...reason], { engine })).stdout).toBe(
      '{"givenUp":"request-1"}\n',
    );
    expect(closed).toEqual(['request-1', ['request-1', 'The service is gone']]);
  });

  it('is not found by an invalid ID, and nothing is sent', async () => {
    const { exitCode, stderr } = await cli(['request', 'settle', 'other'], {
      engine: engineWith({ unsettled: () => [openRow] }),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('(NOT_FOUND)');
  });

  it('stays open when settling it is interrupted: it is never dropped', async () => {
    const step = createStep(new AppError('CANCELLED', 'x', { outcome: 'unknown' }));
    const engine = engineWith({
      unsettled: () => [openRow],
      settle: (_requestId, following) => step.run(following?.signal),
    });
    const run = new CommandRun(['request', 'settle', 'request-1'], { engine });
    await step.reached;
    run.interrupt();
    const { exitCode, stderr } = await run.finished;
    expect(exitCode).toBe(3);
    expect(stderr).toContain('`castellan request settle request-1` checks again');
  });
});

describe('the text of a service', () => {
  it('cannot control the terminal, nor run when it is pasted', async () => {
    const hostile = {
      ...activityWith('PENDING'),
      id: `x'; curl evil; '\u001b[2J\u009b31m\u202e`,
      status: '\u001b]0;x\u0007',
    };
    const submit = async () => ({ ...submitted('PENDING'), activity: hostile });
    const { exitCode, stdout, stderr } = await cli(['call', 'create_wallet'], { engine: engineWith({ submit }) });
    expect(exitCode).toBe(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not come through.
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stderr).toContain('`castellan call get_activity` shows');
    expect(JSON.parse(stdout)).toEqual({ activity: hostile });
  });
});

describe('Ctrl-C while an activity is under way', () => {
  async function interrupted(step: Step, requests: Partial<Engine['requests']>, argv: string[] = []) {
    const engine = engineWith({ unsettled: () => [], ...requests });
    const run = new CommandRun(['call', 'create_wallet', ...argv], { engine });
    await step.reached;
    run.interrupt();
    return { ...(await run.finished), closed: engine.closed };
  }

  it.each([
    ['notSent', 1],
    ['unknown', 3],
  ] as const)('ends as what became of the request says: %s with %i', async (outcome, code) => {
    const step = createStep(new AppError('CANCELLED', 'Cancelled.', { outcome }));
    const submit: Engine['requests']['submit'] = (_requestId, following) => step.run(following?.signal);
    const { exitCode, stdout, stderr, closed } = await interrupted(step, { submit });
    expect([exitCode, stdout, closed]).toEqual([code, '', 1]);
    expect(stderr).toContain('Cancelled. (CANCELLED)');
  });

  it('prints the activity while waiting for it', async () => {
    const step = createStep();
    const { exitCode, stdout, stderr } = await interrupted(
      step,
      { submit: (_requestId, following) => step.run(following?.signal).catch(() => submitted('PENDING')) },
      ['--wait', '60'],
    );
    expect([exitCode, JSON.parse(stdout)]).toEqual([3, { activity: activityWith('PENDING') }]);
    expect(stderr).toContain('Stopped waiting. Activity activity-1 is not finished (pending).');
  });

  it('still reports an error other than the cancellation', async () => {
    const step = createStep(new AppError('SERVICE_REFUSED', 'It was refused.'));
    const submit: Engine['requests']['submit'] = (_requestId, following) => step.run(following?.signal);
    const { exitCode, stderr } = await interrupted(step, { submit });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('It was refused.')]);
  });

  it('a second time does not wait for the step, and still closes the engine', async () => {
    const step = createStep();
    const engine = engineWith({ submit: () => step.run(undefined) });
    const run = new CommandRun(['call', 'create_wallet'], { engine });
    await step.reached;
    run.interrupt();
    run.time += 1_001;
    run.interrupt();
    const { exitCode, stderr } = await run.finished;
    expect([exitCode, engine.closed]).toEqual([1, 1]);
    expect(stderr).toContain('Stopped at once');
  });

  it('works again after the clock was set back', async () => {
    const step = createStep(new AppError('CANCELLED', 'x'));
    const submit: Engine['requests']['submit'] = () => step.run(undefined);
    const run = new CommandRun(['call', 'create_wallet'], { engine: engineWith({ submit }) });
    await step.reached;
    run.interrupt();
    run.time -= 7_200_000;
    run.interrupt();
    expect((await run.finished).stderr).toContain('Stopped at once');
  });

  it('that arrives twice at once, from the terminal and from npm, counts once', async () => {
    const step = createStep(new AppError('CANCELLED', 'x', { outcome: 'unknown' }));
    const submit: Engine['requests']['submit'] = (_requestId, following) => step.run(following?.signal);
    const run = new CommandRun(['call', 'create_wallet'], {
      engine: engineWith({ submit, unsettled: () => [openRow] }),
    });
    await step.reached;
    run.interrupt('SIGINT');
    run.interrupt('SIGTERM');
    expect((await run.finished).exitCode).toBe(3);
  });
});
