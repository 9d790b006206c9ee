import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import type { Question, QuestionOf } from '../../../shared/ipc/index.ts';
import { BLIND, MEANING } from '../meaning.ts';
import { cli, engineWith, FakeEngine, QUESTION, type Setting, submitted, terminalInput } from './support.ts';

/** Runs one `call` whose engine asks like the real one, and throws when the operator refuses. */
function call(argv: readonly string[], setting: Omit<Setting, 'engine'>, asked: Question = QUESTION) {
  const engine = engineWith({
    submit: async () => {
      const answer = await engine.options[0]?.consent(asked);
      if (answer?.confirmed === true) return submitted('COMPLETED');
      throw new AppError('NOT_CONFIRMED', 'You did not sign. Nothing was stamped or sent.');
    },
    unsettled: () => [],
  });
  return cli(['call', 'create_wallet', ...argv], { ...setting, engine });
}

describe('the operator’s answer on the command line', () => {
  it('is an approval by the command itself', async () => {
    const { exitCode, stderr } = await call([], {});
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('y/N');
  });

  it.each(['y\n', 'YES\n', ' y \r'])('is asked for with --confirm, after what it means: %j', async (typed) => {
    const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput(typed) });
    expect(exitCode).toBe(0);
    expect(stderr.match(/Create wallet, organization/g)).toHaveLength(1);
    expect(stderr).toContain('Profile desk, service https://service.example, key Workstation (02ab)');
    expect(stderr).toContain('Sign this? y/N');
  });

  it.each(['\n', 'n\n', 'yy\n', 'sure\n'])('is a refusal for any other text: %j', async (typed) => {
    const { exitCode, stdout, stderr } = await call(['--confirm'], { stdin: terminalInput(typed) });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('You did not sign. Nothing was stamped or sent. (NOT_CONFIRMED)');
  });

  it('is asked for with the archive without which an earlier signature is unknown', async () => {
    const unknown = { ...QUESTION, before: { unknown: 'The archive of the requests of 2026-06 is lost.' } } as const;
    const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput('n\n') }, unknown);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('may have been signed before. The archive of the requests of 2026-06 is lost. Check');
  });

  it('is a refusal without a terminal', async () => {
    const { exitCode, stderr } = await call(['--confirm'], {});
    expect(exitCode).toBe(1);
    expect(stderr).toContain('There is no terminal to ask on. Nothing was stamped or sent.');
  });

  it('is a refusal for content that differs from its description', async () => {
    const unreadable = { ...QUESTION, meaning: { ...MEANING, judged: 'unreadable' } } as const;
    const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput('y\n') }, unreadable);
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain('y/N');
  });

  it.each([
    [false, 'y\n0x12ab34cd\n', 1, 'castellan profile set desk --blind-signing on'],
    [true, 'y\n', 1, 'type 0x12ab34cd'],
    [true, '0x12ab34cd\n', 0, 'type 0x12ab34cd'],
  ])(
    'to an undecodable payload needs its mark and the profile’s permission: %j %j',
    async (blindSigning, typed, code, says) => {
      const blind = { ...QUESTION, profile: { ...QUESTION.profile, blindSigning }, meaning: BLIND };
      const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput(typed) }, blind);
      expect(exitCode).toBe(code);
      expect(stderr).toContain(says);
      expect(stderr).not.toContain('y/N');
    },
  );

  it('is asked for with the local names of addresses beside them', async () => {
    const address = `0x${'1'.repeat(40)}`;
    const fields = [{ name: 'to', value: address, kind: 'address' }] as const;
    const decoded = { title: 'Transfer', summary: [...fields], fields: [...fields], unexplained: [] };
    const known = { address, relation: 'known', label: 'Exchange', resembles: null } as const;
    const naming = { headline: 'Send it', addresses: [known], ids: [], findings: [] };
    const { stderr } = await call(
      ['--confirm'],
      { stdin: terminalInput('y\n') },
      { ...QUESTION, meaning: { ...MEANING, decoded }, naming },
    );
    expect(stderr.match(/to: 0x1{40} \(“Exchange”, in your address book\)/g)).toHaveLength(2);
  });

  it.each([
    ['fff', 3, '0x010203\n'],
    ['long', 2000, /: 0x01020{4}[0-9a-f]{2040}… and 976 more bytes\n/],
  ])('is asked for with a limited number of unexplained bytes: %s', async (_, length, shown) => {
    const bytes = Uint8Array.from({ length: length + 2 }, (__, index) => [0xff, 1, 2, 3][index] ?? 0);
    if (length > 3) bytes.set([0, 0], 3);
    const unsignedTransaction = Buffer.from(bytes).toString('hex');
    const body = JSON.stringify({ parameters: { unsignedTransaction } });
    const decoded = { title: 'Call', summary: [], fields: [], unexplained: [{ start: 1, end: length + 1 }] };
    const meaning = { ...MEANING, operation: 'sign_transaction', decoded };
    const { stderr } = await call(['--confirm'], { stdin: terminalInput('y\n') }, { ...QUESTION, meaning, body });
    expect(stderr).toMatch(typeof shown === 'string' ? new RegExp(`not explained: bytes 1 to 4: ${shown}`) : shown);
  });

  it.each([
    ['PAYLOAD_ENCODING_HEXADECIMAL', '0xC0FFEE', '0xc0ffee'],
    ['PAYLOAD_ENCODING_TEXT_UTF8', 'c0ffee\u202e', '0x633066666565e280ae'],
  ])('is asked for with all bytes when none is explained: %s', async (encoding, payload, shown) => {
    const body = JSON.stringify({ parameters: { encoding, payload } });
    const meaning = { ...BLIND, operation: 'sign_raw_payload', decoded: null };
    const { stderr } = await call(['--confirm'], { stdin: terminalInput('n\n') }, { ...QUESTION, meaning, body });
    expect(stderr).toContain(`  all of it: ${shown}\n`);
  });

  it('to a vote is asked for after the whole activity', async () => {
    const rows = [{ path: 'parameters.walletName', label: 'Wallet name', value: 'Thieves’', kind: 'text' }] as const;
    const naming = { headline: 'Create wallet, as here', addresses: [], ids: [], findings: [] };
    const meaning = { ...MEANING, rows: [...rows] };
    const askedBy = { userId: 'u', name: 'Ben\u202e' };
    const vote = { approves: true, meaning, naming, body: '{"exact":"bytes"}', askedBy };
    const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput('y\n') }, { ...QUESTION, vote });
    expect(exitCode).toBe(0);
    const [before = '', about = ''] = stderr.split('You approve:');
    expect(before).toContain('Create wallet, organization');
    expect(about).toMatch(/^\nAsked by, as the service says: Ben.*202e/);
    expect(about).toMatch(
      /parameters\.walletName: Thieves’[\s\S]*Its exact bytes: {"exact":"bytes"}[\s\S]*Sign this\? y\/N/,
    );
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('to a vote on an unproven activity refuses to approve it: %j', async (approves, code) => {
    const vote = { approves, meaning: null, problem: 'The service does not answer.' } as const;
    const { exitCode, stderr } = await call(['--confirm'], { stdin: terminalInput('y\n') }, { ...QUESTION, vote });
    expect(exitCode).toBe(code);
    expect(stderr).toContain('Care: the content of the activity is not proven. The service does not answer.');
    expect(stderr.includes('y/N')).toBe(!approves);
  });

  it('is asked for stamps only', async () => {
    const unlock = {
      kind: 'unlock',
      profile: null,
      passphrase: 'none',
      called: 'PIN',
      securityKey: 'none',
      problem: null,
    } as const;
    expect((await call(['--confirm'], {}, unlock)).exitCode).toBe(0);
  });
});

