import type * as FileSystem from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepare } from '../../../scripts/lib/prepare.mjs';
import { missingTokens } from '../../../scripts/lib/token-binding.mjs';

const state = vi.hoisted(() => ({ built: false, binding: false }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>();
  const existsSync = (path: string) => (`${path}`.endsWith('pkcs11.node') ? state.binding : real.existsSync(path));
  return { ...real, existsSync };
});
vi.mock('../../../scripts/lib/build.mjs', () => ({
  isBuilt: () => state.built,
  build: async () => {
    state.built = true;
  },
}));
// Tests run in the Node of Electron, which may be older than the one that set-up asks for.
vi.mock('../../../scripts/lib/platform.mjs', () => ({
  checkSystem: () => {},
  hasFloor: () => true,
  supportedSystems: () => [],
}));
vi.mock('../../../scripts/lib/lock.mjs', () => ({ takeLock: async () => ({ guard: () => {}, release: () => {} }) }));

afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(state, { built: false, binding: false });
});

describe.skipIf(process.platform !== 'linux')('set-up without a compiler', () => {
  const APT_LINE = 'apt-get install -y --no-install-recommends g++';

  it('says that keys on tokens are missing, and how to get them', async () => {
    vi.stubEnv('PATH', '/nowhere');
    const lines: string[] = [];
    const log = {
      line: (text: string) => void lines.push(text),
      progress: () => {},
      step: <T>(_title: string, work: () => Promise<T>) => work(),
    };
    expect(await prepare(log)).toMatchObject({ changed: true });
    const [line, ...others] = lines.filter((each) => each.includes('Keys on tokens are missing'));
    expect(line).toContain('because g++ is not installed');
    expect(line).toContain(APT_LINE);
    expect(others).toEqual([]);
  });

  it.each(['darwin', 'win32'])('names the command that compiles pkcs11js on %s', (platform) => {
    expect(missingTokens(platform)).toMatch(
      /npm exec --call "node-gyp rebuild --directory node_modules\/pkcs11js"\. It needs Python and a C\+\+ compiler/,
    );
  });

  it('says nothing once pkcs11js is compiled', () => {
    vi.stubEnv('PATH', '/nowhere');
    state.binding = true;
    expect(missingTokens()).toBeUndefined();
  });
});
