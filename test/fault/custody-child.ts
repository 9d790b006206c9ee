import SqliteDatabase from 'better-sqlite3';

/**
 * The local service as a process of its own, without Electron around it. The channel of child_process replaces
 * Electron's port to main. The program that main would fork starts unchanged.
 */
const parentPort = {
  on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
    void process.on('message', (data) => listener({ data })),
  postMessage: (frame: unknown) => void process.send?.(frame),
};
Object.assign(process, { parentPort });

const user = process.env.CASTELLAN_TEST_USER;
if (user !== undefined) {
  // The native module has to be read before the rights to read it are given up.
  new SqliteDatabase(':memory:').close();
  process.setuid?.(Number(user));
}

await import('../../electron/custody/index.ts');
