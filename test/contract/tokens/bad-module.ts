import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('bad-module.c', import.meta.url));
const HEADERS = fileURLToPath(new URL('../../../node_modules/pkcs11js/includes/pkcs11', import.meta.url));

export interface Badness {
  readonly at: 'INITIALIZE' | 'LOGIN';
  readonly does: 'HANG' | 'CRASH' | 'REMOVED' | 'LOCKED' | 'NOTHING';
  /** Flags of the token beside the usual ones, as C writes them. */
  readonly flags?: string;
}

/** Compiles a module that fails in that way and returns its path. It has one token, “bad” in slot 7. */
export function compileBadModule(folder: string, { at, does, flags = '0' }: Badness): string {
  const path = join(folder, `${at}-${does}-${flags}.so`.toLowerCase());
  const defines = [`-DAT=${at}`, `-DDO=${does}`, `-DFLAGS=${flags}`];
  const { status, stderr } = spawnSync(
    'gcc',
    ['-shared', '-fPIC', '-Wall', ...defines, '-I', HEADERS, SOURCE, '-o', path],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return path;
}
