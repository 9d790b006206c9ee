import { expect, test } from 'vitest';
import { offeredBy } from '../../../../renderer/trusted/wanted.ts';
import type { QuestionOf } from '../../../../shared/ipc/index.ts';
import { USUAL_SCHEME } from '../../../../shared/wire/index.ts';

const ASKED = { passphrase: 'offered', called: 'PIN', securityKey: 'none' } as const;
const TOKEN = { label: 'desk', serial: null, module: 'module.so', keyId: null, scheme: USUAL_SCHEME } as const;
const local = (onToken: QuestionOf<'createLocal'>['onToken']) =>
  offeredBy({ kind: 'createLocal', organizationName: 'Local vault', onToken, keptIn: 'the keychain', ...ASKED });
const SERVICE = { name: 'desk', baseUrl: 'https://service.example', organizationId: 'an id', signerKey: null };

test('a store without a PIN has a warning, unless a token needs its own PIN', () => {
  expect(local(null).without.text).toBe('Anybody at this computer can use the keys.');
  expect(local(TOKEN).help).toContain('Not the PIN of the token');
  expect(local(TOKEN).without).toEqual({
    label: 'Without another PIN',
    text: 'The vault opens only with the token “desk” and its PIN.',
  });
  const connecting = offeredBy({ kind: 'connect', ...SERVICE, onToken: TOKEN, keptIn: 'the keychain', ...ASKED });
  expect(connecting.without.text).toBe('The key signs only with the token “desk” and its PIN.');
});

test('the name of a token cannot reverse the text around it', () => {
  expect(local({ ...TOKEN, label: 'a\u202eb' }).without.text).toContain('“a\\u{202e}b”');
});
