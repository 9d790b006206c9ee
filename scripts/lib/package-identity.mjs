import { readJson } from './npm.mjs';
import { inRoot } from './paths.mjs';

/**
 * The names of one package. A package for tests says so wherever its name or version is shown.
 * @typedef {object} Identity
 * @property {string} name of the Debian package.
 * @property {string} title shown by desktops.
 * @property {string} version of the program.
 * @property {string} released the version without the mark of a test package, as CHANGELOG.md has it.
 * @property {string} debian the version in Debian's form, which sorts a pre-release before its release.
 * @property {boolean} testLayout
 */

/** The maintainer of the package. The address is a placeholder until there is a public one. */
export const MAINTAINER = 'Castellan maintainers <maintainers@castellan.example>';

/**
 * @param {{ version: string, testLayout: boolean }} options version of package.json.
 * @returns {Identity}
 */
export function identityOf({ version, testLayout }) {
  const own = testLayout ? `${version}-test` : version;
  return {
    name: testLayout ? 'castellan-test' : 'castellan',
    title: testLayout ? 'Castellan (test package)' : 'Castellan',
    version: own,
    released: version,
    debian: own.replaceAll('-', '~'),
    testLayout,
  };
}

/** The identity of packages of this checkout. @param {boolean} testLayout */
export const packageIdentity = (testLayout) =>
  identityOf({ .../** @type {{ version: string }} */ (readJson(inRoot('package.json'))), testLayout });
