import { describe, expect, it } from 'vitest';
import { problemOf, wordsOf } from '../../../../renderer/passkey/words.ts';
import { defaultParty, isParty } from '../../../../renderer/state/passkey-party.ts';
import type { PasskeyAsk } from '../../../../shared/ipc/index.ts';

const asked = { profile: 'desk', name: 'YubiKey', rpId: 'keys.example.com', challenge: new Uint8Array(32) };
const credential = { id: new Uint8Array(16), transports: [] };
const create: PasskeyAsk = { ...asked, kind: 'create', user: { id: new Uint8Array(32), name: 'Ada' }, known: [] };
const use: PasskeyAsk = { ...asked, kind: 'use', isRead: false, credential, userVerified: true };

describe('the passkey window says', () => {
  it('whose request it is, and its purpose', () => {
    expect(wordsOf(create).headline).toBe('Touch your security key to make a passkey for desk');
    expect(wordsOf(create).text).toContain('a passkey of the user “Ada”, so touch only a security key of this user.');
    expect(wordsOf(use)).toMatchObject({
      headline: 'Touch your security key to sign as desk',
      text: 'It stamps only the request that you just confirmed.',
      profile: 'desk',
      name: 'YubiKey',
      party: 'keys.example.com',
    });
    expect(wordsOf({ ...use, isRead: true }).text).toContain('only reads');
  });

  it.each<[string, PasskeyAsk, string]>([
    ['NotAllowedError', use, 'that holds “YubiKey” is missing, the time ran out'],
    ['NotAllowedError', create, 'no security key answered in time'],
    ['InvalidStateError', create, 'holds a passkey for this profile already'],
    ['SecurityError', create, 'for keys.example.com'],
    ['NotSupportedError', create, 'no P-256 keys (ES256)'],
    ['ConstraintError', create, 'cannot make such a passkey'],
  ])('what to do after %s', (name, ask, text) => {
    expect(problemOf(ask, new DOMException('', name))).toContain(text);
  });

  it('what to do after any other error', () => expect(problemOf(use, new Error())).toContain('try again'));
});

describe('the relying party', () => {
  it.each([['localhost'], ['example.com'], ['keys.example.com'], ['xn--bcher-kva.example'], ['a1.internal']])(
    'can be %s',
    (text) => expect(isParty(text)).toBe(true),
  );

  it.each([
    [''],
    ['Example.com'],
    ['127.0.0.1'],
    ['[::1]'],
    ['example.com:443'],
    ['example.com/'],
    ['https://example.com'],
    ['.example.com'],
    ['example.com.'],
    ['-a.example'],
    ['a..example'],
    ['com'],
    [`${'a'.repeat(64)}.example`],
    [`${'a.'.repeat(130)}example`],
    ['bücher.example'],
    ['user@example.com'],
    ['example.com\n'],
  ])('cannot be %j', (text) => expect(isParty(text)).toBe(false));

  it('is offered by the address of the service', () => {
    expect(defaultParty({ baseUrl: 'https://api.example.com/path' })).toBe('api.example.com');
    expect(defaultParty({ baseUrl: 'http://127.0.0.1:7710' })).toBe('localhost');
    expect(defaultParty({ baseUrl: null })).toBe('localhost');
  });
});
