import { SetupProblem } from './problem.mjs';

/**
 * The steps that make packages on macOS and Windows, with the tools of those systems. Nobody has run them: tests compare
 * them with the expected commands only.
 */

/** @typedef {{ file: string, args: string[] }} Step one program with its arguments */

/**
 * The inputs of a signature. A release is refused without them.
 * @typedef {object} Signing
 * @property {string | undefined} macIdentity name of a “Developer ID Application” certificate in the keychain.
 * @property {string | undefined} macNotaryProfile name of a profile of `xcrun notarytool store-credentials`.
 * @property {string | undefined} windowsThumbprint SHA-1 thumbprint of a code signing certificate in the user's store.
 * @property {string | undefined} windowsTimestamp address of an RFC 3161 time stamp service
 */

/** The id of the application, as in its Linux metadata. */
export const APPLICATION_ID = 'example.castellan.Castellan';

/** Returns the inputs of a signature. @param {NodeJS.ProcessEnv} environment @returns {Signing} */
export const signingOf = (environment) => ({
  macIdentity: environment.CASTELLAN_MAC_IDENTITY,
  macNotaryProfile: environment.CASTELLAN_MAC_NOTARY_PROFILE,
  windowsThumbprint: environment.CASTELLAN_WINDOWS_THUMBPRINT,
  windowsTimestamp: environment.CASTELLAN_WINDOWS_TIMESTAMP,
});

/**
 * Refuses a release that would not be signed.
 * @param {string} platform
 * @param {Signing} signing
 * @throws {SetupProblem}
 */
export function requireSigning(platform, signing) {
  const [names, values] =
    platform === 'darwin'
      ? [
          ['CASTELLAN_MAC_IDENTITY', 'CASTELLAN_MAC_NOTARY_PROFILE'],
          [signing.macIdentity, signing.macNotaryProfile],
        ]
      : [
          ['CASTELLAN_WINDOWS_THUMBPRINT', 'CASTELLAN_WINDOWS_TIMESTAMP'],
          [signing.windowsThumbprint, signing.windowsTimestamp],
        ];
  if (values.every((value) => value !== undefined && value !== '')) return;
  throw new SetupProblem('The release would not be signed, so nothing was packaged.', [
    `Set ${names.join(' and ')} (docs/releasing.md), or make a package for tests only: npm run package -- --test-layout`,
  ]);
}

/**
 * The steps from an application folder to a signed archive and disk image.
 * @param {object} options
 * @param {string} options.app path of Castellan.app.
 * @param {string} options.icons folder with the PNG files of the icon, named as iconutil wants them.
 * @param {string} options.entitlements folder with the two entitlement files.
 * @param {readonly string[]} options.code paths of the programs and libraries in the application, the innermost first.
 * @param {string} options.stem path of the packages without their suffix.
 * @param {import('./package-identity.mjs').Identity} options.identity
 * @param {Signing} options.signing without an identity, the application is signed for this machine alone
 * @returns {Step[]}
 */
export function macSteps({ app, icons, entitlements, code, stem, identity, signing }) {
  const { macIdentity = '-', macNotaryProfile } = signing;
  const plist = `${app}/Contents/Info.plist`;
  const replaced = /** @type {const} */ ([
    ['CFBundleIdentifier', APPLICATION_ID],
    ['CFBundleName', 'Castellan'],
    ['CFBundleDisplayName', identity.title],
    ['CFBundleExecutable', 'Castellan'],
    ['CFBundleIconFile', 'castellan.icns'],
    ['CFBundleShortVersionString', identity.version],
    ['CFBundleVersion', identity.version],
  ]);
  const scheme = [{ CFBundleURLName: APPLICATION_ID, CFBundleURLSchemes: ['castellan'] }];
  const sign = (/** @type {string} */ path) => step('codesign', ...signArguments(path, macIdentity, entitlements));
  const notarised =
    macNotaryProfile === undefined
      ? []
      : [
          step('ditto', '-c', '-k', '--keepParent', app, `${stem}.zip`),
          step('xcrun', 'notarytool', 'submit', `${stem}.zip`, '--keychain-profile', macNotaryProfile, '--wait'),
          step('xcrun', 'stapler', 'staple', app),
          step('spctl', '--assess', '--type', 'execute', app),
        ];
  return [
    ...replaced.map(([key, value]) => step('plutil', '-replace', key, '-string', value, plist)),
    step('plutil', '-replace', 'CFBundleURLTypes', '-json', JSON.stringify(scheme), plist),
    step('iconutil', '--convert', 'icns', '--output', `${app}/Contents/Resources/castellan.icns`, icons),
    ...[...code, app].map(sign),
    step('codesign', '--verify', '--deep', '--strict', app),
    ...notarised,
    step('ditto', '-c', '-k', '--keepParent', app, `${stem}.zip`),
    step('hdiutil', 'create', '-volname', identity.title, '-srcfolder', app, '-format', 'UDZO', '-ov', `${stem}.dmg`),
  ];
}

