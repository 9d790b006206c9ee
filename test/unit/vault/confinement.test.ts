import { expect, test } from 'vitest';
import { confineProcess, hardenProcess } from '../../../electron/hardening/index.ts';

/** Copies of the parts that the vault removes, so that the test's own process keeps its own. */
function fakeProcess() {
  class Socket {
    connect = undefined as unknown;
  }
  Socket.prototype.connect = () => 'connected';
  class Server {
    listen = undefined as unknown;
  }
  Server.prototype.listen = () => 'listening';
  const modules: Record<string, Record<string, unknown>> = {
    net: {
      connect: () => 'connected',
      createConnection: () => 'connected',
      createServer: () => 'server',
      Socket,
      Server,
    },
    child_process: { spawn: () => 'child', execFileSync: () => 'child' },
  };
  const target = {
    getBuiltinModule: (name: string) => modules[name],
    dlopen: () => 'loaded',
    binding: () => 'bound',
    _linkedBinding: () => 'bound',
    pid: 1,
  };
  return { modules, target, Socket, Server };
}

test('removes network, child processes and loading, and keeps the rest', () => {
  const { modules, target, Socket, Server } = fakeProcess();
  const globals = { fetch: () => 'fetched', WebSocket: class {}, WebAssembly: {}, structuredClone, TextEncoder };
  confineProcess(target, globals);
  expect(Object.keys(globals)).toEqual(['structuredClone', 'TextEncoder']);
  for (const gone of [
    target.dlopen,
    target.binding,
    target._linkedBinding,
    target.getBuiltinModule as () => unknown,
    modules.net?.connect as () => unknown,
    modules.net?.createServer as () => unknown,
    modules.child_process?.spawn as () => unknown,
    Socket.prototype.connect as () => unknown,
    Server.prototype.listen as () => unknown,
  ]) {
    expect(() => gone()).toThrowError(/no network/);
  }
  expect(target.pid).toBe(1);
});

test('removed functions cannot be restored', () => {
  const { target } = fakeProcess();
  confineProcess(target, {});
  expect(() => Object.defineProperty(target, 'dlopen', { value: () => 'loaded' })).toThrowError(TypeError);
});

test('a system without these calls reports no confinement', async () => {
  expect(await hardenProcess('win32', new Uint8Array(1))).toEqual({
    notDumpable: false,
    noCore: false,
    lockedMemory: false,
  });
});
