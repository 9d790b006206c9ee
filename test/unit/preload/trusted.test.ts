import { beforeAll, expect, it, vi } from 'vitest';
import { TRUSTED_BRIDGE_NAME, TRUSTED_CHANNELS, type TrustedBridge } from '../../../shared/ipc/index.ts';

const fakes = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  listeners: new Map<string, (event: unknown, frame: unknown) => void>(),
  sent: [] as unknown[],
  posted: [] as unknown[],
}));
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => fakes.exposed.set(name, value) },
  ipcRenderer: {
    on: (channel: string, listener: (event: unknown, frame: unknown) => void) => fakes.listeners.set(channel, listener),
    send: (channel: string, frame: unknown) => fakes.sent.push(structuredClone([channel, frame])),
  },
}));

type Bytes = Uint8Array<ArrayBuffer>;
type Triple = [Bytes, Bytes, Bytes];

let bridge: TrustedBridge;
beforeAll(async () => {
  vi.stubGlobal('window', {
    postMessage: (message: unknown, origin: string) => fakes.posted.push([message, origin]),
  });
  await import('../../../electron/preload/trusted.ts');
  bridge = fakes.exposed.get(TRUSTED_BRIDGE_NAME) as TrustedBridge;
});

it('gives the trusted window exactly four functions', () => {
  expect([...fakes.exposed.keys()]).toEqual([TRUSTED_BRIDGE_NAME]);
  expect(Object.keys(bridge)).toEqual(['confirm', 'refuse', 'copy', 'resize']);
});

it('sends the readers of a file of age, and wipes its passphrase', () => {
  const filePassphrase = Uint8Array.of(7, 8);
  const yes = { passphrase: null, format: 'age', keep: null, typed: null, sealTo: null } as const;
  bridge.confirm(5, { ...yes, recipients: ['age1a'] });
  bridge.confirm(6, { ...yes, filePassphrase });
  expect(fakes.sent.splice(0)).toEqual([
    [TRUSTED_CHANNELS.confirm, { id: 5, ...yes, recipients: ['age1a'] }],
    [TRUSTED_CHANNELS.confirm, { id: 6, ...yes, filePassphrase: Uint8Array.of(7, 8) }],
  ]);
  expect([...filePassphrase]).toEqual([0, 0]);
});

it('sends each answer on its own channel and wipes passphrases and copied secrets', () => {
  const [passphrase, sealTo, text] = [[1, 2, 3], [4], [5, 6]].map((bytes) => Uint8Array.from(bytes)) as Triple;
  bridge.confirm(7, { passphrase, format: null, keep: 'day', typed: null, sealTo });
  bridge.refuse(8);
  bridge.copy(9, text);
  bridge.resize(10, 480);
  expect(fakes.sent).toEqual([
    [
      TRUSTED_CHANNELS.confirm,
      {
        id: 7,
        passphrase: Uint8Array.from([1, 2, 3]),
        format: null,
        keep: 'day',
        typed: null,
        sealTo: Uint8Array.of(4),
      },
    ],
    [TRUSTED_CHANNELS.refuse, { id: 8 }],
    [TRUSTED_CHANNELS.copy, { id: 9, text: Uint8Array.from([5, 6]) }],
    [TRUSTED_CHANNELS.resize, { id: 10, height: 480 }],
  ]);
  expect([[...passphrase], [...text]]).toEqual([
    [0, 0, 0],
    [0, 0],
  ]);
});

it('passes questions to its own page only', () => {
  fakes.listeners.get(TRUSTED_CHANNELS.show)?.({}, 'a question');
  expect(fakes.posted).toEqual([[{ [TRUSTED_BRIDGE_NAME]: 'a question' }, '/']]);
});
