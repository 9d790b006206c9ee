import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canBuildBinding } from '../../../scripts/lib/token-binding.mjs';
import { temporaryFolder } from './temporary-folder.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Puts a compiler before that of the system. */
function compiler(script: string): void {
  const folder = temporaryFolder();
  const path = join(folder, 'g++');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
}

describe.skipIf(process.platform !== 'linux')('pkcs11js', () => {
  it('is built where a compiler compiles', () => {
    compiler('grep -q string');
    expect(canBuildBinding()).toBe(true);
  });

  it('is left out, and stops no set-up, where a compiler is there and broken', () => {
    compiler('[ "$1" = --version ]');
    expect(canBuildBinding()).toBe(false);
  });

  it('is left out where there is none', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(canBuildBinding()).toBe(false);
  });
});
