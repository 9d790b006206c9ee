import { describe, expect, it } from 'vitest';
import { AppError, describeError } from '../../../../shared/errors/index.ts';

describe('what a log keeps of an error', () => {
  it('is its class, code and code locations, never a library’s message', () => {
    const error = Object.assign(new TypeError('refused value hunter2'), { code: 'ERR_X' });
    const text = describeError(error);
    expect(text).toMatch(/^TypeError ERR_X at .*describe-error\.test\.ts:\d+:\d+/);
    expect(text).not.toContain('hunter2');
  });

  it('is one line, even for a message with several lines', () => {
    const text = describeError(new Error('first\n    at hunter2\nsecond'));
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('\n');
  });

  it('keeps our own message, and the cause without its message', () => {
    const cause = Object.assign(new RangeError('hunter2'), { code: 'EFBIG' });
    const text = describeError(new AppError('INTERNAL', 'Told to the operator.', { cause }));
    expect(text).toMatch(/^AppError INTERNAL "Told to the operator\." at /);
    expect(text).toContain('caused by RangeError EFBIG at');
    expect(text).not.toContain('hunter2');
  });

  it('names only the type of a thrown value', () => expect(describeError('hunter2')).toBe('a thrown string'));
});