describe('a profile that was changed outside', () => {
  const changed: QuestionOf<'confirmProfile'> = {
    kind: 'confirmProfile',
    profile: QUESTION.profile,
    members: [
      { member: 'baseUrl', is: 'https://evil.example', was: 'https://service.example', changed: true },
      { member: 'kind', is: 'remote', was: 'remote', changed: false },
    ],
  };
  const confirm = (setting: Omit<Setting, 'engine'>) => {
    const engine: FakeEngine = new FakeEngine({
      setup: {
        confirm: async () => {
          const answer = await engine.options[0]?.consent(changed);
          if (answer?.confirmed !== true) throw new AppError('NOT_CONFIRMED', 'You did not confirm the profile.');
        },
      },
    });
    return cli(['profile', 'confirm', 'desk'], { ...setting, engine });
  };
  const SHOWN =
    'Profile desk\n  baseUrl: https://evil.example, changed: it was https://service.example\n  kind: remote\n';

  it.each([
    ['y\n', 0],
    ['\n', 1],
  ])('is shown before it is asked about on a terminal: %j', async (typed, expected) => {
    const { exitCode, stderr } = await confirm({ stdin: terminalInput(typed) });
    expect([exitCode, stderr.startsWith(`${SHOWN}Accept these values? y/N `)]).toEqual([expected, true]);
  });

  it('is shown without a terminal, and the command itself approves it', async () => {
    const { exitCode, stderr } = await confirm({});
    expect([exitCode, stderr]).toEqual([0, SHOWN]);
  });
});
