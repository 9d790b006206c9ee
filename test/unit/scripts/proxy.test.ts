import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkRegistry } from '../../../scripts/lib/check-registry.mjs';
import { download } from '../../../scripts/lib/download.mjs';
import { explain, Unreachable } from '../../../scripts/lib/problem.mjs';
import { networkOf, proxyFor, readNetwork } from '../../../scripts/lib/proxy.mjs';
import { AUTHORITY, INTERMEDIATE, SERVER, SERVER_KEY } from '../main/certificates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CONTENT = 'the runtime';
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const onProgress = () => {};
const target = () => join(temporaryFolder(), 'file');

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

async function listen(server: { listen: Server['listen']; address: Server['address'] }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that only a proxy can find, because its name is in no directory. */
async function hiddenServer() {
  const server = createTlsServer({ cert: `${SERVER}\n${INTERMEDIATE}`, key: SERVER_KEY }, (_request, response) =>
    response.end(CONTENT),
  );
  const port = await listen(server);
  const asked: { path: string; credentials: string | undefined }[] = [];
  const proxy = createServer().on('connect', (request, socket, head) => {
    asked.push({ path: request.url ?? '', credentials: request.headers['proxy-authorization'] });
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const each of [tunnel, socket]) each.on('error', () => tunnel.destroy());
  });
  const proxyPort = await listen(proxy);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    proxy.close();
  });
  return { url: 'https://custody.test/electron.zip', proxy: `127.0.0.1:${proxyPort}`, asked };
}

/** A proxy that accepts connections and never answers. */
async function silentProxy(): Promise<string> {
  const server = createPlainServer((socket) => void socket.on('error', () => {}));
  const port = await listen(server as unknown as Server);
  onTestFinished(() => void server.close());
  return `127.0.0.1:${port}`;
}

describe('npm', () => {
  const options = { what: 'The installation', timeoutMs: 5_000 };
  const registry = 'https://custody.test/';

  it('starts where its registry answers, through the proxy of npm', async () => {
    const { proxy } = await hiddenServer();
    const settings = { registry, 'https-proxy': proxy, cafile: file('authority.pem', AUTHORITY) };
    expect(await checkRegistry(networkOf(settings, {}), options)).toBeUndefined();
  });

  it('does not start where its registry proves no known identity, unless it accepts any', async () => {
    const { proxy } = await hiddenServer();
    const settings = { registry, 'https-proxy': proxy };
    const problem = await checkRegistry(networkOf(settings, {}), options).catch((error: unknown) => error);
    expect(explain(problem)).toMatch(/^custody\.test did not prove its identity[\s\S]*npm config set cafile/);
    expect(await checkRegistry(networkOf({ ...settings, 'strict-ssl': false }, {}), options)).toBeUndefined();
  });

  it('does not start where its proxy refuses connections', async () => {
    const settings = { registry, 'https-proxy': 'http://operator:s3cret@127.0.0.1:1' };
    const problem = await checkRegistry(networkOf(settings, {}), options).catch((error: unknown) => error);
    expect(explain(problem).split('\n')).toEqual([
      expect.stringMatching(
        /through the proxy http:\/\/127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)\. The installation was not started\.$/,
      ),
      expect.stringContaining('npm used the proxy http://127.0.0.1:1. '),
    ]);
    expect(explain(problem)).not.toContain('s3cret');
  });

  it('itself reports a registry that is not there', async () => {
    const network = networkOf({ registry: 'http://127.0.0.1:1/' }, {});
    expect(await checkRegistry(network, options)).toBeUndefined();
  });
});

