const { FLOORS, FLOWS } = require('./floors.cjs');
const { PLACES, DOORS, ENTRIES } = require('./import-matrix.cjs');

const ELECTRON = ['electron', 'electron/main', 'electron/common', 'electron/renderer', 'electron/utility'];
const PRODUCT = '^(shared|electron|renderer)/';

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** A file, or with a slash at its end a folder. */
const file = (path) => `^${literal(path)}${path.endsWith('/') ? '' : '$'}`;
/** `renderer` alone is the files directly in that folder; every other place is a whole tree. */
const place = (name) => (name.includes('/') ? `^${literal(name)}/` : `^${literal(name)}/[^/]+$`);
const npm = (name) => `(^|/)node_modules/${literal(name)}/`;
const builtIn = (name) => `^(node:)?${literal(name)}$`;
const packageOrBuiltIn = (name) => (name === 'electron' ? ELECTRON.map(builtIn) : [npm(name)]);
const isBuiltIn = (name) => name === 'crypto';

const importsOfPlaces = Object.entries(PLACES).map(([name, { places = [], packages = [], builtIns = [] }]) => ({
  name: `imports-of-${name.replaceAll('/', '-')}`,
  comment: `${name} may import only: ${[...places, ...packages, ...builtIns.map((each) => `node:${each}`)].join(', ') || 'itself'}.`,
  severity: 'error',
  // A place inside another has rules of its own.
  from: {
    path: place(name),
    pathNot: Object.keys(PLACES)
      .filter((other) => other.startsWith(`${name}/`))
      .map(place),
  },
  to: {
    couldNotResolve: false,
    pathNot: [...[name, ...places].map(place), ...packages.flatMap(packageOrBuiltIn), ...builtIns.map(builtIn)],
  },
}));

const doors = Object.entries(DOORS).map(([name, files]) => ({
  name: `door-of-${name}`,
  comment: `${name} is imported by ${files.join(' and ')} and by nothing else.`,
  severity: 'error',
  from: { path: PRODUCT, pathNot: files.map(file) },
  to: { path: isBuiltIn(name) ? builtIn(name) : npm(name) },
}));

/** A room of a place: a folder, or a file directly in it. */
const room = (place, name) => file(`${place}/${name}${name.endsWith('.ts') ? '' : '/'}`);