/** @param {string} path @param {string} identity @param {string} entitlements */
function signArguments(path, identity, entitlements) {
  const file = path.includes('Helper (Plugin).app') ? 'entitlements.plugin.plist' : 'entitlements.plist';
  // A signature for this machine alone has no time of a service. It has no team either, so the hardened runtime would
  // refuse the program's own libraries.
  const kind = identity === '-' ? ['--timestamp=none'] : ['--timestamp', '--options', 'runtime'];
  return ['--force', ...kind, '--entitlements', `${entitlements}/${file}`, '--sign', identity, path];
}

/**
 * The steps from a folder to a signed archive.
 * @param {object} options
 * @param {string} options.folder path of the program's folder.
 * @param {readonly string[]} options.code paths of the programs and libraries in it.
 * @param {string} options.stem path of the archive without its suffix.
 * @param {Signing} options.signing without a certificate, nothing is signed
 * @returns {Step[]}
 */
export function windowsSteps({ folder, code, stem, signing }) {
  const { windowsThumbprint, windowsTimestamp } = signing;
  const [parent, name] = [folder.slice(0, folder.lastIndexOf('/')), folder.slice(folder.lastIndexOf('/') + 1)];
  const signed =
    windowsThumbprint === undefined || windowsTimestamp === undefined
      ? []
      : [
          step(
            'signtool',
            ...['sign', '/fd', 'SHA256', '/td', 'SHA256', '/tr', windowsTimestamp, '/sha1', windowsThumbprint],
            ...code,
          ),
          step('signtool', 'verify', '/pa', '/all', ...code),
        ];
  // The tar of Windows is bsdtar, which makes the archive that the suffix names.
  return [...signed, step('tar', '--auto-compress', '--create', '--file', `${stem}.zip`, '--directory', parent, name)];
}

/** @param {string} file @param {...string} args @returns {Step} */
const step = (file, ...args) => ({ file, args });

/** The programs and libraries by their path. ShipIt is the only program among the resources of a framework. */
const CODE = [/\.(?:dylib|node|so)$/, /\/(?:MacOS|Helpers)\/[^/]+$/, /\/Resources\/ShipIt$/];

/**
 * Orders the signed files of an application: the innermost first, as codesign needs them. A bundle follows its content.
 * @param {readonly string[]} paths all files below the application, with `/`
 * @returns {string[]} programs, libraries and bundles, without the application itself
 */
export function macCode(paths) {
  const bundles = new Set();
  // The application's own program is signed with the application.
  const inside = paths.filter((path) => !path.startsWith('Contents/MacOS/'));
  const files = inside.filter((path) => CODE.some((rule) => rule.test(path)));
  for (const path of inside) {
    const parts = path.split('/');
    for (const [index, part] of parts.entries())
      if (/\.(?:app|framework)$/.test(part)) bundles.add(parts.slice(0, index + 1).join('/'));
  }
  const depth = (/** @type {string} */ path) => path.split('/').length;
  return [...new Set([...files, ...bundles])].sort((one, other) => depth(other) - depth(one) || (one < other ? -1 : 1));
}
