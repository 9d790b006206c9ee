import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { build, createServer as createLoader } from 'vite';

const ENTRY = '\0page';
const SERVICE = fileURLToPath(new URL('../contract/start-service.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../peers/sdk/core.ts', import.meta.url));

/** The program of docs/sdk.md for pages, as a browser loads it: files by their names, the first of which begins. */
async function bundled(): Promise<ReadonlyMap<string, string>> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? ENTRY : undefined),
        load: (id) =>
          id === ENTRY ? `import { core } from ${JSON.stringify(PROGRAM)}; globalThis.program = core;` : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: 'page', external: /react-native/ } },
  });
  const { output } = made as Extract<typeof made, { output: unknown }>;
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const [first] = chunks.filter(({ isEntry }) => isEntry);
  const files = chunks.map(({ fileName, code }): [string, string] => [`/${fileName}`, code]);
  return new Map([['/', `<!doctype html><script type="module" src="/${first?.fileName}"></script>`], ...files]);
}

declare global {
  var program: typeof import('../peers/sdk/core.ts').core;
  var register: (publicKey: string) => Promise<void>;
}

/** The local service, loaded as the build loads it: only that knows how it has its WebAssembly. */
async function start() {
  const loader = await createLoader({
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  });
  const { startService } = (await loader.ssrLoadModule(SERVICE)) as typeof import('../contract/start-service.ts');
  const service = await startService();
  return { service, end: () => Promise.all([service.stop(), loader.close()]) };
}

test('a page of another origin on this machine uses the official client', async ({ page }) => {
  const [{ service, end }, files] = await Promise.all([start(), bundled()]);
  const server = createServer(({ url = '' }, response) => {
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(files.get(url) ?? '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await page.exposeFunction('register', async (publicKey: string) => {
      const apiKeys = [{ apiKeyName: 'Page', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
      const { userId } = service;
      await service.client.createApiKeys(service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }));
    });
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => globalThis.program !== undefined);
    expect(await page.evaluate((ready) => globalThis.program(ready, globalThis.register), service.ready)).toBe(
      'Operator',
    );
  } finally {
    server.close();
    await end();
  }
});
