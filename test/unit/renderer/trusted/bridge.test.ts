import { afterEach, expect, test, vi } from 'vitest';
import { TRUSTED_BRIDGE_NAME } from '../../../../shared/ipc/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

test('a yes wipes the secrets of the page, of which the preload has copies', async () => {
  const sent: unknown[] = [];
  const confirm = (id: number, given: object) => sent.push([id, structuredClone(given)]);
  Object.assign(globalThis, { window: { [TRUSTED_BRIDGE_NAME]: { confirm } } });
  vi.resetModules();
  const bridge = await import('../../../../renderer/trusted/bridge.ts');
  const rest = { format: null, keep: null, typed: null, sealTo: null } as const;
  const given = { passphrase: utf8Encode('one'), filePassphrase: utf8Encode('two') };
  bridge.confirm(7, { ...rest, ...given });
  expect(sent).toEqual([[7, { ...rest, passphrase: utf8Encode('one'), filePassphrase: utf8Encode('two') }]]);
  expect(given).toEqual({ passphrase: new Uint8Array(3), filePassphrase: new Uint8Array(3) });
});
