import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import { cli, FakeEngine } from './support.ts';

describe('doctor', () => {
  const check = { name: 'Keychain', status: 'problem', finding: 'No keychain answers.', advice: 'Start one.' } as const;

  it('prints text on stderr and JSON on stdout, and ends with 0 despite problems', async () => {
    const { exitCode, stdout, stderr } = await cli(['doctor'], { doctor: async () => ({ checks: [check] }) });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { checks: [check] }]);
    expect(stderr).toBe('Keychain  PROBLEM  No keychain answers.\n                   Start one.\n');
  });

  it('prints its table once on a terminal, and JSON alone with --json', async () => {
    const setting = { terminal: { stdout: true, stderr: true }, doctor: async () => ({ checks: [check] }) };
    const table = 'Keychain  PROBLEM  No keychain answers.\n                   Start one.\n';
    expect(await cli(['doctor'], setting)).toEqual({ exitCode: 0, stdout: table, stderr: '' });
    expect((await cli(['doctor', '--json'], setting)).stdout).toBe(`${JSON.stringify({ checks: [check] })}\n`);
  });

  it('wraps findings to the terminal', async () => {
    const terminal = { stdout: true, stderr: true, columns: 50 };
    const long = { ...check, finding: 'No keychain answers on this machine, which was asked twice.' };
    const { stdout } = await cli(['doctor'], { terminal, doctor: async () => ({ checks: [long] }) });
    expect(stdout).toBe(
      [
        'Keychain  PROBLEM  No keychain answers on this',
        `${' '.repeat(19)}machine, which was asked twice.`,
        `${' '.repeat(19)}Start one.`,
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['ok', 0],
    ['care', 1],
    ['problem', 1],
  ] as const)('--strict, with a check that is %s, ends with %i', async (status, exitCode) => {
    const checks = [
      { ...check, status: 'ok' as const },
      { ...check, status },
    ];
    const ended = await cli(['doctor', '--strict'], { doctor: async () => ({ checks }) });
    expect([ended.exitCode, JSON.parse(ended.stdout)]).toEqual([exitCode, { checks }]);
  });

  it('examines a machine with unreadable state, and reports that', async () => {
    const engine = new FakeEngine({});
    engine.create = () => Promise.reject(new AppError('DATABASE_CORRUPT', 'records.db is damaged.'));
    const { exitCode, stdout } = await cli(['doctor'], { engine, doctor: async () => ({ checks: [check] }) });
    expect([exitCode, JSON.parse(stdout).checks[1]]).toEqual([
      0,
      { name: 'State', status: 'problem', finding: 'records.db is damaged.', advice: null },
    ]);
  });
});
