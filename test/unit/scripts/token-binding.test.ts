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
  it('is built when a compiler works', () => {
    compiler('grep -q string');
    expect(canBuildBinding()).toBe(true);
  });

  it('is omitted without stopping set-up when the compiler is broken', () => {
    compiler('[ "$1" = --version ]');
    expect(canBuildBinding()).toBe(false);
  });

  it('is omitted without a compiler', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(canBuildBinding()).toBe(false);
  });
});

it.each(['darwin', 'win32'])('pkcs11js is built on %s for packages alone', (platform) => {
  expect([canBuildBinding({ platform }), canBuildBinding({ platform, packaging: true })]).toEqual([false, true]);
});
