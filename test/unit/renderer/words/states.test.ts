import { expect, it, vi } from 'vitest';
import { checkInLanguage, keyInLanguage, stateInLanguage } from '../../../../renderer/words/states.ts';
import type { AppState } from '../../../../shared/ipc/index.ts';
import { credentials } from '../fixture-data.ts';

vi.mock('../../../../renderer/language/sentence.ts', () => ({
  sentence: (text: string) => `[${text}]`,
  loadSentences: async () => undefined,
}));

const PROBLEM = { title: 'The vault stopped', message: 'Unlock to continue.' };
const STATE = {
  version: '1.0.0',
  profile: 'Treasury',
  sandbox: { on: false, reason: 'It is off.' },
  runtime: { kind: 'shipping', electron: '45', supported: true, reason: 'It came with this installation.' },
  stores: [
    {
      kind: 'keychain',
      backend: 'Keychain',
      label: 'Keychain',
      text: 'A text',
      copying: 'Copies',
      ready: 'Ready',
      protection: 'none',
      isTyped: false,
      securityKeys: [],
      isUsed: true,
      problem: PROBLEM,
    },
  ],
  vault: { state: 'locked', needsPassphrase: false, problem: PROBLEM },
  service: { kind: 'local', state: 'running', baseUrl: 'http://127.0.0.1', problem: null },
} as unknown as AppState;
const TRANSLATED = { title: '[The vault stopped]', message: '[Unlock to continue.]' };

it('the sentences of main in its state are in the language of the page, and names are not', () => {
  const said = stateInLanguage(STATE);
  expect(said).toMatchObject({ version: '1.0.0', profile: 'Treasury', sandbox: { on: false, reason: '[It is off.]' } });
  expect(said.runtime).toMatchObject({ kind: 'shipping', reason: '[It came with this installation.]' });
  expect(said.vault.problem).toEqual(TRANSLATED);
  expect(said.service).toEqual(STATE.service);
  expect(said.stores).toEqual([
    {
      ...STATE.stores[0],
      backend: '[Keychain]',
      label: '[Keychain]',
      text: '[A text]',
      copying: '[Copies]',
      ready: '[Ready]',
      problem: TRANSLATED,
    },
  ]);
  expect(stateInLanguage({ ...STATE, sandbox: { on: true, reason: null } }).sandbox.reason).toBeNull();
});

it('a check and the store of a key are too', () => {
  const check = { name: 'Clock', status: 'ok', finding: 'Right.', advice: null } as const;
  expect(checkInLanguage(check)).toEqual({ name: '[Clock]', status: 'ok', finding: '[Right.]', advice: null });
  expect(checkInLanguage({ ...check, advice: 'Set it.' }).advice).toBe('[Set it.]');
  const [key] = credentials(0);
  if (key === undefined) throw new Error('there is no key');
  expect(keyInLanguage(key)).toEqual({ ...key, backend: `[${key.backend}]`, copying: `[${key.copying}]` });
});
