import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../../../electron/main/security/csp.ts';
import { PAGE_SCHEME, PAGE_URLS } from '../../../../electron/main/security/page-address.ts';
import {
  createPageHandler,
  listPageFiles,
  PAGE_SCHEME_REGISTRATION,
  pageProtocol,
} from '../../../../electron/main/security/page-protocol.ts';
import { FakeSession } from './fakes.ts';

let folder = '';
let handler: ReturnType<typeof createPageHandler>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-page-'));
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer', 'trusted'));
  writeFileSync(join(folder, 'renderer', 'trusted', 'index.html'), '<!doctype html><title>trusted</title>');
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>');
  mkdirSync(join(folder, 'renderer', 'de', 'trusted'), { recursive: true });
  for (const page of ['', 'trusted/'])
    writeFileSync(join(folder, 'renderer', 'de', `${page}index.html`), `<!doctype html><html lang="de">${page}`);
  writeFileSync(join(folder, 'renderer', 'assets', 'app.js'), 'export {};');
  writeFileSync(join(folder, 'renderer', 'notes.txt'), 'not of a kind that the page has');
  writeFileSync(join(folder, 'secret.js'), 'outside');
  symlinkSync(join(folder, 'secret.js'), join(folder, 'renderer', 'link.js'));
  handler = createPageHandler(listPageFiles(join(folder, 'renderer'), 'app'), 'app');
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (url: string, method = 'GET') => handler({ method, url });

describe('the protocol of the page', () => {
  it.for([
    ['', 'text/html; charset=utf-8', '<!doctype html>'],
    ['assets/app.js', 'text/javascript; charset=utf-8', 'export {};'],
  ])('serves %s', async ([path, type, text]) => {
    const response = await ask(`${PAGE_URLS.app}${path}`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, text]);
    expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  });

  it.for([
    ['secret.js'],
    ['../secret.js'],
    ['..%2fsecret.js'],
    ['%2e%2e/secret.js'],
    ['assets/..%5c..%5csecret.js'],
    ['link.js'],
    ['notes.txt'],
    ['assets'],
    ['assets/'],
    ['trusted/'],
    ['trusted/index.html'],
    ['de/'],
    ['de/index.html'],
    ['de/trusted/index.html'],
    ['index.html%00.js'],
    ['index.html?x=1'],
    ['INDEX.HTML'],
    ['/etc/passwd'],
    ['__proto__'],
    [`${'a/'.repeat(10_000)}x.js`],
  ])('gives nothing for %s', async ([path]) => {
    const response = await ask(`${PAGE_URLS.app}${path}`);
    expect([response.status, await response.text()]).toEqual([404, '']);
    expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  });

  it('serves each page’s document only at its own address', async () => {
    const trusted = createPageHandler(listPageFiles(join(folder, 'renderer'), 'trusted'), 'trusted');
    const start = await trusted({ method: 'GET', url: PAGE_URLS.trusted });
    expect(await start.text()).toContain('<title>trusted</title>');
    expect((await trusted({ method: 'GET', url: PAGE_URLS.app })).status).toBe(404);
  });

  it('serves the document of another language at the same address, with the same files', async () => {
    const of = (page: 'app' | 'trusted') =>
      createPageHandler(
        listPageFiles(join(folder, 'renderer'), page, 'de'),
        page,
      )({ method: 'GET', url: PAGE_URLS[page] });
    expect(await (await of('app')).text()).toBe('<!doctype html><html lang="de">');
    expect(await (await of('trusted')).text()).toBe('<!doctype html><html lang="de">trusted/');
    const files = listPageFiles(join(folder, 'renderer'), 'app', 'de');
    expect([...files.keys()].toSorted()).toEqual(['/', '/assets/app.js']);
  });

  it('serves another language from the request after its choice', async () => {
    const session = new FakeSession();
    let language: 'en' | 'de' = 'en';
    void pageProtocol(join(folder, 'renderer'), 'app', () => language).session?.(session.asSession());
    const serve = session.set[`protocol ${PAGE_SCHEME}`] as ReturnType<typeof createPageHandler>;
    const document = async () => (await serve({ method: 'GET', url: PAGE_URLS.app })).text();
    expect(await document()).toBe('<!doctype html>');
    language = 'de';
    expect(await document()).toBe('<!doctype html><html lang="de">');
    expect((await serve({ method: 'GET', url: `${PAGE_URLS.app}assets/app.js` })).status).toBe(200);
    language = 'en';
    expect(await document()).toBe('<!doctype html>');
  });

  it.for([[`${PAGE_SCHEME}://other/index.html`], [`${PAGE_SCHEME}://user@app/index.html`], ['file:///index.html']])(
    'gives nothing at %s',
    async ([url]) => {
      expect((await ask(url as string)).status).toBe(404);
    },
  );

  it('refuses POST requests', async () => expect((await ask(PAGE_URLS.app, 'POST')).status).toBe(404));

  it('serves only listed files, however the path is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (path) => {
        const url = URL.canParse(`${PAGE_URLS.app}${path}`) ? `${PAGE_URLS.app}${path}` : PAGE_URLS.app;
        expect(['<!doctype html>', 'export {};', '']).toContain(await (await ask(url)).text());
      }),
    );
  });

  it('is registered as standard and secure, without fetch, workers or a way around the policy', () => {
    expect(PAGE_SCHEME_REGISTRATION).toEqual({
      scheme: PAGE_SCHEME,
      privileges: { standard: true, secure: true, corsEnabled: true },
    });
  });

  it('is handled in the session of the page', () => {
    const session = new FakeSession();
    void pageProtocol(join(folder, 'renderer'), 'app', () => 'en').session?.(session.asSession());
    expect(session.set[`protocol ${PAGE_SCHEME}`]).toBeTypeOf('function');
  });
});