describe('a download', () => {
  it('goes through the proxy of npm, and trusts the authority in its cafile', async () => {
    const { url, proxy, asked } = await hiddenServer();
    const network = networkOf(
      { 'https-proxy': `http://operator:s3cret@${proxy}`, cafile: file('authority.pem', AUTHORITY) },
      {},
    );
    const path = target();
    await download(url, path, { sha256, onProgress, network });
    expect(readFileSync(path, 'utf8')).toBe(CONTENT);
    const credentials = `Basic ${Buffer.from('operator:s3cret').toString('base64')}`;
    expect(asked).toEqual([{ path: `custody.test:443`, credentials }]);
  });

  it('goes through the proxy and the authorities of the environment', async () => {
    const { url, proxy, asked } = await hiddenServer();
    const environment = { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: file('authority.pem', AUTHORITY) };
    await download(url, target(), { sha256, onProgress, network: networkOf({}, environment) });
    expect(asked).toHaveLength(1);
  });

  it('is refused when the server proves no known identity, and is no reason for an older runtime', async () => {
    const { url, proxy } = await hiddenServer();
    const network = networkOf({ 'https-proxy': proxy }, {});
    const problem = await download(url, target(), { sha256, onProgress, network }).catch((error: unknown) => error);
    expect(problem).not.toBeInstanceOf(Unreachable);
    expect(explain(problem)).toMatch(/did not prove its identity[\s\S]*npm config set cafile/);
  });

  it('names a dead proxy, without its password', async () => {
    const network = networkOf({ proxy: 'http://operator:s3cret@127.0.0.1:1' }, {});
    const problem = await download('https://github.test/x', target(), { sha256, onProgress, network }).catch(
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(Unreachable);
    expect(explain(problem)).toContain('github.test through the proxy http://127.0.0.1:1: ');
    expect(explain(problem)).not.toContain('s3cret');
  });

  it('is refused where the proxy wants a password, and is no reason for an older runtime', async () => {
    const server = createServer().on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const network = networkOf({ proxy: `http://127.0.0.1:${port}` }, {});
    const asked = download('https://github.test/x', target(), { sha256, onProgress, network });
    const problem = await asked.catch((error: unknown) => error);
    expect(problem).not.toBeInstanceOf(Unreachable);
    expect(explain(problem)).toContain('wants a user and a password');
  });

  it('does not wait long for a silent proxy, and names it', async () => {
    const proxy = await silentProxy();
    const network = networkOf({}, { https_proxy: `http://${proxy}` });
    const options = { sha256, onProgress, network, answerTimeoutMs: 300 };
    await expect(download('https://github.test/x', target(), options)).rejects.toThrow(
      `github.test through the proxy http://${proxy}: there was no answer within 0.3 seconds`,
    );
  });

  it('goes to a host of NO_PROXY directly', async () => {
    const server = createServer((_request, response) => response.end(CONTENT));
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const network = networkOf({}, { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost,127.0.0.1' });
    await download(`http://127.0.0.1:${port}/`, target(), { sha256, onProgress, network });
  });
});

describe('proxyFor', () => {
  const through = (noProxy: string, url = 'https://objects.example.com/x') =>
    proxyFor(new URL(url), networkOf({ 'https-proxy': 'proxy.test:3128', noproxy: noProxy }, {}))?.host;

  it.each(['example.com', '.example.com', '*.example.com', 'objects.example.com:443', 'other.test, example.com', '*'])(
    'is none for hosts that noproxy covers: %s',
    (entry) => expect(through(entry)).toBeUndefined(),
  );

  it.each(['', 'ample.com', 'objects.example.com:8443', 'other.test'])('stays for other hosts: %s', (entry) => {
    expect(through(entry)).toBe('proxy.test:3128');
  });

  it('prefers the setting of npm over the environment', () => {
    const network = networkOf({ 'https-proxy': 'http://one.test' }, { HTTPS_PROXY: 'http://two.test' });
    expect(proxyFor(new URL('https://example.com'), network)?.host).toBe('one.test');
  });

  it.each(['http://:bad:', 'socks5://proxy.test:1080', 'http://operator:100%@proxy.test:3128'])(
    'refuses a setting that is no address of an HTTP proxy: %s',
    (proxy) => {
      const network = networkOf({ proxy }, {});
      expect(() => proxyFor(new URL('https://example.com'), network)).toThrow('The proxy setting is no address');
    },
  );
});

describe('readNetwork', () => {
  it('reads an address with a password, which npm does not report', () => {
    const userconfig = file('npmrc', `https-proxy = "http://operator:\${PROXY_PASSWORD}@proxy.test:3128"\n`);
    const { npm_config_https_proxy: _proxy, ...environment } = process.env;
    const network = readNetwork({ ...environment, npm_config_userconfig: userconfig, PROXY_PASSWORD: 's3cret' });
    expect(network.httpsProxy).toBe('http://operator:s3cret@proxy.test:3128');
  });

  it('refuses a missing file with authorities by its name', () => {
    expect(() => networkOf({ cafile: '/nowhere/authority.pem' }, {})).toThrow('/nowhere/authority.pem');
  });
});
