import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { download } from '../../../scripts/lib/download.mjs';
import { SetupProblem, Unreachable } from '../../../scripts/lib/problem.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const CONTENT = 'content '.repeat(10_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const quiet = () => {};

it('downloads, follows redirects and reports progress', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/from') response.writeHead(302, { location: '/to' }).end();
    else response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
  });
  const path = join(temporaryFolder(), 'file');
  const seen: number[] = [];
  await download(`${url}/from`, path, { sha256: SHA256, onProgress: (done, total) => seen.push(done / total) });
  expect(readFileSync(path, 'utf8')).toBe(CONTENT);
  expect(seen.at(-1)).toBe(1);
});

it('refuses a file that is not the expected one', async () => {
  const url = await serve((_request, response) => response.end('something else'));
  const path = join(temporaryFolder(), 'file');
  const problem = await download(url, path, { sha256: SHA256, onProgress: quiet }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(SetupProblem);
  expect(problem).not.toBeInstanceOf(Unreachable);
  expect(problem).toMatchObject({
    message: expect.stringContaining('not the expected'),
    byHand: [expect.stringContaining('ELECTRON_MIRROR'), expect.any(String)],
  });
});

it('reports the server’s error', async () => {
  const url = await serve((_request, response) => response.writeHead(403).end());
  const path = join(temporaryFolder(), 'file');
  await expect(download(url, path, { sha256: SHA256, onProgress: quiet })).rejects.toThrow(/127\.0\.0\.1:\d+: .*403/);
});

it('reports a missing answer', async () => {
  const path = join(temporaryFolder(), 'file');
  const nobody = 'http://127.0.0.1:1/file';
  await expect(download(nobody, path, { sha256: SHA256, onProgress: quiet })).rejects.toThrow(/127\.0\.0\.1:1: \S+/);
});

it('fails when the connection breaks half way', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.slice(0, 100), () => response.destroy());
  });
  const path = join(temporaryFolder(), 'file');
  await expect(download(url, path, { sha256: SHA256, onProgress: quiet })).rejects.toThrow();
});

it.each([
  ['an error of the server', (response: ServerResponse) => void response.writeHead(503).end()],
  ['a broken connection', (response: ServerResponse) => void response.destroy()],
  ['no answer', () => {}],
])('counts %s as unreachable', async (_what, answer) => {
  const url = await serve((_request, response) => answer(response));
  const options = { sha256: SHA256, onProgress: quiet, answerTimeoutMs: 300 };
  await expect(download(url, join(temporaryFolder(), 'file'), options)).rejects.toBeInstanceOf(Unreachable);
});

it.skipIf(!existsSync('/dev/full'))('does not count a full disk as unreachable', async () => {
  const url = await serve((_request, response) => response.end(CONTENT));
  const problem = download(url, '/dev/full', { sha256: SHA256, onProgress: quiet });
  await expect(problem).rejects.toMatchObject({ code: 'ENOSPC' });
});
