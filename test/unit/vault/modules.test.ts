import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../../electron/vault/index.ts', import.meta.url));

/** Modules that built code imports: its import statements and `import()` calls, not the ones in comments. */
function askedFor(code: string): readonly string[] {
  const found = [
    ...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|^[^/*\n]*\bimport\("([^"]+)"\)/gm),
  ];
  return [...new Set(found.map(([, from, bare, called]) => from ?? bare ?? called ?? ''))].sort();
}

test('the built vault imports only cryptography and the native call library', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, write: false, rolldownOptions: { external: ['koffi'], output: { codeSplitting: false } } },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = output;
  expect(others).toEqual([]);
  expect(askedFor(chunk.code)).toEqual(['koffi', 'node:buffer', 'node:crypto']);
  expect(chunk.code).not.toMatch(/\brequire\(|\beval\(|\bnew Function\(/);
});
