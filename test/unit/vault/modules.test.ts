import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../../electron/vault/index.ts', import.meta.url));

test('the built vault asks for nothing but cryptography and the native call library', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, write: false, rolldownOptions: { external: ['koffi'] } },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const asked = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !own.has(name));
  expect([...new Set(asked)].sort()).toEqual(['koffi', 'node:buffer', 'node:crypto', 'node:util']);
  const code = chunks.map(({ code: text }) => text).join('\n');
  expect(code).not.toMatch(/\brequire\(|\beval\(|new Function\(/);
}, 60_000);
