import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../scripts/lib/package-identity.mjs';
import { macCode, macSteps, requireSigning, signingOf, windowsSteps } from '../../../scripts/lib/package-steps.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';

/** The commands for macOS and Windows, which ran on no such system. */
const words = (steps: readonly { file: string; args: string[] }[]) =>
  steps.map(({ file, args }) => [file, ...args].join(' '));

const UNSIGNED = signingOf({});
const SIGNED = signingOf({
  CASTELLAN_MAC_IDENTITY: 'Developer ID Application: Example (TEAM)',
  CASTELLAN_MAC_NOTARY_PROFILE: 'castellan',
  CASTELLAN_WINDOWS_THUMBPRINT: 'AB12',
  CASTELLAN_WINDOWS_TIMESTAMP: 'http://time.example',
});

describe('packages for macOS', () => {
  const FILES = [
    'Contents/Info.plist',
    'Contents/MacOS/Castellan',
    'Contents/Resources/app.asar.unpacked/node_modules/keytar/keytar.node',
    'Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework',
    'Contents/Frameworks/Electron Framework.framework/Versions/A/Libraries/libffmpeg.dylib',
    'Contents/Frameworks/Electron Framework.framework/Versions/A/Helpers/chrome_crashpad_handler',
    'Contents/Frameworks/Squirrel.framework/Versions/A/Resources/ShipIt',
    'Contents/Frameworks/Squirrel.framework/Versions/A/Resources/Info.plist',
    'Contents/Frameworks/Squirrel.framework/Versions/A/Squirrel',
    'Contents/Frameworks/Electron Helper (Plugin).app/Contents/MacOS/Electron Helper (Plugin)',
  ];
  const stepsWith = (signing: typeof SIGNED) =>
    words(
      macSteps({
        app: '/b/Castellan.app',
        icons: '/b/castellan.iconset',
        entitlements: '/r',
        code: macCode(FILES).map((path) => `/b/Castellan.app/${path}`),
        stem: '/o/castellan',
        identity: identityOf({ version: '0.2.0', testLayout: false }),
        signing,
      }),
    );

  it('sign every program, library and bundle before the bundle around it, and the application last', () => {
    const order = macCode(FILES);
    expect(order).toContain('Contents/Frameworks/Squirrel.framework/Versions/A/Resources/ShipIt');
    expect(order.filter((path) => path.endsWith('Info.plist'))).toEqual([]);
    expect(order).not.toContain('Contents/MacOS/Castellan');
    for (const path of order) {
      const inside = order.filter((other) => other.startsWith(`${path}/`));
      for (const each of inside) expect(order.indexOf(each)).toBeLessThan(order.indexOf(path));
    }
    const signed = stepsWith(SIGNED).filter((line) => line.startsWith('codesign --force'));
    expect(signed).toHaveLength(order.length + 1);
    expect(signed.at(-1)).toBe(
      'codesign --force --timestamp --options runtime --entitlements /r/entitlements.plist --sign Developer ID Application: Example (TEAM) /b/Castellan.app',
    );
  });

  it('let only the helper of the token process load libraries of others', () => {
    const plugin = stepsWith(SIGNED).filter((line) => line.includes('entitlements.plugin.plist'));
    expect(plugin).toHaveLength(2);
    for (const line of plugin) expect(line).toContain('Electron Helper (Plugin).app');
    const entitlements = (name: string) => readFileSync(inRoot('resources/darwin', name), 'utf8');
    expect(entitlements('entitlements.plist')).not.toContain('disable-library-validation');
    expect(entitlements('entitlements.plugin.plist')).toContain('disable-library-validation');
    for (const name of ['entitlements.plist', 'entitlements.plugin.plist'])
      expect(entitlements(name)).not.toMatch(/unsigned-executable|dyld|get-task-allow|network|files/);
  });

  it.skipIf(spawnSync('xmllint', ['--version']).status !== 0)('have well-formed entitlements (needs xmllint)', () => {
    for (const name of ['entitlements.plist', 'entitlements.plugin.plist'])
      execFileSync('xmllint', ['--noout', '--nonet', inRoot('resources/darwin', name)]);
  });

  it('are notarised and stapled before they are packed, and verified', () => {
    const steps = stepsWith(SIGNED);
    const at = (start: string) => steps.findIndex((line) => line.startsWith(start));
    expect(at('codesign --verify --deep --strict')).toBeGreaterThan(
      steps.lastIndexOf(steps.find((line) => line.startsWith('codesign --force'))!),
    );
    expect(at('xcrun notarytool submit /o/castellan.zip --keychain-profile castellan --wait')).toBeGreaterThan(0);
    expect(at('xcrun stapler staple')).toBeGreaterThan(at('xcrun notarytool'));
    expect(at('hdiutil create')).toBeGreaterThan(at('xcrun stapler'));
    expect(steps.at(-2)).toBe('ditto -c -k --keepParent /b/Castellan.app /o/castellan.zip');
  });

  it('for tests are signed for the machine alone, and sent to nobody', () => {
    const steps = stepsWith(UNSIGNED);
    expect(steps.join('\n')).not.toMatch(/notarytool|stapler|spctl/);
    const signed = steps.filter((line) => line.startsWith('codesign --force'));
    expect(signed.every((line) => line.includes('--timestamp=none'))).toBe(true);
    // Without a team, the hardened runtime would refuse the program's own libraries.
    expect(steps.join('\n')).not.toContain('--options');
    expect(signed.at(-1)).toBe(
      'codesign --force --timestamp=none --entitlements /r/entitlements.plist --sign - /b/Castellan.app',
    );
  });
});

describe('packages for Windows', () => {
  const options = { folder: 'C:/b/Castellan', code: ['C:/b/Castellan/castellan.exe'], stem: 'C:/o/castellan' };

  it('are signed with a time stamp and verified before they are packed', () => {
    expect(words(windowsSteps({ ...options, signing: SIGNED }))).toEqual([
      'signtool sign /fd SHA256 /td SHA256 /tr http://time.example /sha1 AB12 C:/b/Castellan/castellan.exe',
      'signtool verify /pa /all C:/b/Castellan/castellan.exe',
      'tar --auto-compress --create --file C:/o/castellan.zip --directory C:/b Castellan',
    ]);
  });

  it('for tests are not signed', () => {
    expect(words(windowsSteps({ ...options, signing: UNSIGNED }))).toHaveLength(1);
  });
});

describe('a release', () => {
  it.each(['darwin', 'win32'])('for %s is refused without everything that signs it', (platform) => {
    expect(() => requireSigning(platform, SIGNED)).not.toThrow();
    expect(() => requireSigning(platform, UNSIGNED)).toThrow(
      expect.objectContaining({ byHand: [expect.stringMatching(/CASTELLAN_\w+ and CASTELLAN_\w+/)] }),
    );
    const half = signingOf({ CASTELLAN_MAC_IDENTITY: 'x', CASTELLAN_WINDOWS_THUMBPRINT: 'AB12' });
    expect(() => requireSigning(platform, half)).toThrow('would not be signed');
  });
});
