/** Globals that reach the network or run other code; the vault has no use for any of them. */
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

/** Doors to further native code and to modules that were not bundled. */
const DOORS = ['dlopen', 'binding', '_linkedBinding', 'getBuiltinModule'] as const;

/** Functions through which everything in Node that connects, listens or starts a process goes. */
const NETWORK: Readonly<Record<string, readonly string[]>> = {
  net: ['connect', 'createConnection', 'createServer', 'Socket.prototype.connect', 'Server.prototype.listen'],
  dgram: ['createSocket', 'Socket.prototype.bind', 'Socket.prototype.send', 'Socket.prototype.connect'],
  child_process: [
    'spawn',
    'spawnSync',
    'exec',
    'execSync',
    'execFile',
    'execFileSync',
    'fork',
    'ChildProcess.prototype.spawn',
  ],
};

/** The parts of Node's `process` that this file takes away; they are not all in its public types. */
export interface ProcessDoors {
  readonly getBuiltinModule: (name: string) => object | undefined;
}

/**
 * Takes away what the vault must never use, after everything it needs was loaded: network globals, sockets, child
 * processes, native loading and further built-in modules. It makes honest code fail loudly and injected code's way longer;
 * it is NOT a sandbox: code that runs in this process can still ask the kernel through a native module already loaded.
 */
export function confineProcess(target: ProcessDoors, globals: object): void {
  for (const [name, paths] of Object.entries(NETWORK)) {
    const loaded = target.getBuiltinModule(name);
    if (loaded !== undefined) for (const path of paths) replace(loaded, path.split('.'));
  }
  syncImports(target.getBuiltinModule('module'));
  for (const name of GLOBALS) Reflect.deleteProperty(globals, name);
  for (const name of DOORS) if (Reflect.has(target, name)) replace(target, [name]);
}

/** `import` of a built-in module hands out bindings of their own, which follow only when Node is told. */
function syncImports(loader: object | undefined): void {
  const sync: unknown = loader === undefined ? undefined : Reflect.get(loader, 'syncBuiltinESMExports');
  if (typeof sync === 'function') sync();
}

function replace(owner: object, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
    return;
  }
  const next: unknown = Reflect.get(owner, name);
  if ((typeof next === 'object' && next !== null) || typeof next === 'function') replace(next, rest);
}

function refuse(): never {
  throw new Error('The vault has no network, no child processes and loads nothing after its start.');
}
