import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { AppError, type ErrorCode } from '../../../shared/errors/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A folder of this test file's own, removed with everything in it when the file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a function that makes a fresh path in the folder at every call. */
export function freshPaths(folder: string): (name: string) => string {
  let count = 0;
  return (name) => {
    count += 1;
    const place = join(folder, String(count));
    mkdirSync(place);
    return join(place, name);
  };
}

/**
 * Copies the files of a database that is still open to `target`, as a crash at this moment would leave them. Returns
 * `target`.
 */
export function afterCrash(source: string, target: string): string {
  for (const suffix of ['', '-wal', '.head'])
    if (existsSync(source + suffix)) copyFileSync(source + suffix, target + suffix);
  return target;
}

/** The error that the work throws, which must be ours. */
export function errorOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export function codeOf(work: () => unknown): ErrorCode {
  return errorOf(work).code;
}

/** The error of a promise, which must be ours. */
export async function rejectionOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error;
}

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

export interface ChildProgram {
  /** Starts the program with Electron's own Node. */
  start(values: readonly string[], options?: ChildOptions): ChildProcess;
  run(values: readonly string[], options?: ChildOptions): Promise<Run>;
}

export interface ChildOptions {
  /** Shell words before the program: `ulimit -f 8;`. */
  readonly shell?: string;
  /** A command that runs the program as its last arguments. */
  readonly prefix?: string;
  /** Overrides this process's environment. Undefined takes a variable away. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A program in TypeScript, bundled once for the test file and run in processes of its own. */
export function childProgram(source: URL): ChildProgram {
  const entry = fileURLToPath(source);
  // Inside node_modules, so that the native packages resolve from it.
  const folder = join(root, 'node_modules', '.cache', 'castellan-children', `${basename(entry, '.ts')}-${process.pid}`);
  const program = join(folder, 'program.mjs');
  const sqlite = Number(process.versions.napi) < 10 ? 'better-sqlite3-floor' : 'better-sqlite3';

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      root,
      resolve: { alias: [{ find: /^better-sqlite3$/, replacement: sqlite }] },
      ssr: { noExternal: true, external: [sqlite, 'keytar'] },
      build: {
        ssr: entry,
        outDir: folder,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start: ChildProgram['start'] = (values, options = {}) => {
    const environment = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...options.environment };
    const command = [process.execPath, program, ...values].map(quoted).join(' ');
    return spawn('/bin/bash', ['-c', `${options.shell ?? ''} exec ${options.prefix ?? ''} ${command}`], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  return {
    start,
    run: (values, options) =>
      new Promise((done, fail) => {
        const child = start(values, options);
        let output = '';
        let errors = '';
        child.stdout?.on('data', (data: Buffer) => {
          output += data.toString();
        });
        child.stderr?.on('data', (data: Buffer) => {
          errors += data.toString();
        });
        child.on('error', fail);
        child.on('close', (code, signal) => done({ code, signal, output, errors }));
      }),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