describe('the page for passkeys', () => {
  const page = 'https://keys.example.com/';
  let ofPasskeys: ReturnType<typeof createPageHandler>;
  beforeAll(() => {
    const renderer = join(folder, 'renderer');
    mkdirSync(join(renderer, 'passkey'));
    const named = '<!doctype html><script src="../assets/passkey.js"></script><link href="../assets/style.css">';
    writeFileSync(join(renderer, 'passkey', 'index.html'), named);
    for (const name of ['passkey.js', 'style.css', 'sans.woff2']) writeFileSync(join(renderer, 'assets', name), name);
    ofPasskeys = createPageHandler(listPageFiles(renderer, page), page);
  });

  it('is served whole, with its own policy', async () => {
    for (const path of ['', 'assets/passkey.js', 'assets/style.css', 'assets/sans.woff2']) {
      const { status, headers } = await ofPasskeys({ method: 'GET', url: `${page}${path}` });
      expect([path, status]).toEqual([path, 200]);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).toContain('sandbox allow-scripts allow-same-origin');
      expect(policy).not.toMatch(/unsafe|https?:|data:|blob:|\*|nonce|connect-src|frame-src/);
    }
  });

  it.for([
    ['https://keys.example.com/assets/app.js'],
    ['https://keys.example.com/index.html'],
    ['https://keys.example.com/passkey/index.html'],
    ['https://keys.example.com/?x'],
    ['http://keys.example.com/'],
    ['https://keys.example.com:8443/'],
    ['https://user@keys.example.com/'],
    ['https://example.com/'],
    ['https://a.keys.example.com/'],
    [PAGE_URLS.app],
  ])('has nothing at %s', async ([url = '']) => {
    expect((await ofPasskeys({ method: 'GET', url })).status).toBe(404);
  });

  it('is handled in its own session, under https', () => {
    const session = new FakeSession();
    void pageProtocol(join(folder, 'renderer'), page, () => 'en').session?.(session.asSession());
    expect(session.set['protocol https']).toBeTypeOf('function');
    expect(session.set[`protocol ${PAGE_SCHEME}`]).toBeUndefined();
  });
});