const floors = Object.entries(FLOORS).flatMap(([place, rooms]) =>
  rooms.map((name, floor) => ({
    name: `floor-of-${`${place}/${name}`.replaceAll('/', '-')}`,
    comment: `${place}/${name} imports only rooms on lower floors: ${rooms.slice(0, floor).join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: room(place, name) },
    to: { path: file(`${place}/`), pathNot: rooms.slice(0, floor + 1).map((each) => room(place, each)) },
  })),
);

const reach = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to, reachable: true },
});

/** Folders of the copies of @noble that the lock file has at version 2 or later. */
const currentNoble = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { version }]) => /(^|\/)@noble\/[a-z]+$/.test(path) && Number.parseInt(version, 10) >= 2)
    .map(([path]) => `^${literal(path)}/`);

/** The rules of dependency-cruiser, given the parsed package-lock.json. Each has a planted violation in plants.ts. */
const importRules = (lock) => [
  {
    name: 'known-places',
    comment: 'A new folder is given its row in PLACES first.',
    severity: 'error',
    from: { path: PRODUCT, pathNot: Object.keys(PLACES).map(place) },
    to: {},
  },
  ...importsOfPlaces,
  ...doors,
  ...floors,
  {
    name: 'known-rooms',
    comment: 'A new room is given its floor in FLOORS first.',
    severity: 'error',
    from: {
      path: Object.keys(FLOORS).map((place) => file(`${place}/`)),
      pathNot: Object.entries(FLOORS).flatMap(([place, rooms]) => rooms.map((name) => room(place, name))),
    },
    to: {},
  },
  {
    name: 'flows-only-from-the-surface',
    comment: 'Only the surface of a place imports its flows, which span rooms.',
    severity: 'error',
    from: { path: PRODUCT, pathNot: [`${FLOWS.room}/`, ...FLOWS.surface].map(file) },
    to: { path: file(`${FLOWS.room}/`) },
  },
  {
    name: 'index-is-the-edge',
    comment:
      'From outside, a folder of shared or a library folder of electron is imported through its index.ts; the rest is internal.',
    severity: 'error',
    from: { path: '^((?:electron/storage|electron|renderer)/[^/]+)', pathNot: '^electron/preload/' },
    to: {
      path: '^(shared/[^/]+|electron/(approvals|crypto|hardening|storage/[^/]+|client|engine|cli))/',
      pathNot: ['^$1/', '^(shared|electron|electron/storage)/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'features-stay-apart',
    comment: 'A feature does not import another; what two need moves to renderer/ui, renderer/form or shared.',
    severity: 'error',
    from: { path: '^renderer/features/([^/]+)/' },
    to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
  },
  reach(
    'engine-has-no-window',
    '^electron/(engine|cli)/',
    [...ELECTRON.map(builtIn), '^electron/(main|preload)/'],
    'Engine and command line are headless: what they need of Electron and of this machine is given to them.',
  ),
  reach(
    'page-never-reaches-the-machine',
    '^renderer/',
    [
      ...ELECTRON.map(builtIn),
      '^electron/',
      '^shared/processes/',
      '^(node:)?(fs|fs/promises|net|http|https|child_process|crypto|os|path|process|worker_threads)$',
    ],
    'Nothing the page imports, however far down, leads to Electron, Node or the messages of the vault.',
  ),
  reach(
    'preload-carries-no-schemas',
    '^electron/preload/',
    npm('typebox'),
    'The preload takes names and channels from a file without schemas: main checks, and every window loads the preload.',
  ),
  reach(
    'vault-never-reaches-outside',
    '^electron/(vault|token)/',
    [
      ...ELECTRON.map(builtIn),
      '^(node:)?(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|worker_threads|inspector|repl)$',
      npm('better-sqlite3'),
      npm('keytar'),
      '^electron/(main|engine|cli|preload|storage|client|custody)/',
    ],
    'Vault and token processes have no network, no files, no child process and no database, directly or through a helper.',
  ),
  reach(
    'custody-never-reaches-electron',
    '^electron/custody/',
    [...ELECTRON.map(builtIn), npm('keytar'), '^electron/(main|engine|cli|preload|vault|storage/(?!sqlite/)|client/)'],
    'The local service runs on plain Node and knows nothing of the workstation around it.',
  ),
  reach(
    'children-are-started-by-path',
    '^(electron/(main|engine|cli|preload|storage|client|crypto)|shared)/',
    '^electron/(vault|token|custody)/',
    'Vault, token processes and custody are separate programs: importing them would run their code in this process.',
  ),
  {
    name: 'noble-is-current',
    comment: 'Only @noble 2.x is shipped; 1.x comes with dev-dependencies, lacks later checks and stays there.',
    severity: 'error',
    from: { path: PRODUCT },
    to: { path: '(^|/)node_modules/@noble/', pathNot: currentNoble(lock), reachable: true },
  },
  {
    name: 'no-dev-dependency',
    comment:
      'What the product imports is a dependency of package.json, not a dev-dependency or a guest of another package. One is optional, and its door knows.',
    severity: 'error',
    from: { path: PRODUCT },
    to: {
      pathNot: npm('pkcs11js'),
      dependencyTypes: ['npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'],
    },
  },
  {
    name: 'no-tests-or-scripts',
    comment: 'The product imports neither tests, scripts, built files nor code kept among the resources.',
    severity: 'error',
    from: { path: PRODUCT },
    to: { path: ['^(test|scripts|out|dist)/', '^resources/.*\\.[cm]?[jt]sx?$'] },
  },
  {
    name: 'set-up-needs-nothing',
    comment:
      'Scripts run before anything is installed: they load built-in modules and each other, and a package only by import() when it is there.',
    severity: 'error',
    // Plugins of the build run after set-up.
    from: { path: '^scripts/', pathNot: '^scripts/lib/language/' },
    to: { dynamic: false, pathNot: '^scripts/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'no-cycles',
    comment: 'A cycle, even of types, hides which of its files is the lower one.',
    severity: 'error',
    from: { pathNot: 'node_modules/' },
    to: { circular: true },
  },
  {
    name: 'no-dead-files',
    comment: `Every source file is reached from one of: ${ENTRIES.join(', ')}.`,
    severity: 'error',
    from: { path: ENTRIES.map(file) },
    to: { path: PRODUCT, pathNot: ['\\.d\\.ts$', ...ENTRIES.map(file)], reachable: false },
  },
  {
    name: 'no-unresolved-imports',
    comment: 'An import that leads nowhere would slip through every other rule.',
    severity: 'error',
    from: { pathNot: 'node_modules/' },
    to: { couldNotResolve: true },
  },
];

module.exports = { importRules, ELECTRON };
