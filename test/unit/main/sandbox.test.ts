import { describe, expect, it } from 'vitest';
import { canSandbox, expectedSandbox, measuredSandbox, missingSandbox } from '../../../electron/main/sandbox.ts';

const SANDBOXED = 'Name:\tcastellan\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n';

describe('the sandbox of the window', () => {
  it('is not enabled as root, with the reason', () => {
    expect(canSandbox(0)).toBe(false);
    expect(expectedSandbox(0)).toMatchObject({ on: false, reason: expect.stringContaining('root') });
  });

  it('is enabled for any other user', () => {
    expect(canSandbox(1000)).toBe(true);
    expect(expectedSandbox(1000)).toEqual({ on: true, reason: null });
    expect(canSandbox(undefined)).toBe(true);
  });

  it('is repaired by one shown command when it is missing, for any folder name', () => {
    expect(missingSandbox("/srv/it's/castellan")).toContain(
      "sudo chown root:root '/srv/it'\\''s/chrome-sandbox' && sudo chmod 4755 '/srv/it'\\''s/chrome-sandbox'",
    );
  });

  it('is on when the kernel reports it', () => {
    const facts = { status: SANDBOXED, owner: 0 };
    expect(measuredSandbox(expectedSandbox(1000), () => facts)).toEqual({ on: true, reason: null });
  });

  it('is on, with a warning where other programs of the operator can read the process', () => {
    const facts = { status: SANDBOXED, owner: 1000 };
    expect(measuredSandbox(expectedSandbox(1000), () => facts)).toEqual({
      on: true,
      reason: expect.stringContaining('can read its process'),
    });
  });

  it.for([
    [SANDBOXED.replace('Seccomp:\t2', 'Seccomp:\t0')],
    [SANDBOXED.replace('NoNewPrivs:\t1', 'NoNewPrivs:\t0')],
    [''],
  ])('is off when the kernel does not report it', ([status]) => {
    expect(measuredSandbox(expectedSandbox(1000), () => ({ status: status as string, owner: 0 }))).toMatchObject({
      on: false,
      reason: expect.stringContaining('kernel'),
    });
  });
});
