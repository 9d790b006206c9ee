import { describe, expect, it } from 'vitest';
import { checkLiveness, readRequest } from '../../../../electron/custody/activities/read-request.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const NOW = 1_763_640_000_000;
const HOUR = 3_600_000;

describe('the time of a request', () => {
  it.each([
    ['now', 0],
    ['an hour ago', -HOUR],
    ['five minutes ahead', 300_000],
  ])('may be %s', (_what, offset) => {
    expect(() => checkLiveness(String(NOW + offset), NOW)).not.toThrow();
  });

  it.each([
    [
      'an hour and a millisecond ago',
      -HOUR - 1,
      '2025-11-20T10:59:59Z, 60 minutes and 1 second before the clock of this service, which says 2025-11-20T12:00:00Z',
    ],
    [
      'five minutes and a millisecond ahead',
      300_001,
      '2025-11-20T12:05:00Z, 5 minutes and 1 second ahead of the clock of this service, which says 2025-11-20T12:00:00Z',
    ],
    ['in seconds instead of milliseconds', 1_763_640_000 - NOW, 'the request was made at 1970-01-21T'],
    ['beyond all dates', 9e15 - NOW, 'the request was made at 9000000000000000 ms'],
  ])('may not be %s', (what, offset, words) => {
    expect(() => checkLiveness(String(NOW + offset), NOW)).toThrow(words);
    const advice = /^in seconds/.test(what) ? 'Write the time in milliseconds.' : 'Check the clock of the machine';
    expect(() => checkLiveness(String(NOW + offset), NOW)).toThrow(advice);
  });
});

describe('a request', () => {
  const read = (parameters: unknown) =>
    readRequest(
      OPERATIONS.create_wallet.request,
      {
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        timestampMs: '1',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters,
      },
      false,
    );

  it('is refused naming each wrong member once, without its value', () => {
    const attempt = () => read({ walletName: 5, accounts: [], mnemonicLength: 13 });
    expect(attempt).toThrow(
      'bad request body: /parameters/walletName must be text in double quotes and is a number; /parameters/mnemonicLength must be one of 12, 15, 18, 21, 24',
    );
    expect(attempt).not.toThrow('13');
  });

  it('is refused in the public words where there are some', () => {
    const account = {
      curve: 'CURVE_X',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: 'm',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    };
    expect(() => read({ walletName: 'n', accounts: [account] })).toThrow(
      /^invalid curve: \/parameters\/accounts\/0\/curve must be/,
    );
  });
});
