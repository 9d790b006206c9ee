/**
 * The software bill of materials of a package: CycloneDX 1.6, made from the build's own list and the lock file. The
 * same package gives the same bytes, so it has no serial number and no time.
 */

/**
 * @typedef {{ name: string, version: string }} Part an npm package, by the name in its manifest.
 *
 * @typedef {object} LockEntry
 * @property {string} [name] when the folder has another name.
 * @property {string} [version]
 * @property {string} [integrity] `sha512-` and base64.
 * @property {string} [license] SPDX.
 * @property {Record<string, string>} [dependencies]
 *
 * @typedef {object} ElectronFacts
 * @property {string} version
 * @property {string} archive file that it was taken from.
 * @property {{ alg: 'SHA-256' | 'SHA-512', content: string }} digest of that archive, in hexadecimal.
 * @property {{ name: string, version: string }[]} contents Chromium, Node.js and V8
 */

/**
 * Data that the program contains, of a public Git repository on GitHub.
 * @typedef {object} DataFacts
 * @property {string} source `https://github.com/OWNER/NAME`
 * @property {string} commit
 * @property {string} date of the commit.
 * @property {string} license SPDX.
 * @property {string} sha256 of the file in the program's sources, in hexadecimal
 */

/**
 * Returns the bill of materials as JSON text.
 * @param {object} options
 * @param {import('./package-identity.mjs').Identity} options.identity
 * @param {readonly Part[]} options.parts everything that ships from npm. Throws an Error for one that the lock file lacks.
 * @param {Record<string, LockEntry>} options.lock `packages` of package-lock.json.
 * @param {ElectronFacts} options.electron
 * @param {readonly DataFacts[]} options.data
 * @param {string} options.commit
 */
export function billOfMaterials({ identity, parts, lock, electron, data, commit }) {
  const found = [...new Map(parts.map((part) => [purlOf(part), lockEntryOf(part, lock)]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const components = [
    electronComponent(electron),
    ...data.map(dataComponent),
    ...found.map(([purl, entry]) => componentOf(purl, entry)),
  ];
  const own = `pkg:generic/castellan@${identity.version}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: identity.name,
        version: identity.version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: own,
        properties: [{ name: 'castellan:commit', value: commit }],
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: components.map((component) => component['bom-ref']) },
      ...found.map(([ref, { dependencies = {} }]) => ({
        ref,
        dependsOn: found.filter(([, entry]) => Object.hasOwn(dependencies, nameOf(entry))).map(([other]) => other),
      })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The package URL of an npm package. @param {Part} part */
export const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @typedef {LockEntry & { path: string }} Found */

/** @param {Found} entry @returns {string} the name by which packages depend on it */
const nameOf = ({ path }) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** @param {Part} part @param {Record<string, LockEntry>} lock @returns {Found} */
function lockEntryOf({ name, version }, lock) {
  for (const [path, entry] of Object.entries(lock)) {
    const named = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path !== '' && named === name && entry.version === version) return { ...entry, path };
  }
  throw new Error(`package-lock.json has no ${name} ${version}`);
}

/** @param {string} purl @param {Found} entry */
function componentOf(purl, entry) {
  const { integrity = '', license, version } = entry;
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
  if (digest === undefined) throw new Error(`package-lock.json has no digest of ${purl}`);
  const name = entry.name ?? nameOf(entry);
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: scope === undefined ? name : name.slice(scope.length + 1),
    version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    ...(license === undefined ? {} : { licenses: licencesOf(license) }),
    purl,
  };
}

/** @param {string} license */
const licencesOf = (license) =>
  license.includes(' ') ? [{ expression: license.replace(/^\((.*)\)$/, '$1') }] : [{ license: { id: license } }];

/** @param {ElectronFacts} electron */
function electronComponent({ version, archive, digest, contents }) {
  const purl = `pkg:github/electron/electron@v${version}`;
  return {
    type: 'framework',
    'bom-ref': purl,
    name: 'electron',
    version,
    hashes: [digest],
    licenses: [{ license: { id: 'MIT' } }],
    purl,
    properties: [{ name: 'castellan:archive', value: archive }],
    components: contents.map((part) => ({
      type: 'library',
      'bom-ref': `${purl}#${part.name}`,
      name: part.name,
      version: part.version,
    })),
  };
}

/** @param {DataFacts} data */
function dataComponent({ source, commit, date, license, sha256 }) {
  const path = source.replace('https://github.com/', '');
  const purl = `pkg:github/${path}@${commit}`;
  return {
    type: 'data',
    'bom-ref': purl,
    name: path.slice(path.indexOf('/') + 1),
    version: date,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { id: license } }],
    purl,
    externalReferences: [{ type: 'vcs', url: source }],
    properties: [{ name: 'castellan:commit', value: commit }],
  };
}
