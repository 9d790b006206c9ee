/** Globals that reach the network or run other code. A process that holds keys needs none of them. */
const GLOBALS = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'WebTransport',
  'Request',
  'Response',
  'WebAssembly',
  'Worker',
  'navigator',
] as const;

/** Functions of `process` that load native code or unbundled modules, or write a report of its state to disk. */
const DOORS = ['dlopen', 'binding', '_linkedBinding', 'report.writeReport', 'getBuiltinModule'] as const;

/** Every function of a module. */
const ALL = '*';

/**
 * Node's functions for connecting, listening, DNS, processes, threads, files, modules, code from text and memory dumps.
 * Connections accepted by an existing listener use none of them. SQLite opens its files without them.
 */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  net: ['connect', 'createConnection', 'createServer', 'Socket.prototype.connect', 'Server.prototype.listen'],
  dgram: ['createSocket', 'Socket.prototype.bind', 'Socket.prototype.send', 'Socket.prototype.connect'],
  dns: [ALL],
  'dns/promises': [ALL],
  child_process: [ALL, 'ChildProcess.prototype.spawn'],
  worker_threads: ['Worker'],
  fs: [ALL],
  'fs/promises': [ALL],
  module: ['_load', 'createRequire', 'register'],
  vm: [ALL],
  v8: ['getHeapSnapshot', 'setFlagsFromString', 'writeHeapSnapshot'],
};

/** The members of Node's `process` that this file removes. Not all are in its public types. */
export interface ProcessDoors {
  readonly getBuiltinModule: (name: string) => object | undefined;
}

/**
 * Removes the functions that a process with keys must never use: network globals, sockets, files, child processes,
 * native loading and further built-in modules. To be called after everything needed was loaded and listens. Honest code
 * then fails loudly, and injected code has more work. It is NOT a sandbox: code that runs in this process can still ask
 * the kernel through a native module already loaded.
 */
export function confineProcess(target: ProcessDoors, globals: object): void {
  const loader = target.getBuiltinModule('module');
  for (const [name, paths] of Object.entries(MODULES)) {
    const loaded = target.getBuiltinModule(name);
    if (loaded === undefined) continue;
    for (const path of paths) {
      if (path === ALL) replaceFunctions(loaded);
      else replace(loaded, path.split('.'));
    }
  }
  syncImports(loader);
  for (const name of GLOBALS) Reflect.deleteProperty(globals, name);
  for (const name of DOORS) replace(target, name.split('.'));
}

/** `import` of a built-in module has bindings of its own, which change only after `syncBuiltinESMExports`. */
function syncImports(loader: object | undefined): void {
  const sync: unknown = loader === undefined ? undefined : Reflect.get(loader, 'syncBuiltinESMExports');
  if (typeof sync === 'function') sync();
}

/** Replaces every function except base classes, which connect and open through the functions. */
function replaceFunctions(owner: object): void {
  for (const name of Object.keys(owner)) {
    if (/^[a-z_]/.test(name) && typeof Reflect.get(owner, name) === 'function') replace(owner, [name]);
  }
}

function replace(owner: object, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined || !Reflect.has(owner, name)) return;
  if (rest.length === 0) {
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
    return;
  }
  const next: unknown = Reflect.get(owner, name);
  if ((typeof next === 'object' && next !== null) || typeof next === 'function') replace(next, rest);
}

function refuse(): never {
  throw new Error('This process has no network, files or child processes, and loads no code after its start.');
}
