import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from 'playwright/test';
import { childrenOf, expect, type Running, test } from './harness.ts';

/**
 * What a taken-over page would try, run inside the page (through the debugger, past the policy that keeps code out in the
 * first place). A listener on loopback counts what gets out by any way.
 */
interface Listener {
  readonly tcp: number;
  readonly udp: number;
  reached(): readonly string[];
  close(): void;
}

async function listen(): Promise<Listener> {
  const reached: string[] = [];
  const tcp = createServer((socket) => {
    reached.push('tcp');
    socket.on('error', () => undefined).destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4').on('message', () => reached.push('udp'));
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  return {
    tcp: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
    reached: () => reached,
    close() {
      tcp.close();
      udp.close();
    },
  };
}

let running: Running;
let page: Page;
let listener: Listener;
let violations: string[];
test.beforeEach(async ({ launch }) => {
  listener = await listen();
  running = await launch();
  page = running.page;
  violations = [];
  await page.exposeFunction('noteViolation', (directive: string) => violations.push(directive));
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      (window as unknown as { noteViolation(directive: string): void }).noteViolation(effectiveDirective),
    ),
  );
});
test.afterEach(() => {
  const reached = listener.reached();
  listener.close();
  expect(reached, 'what reached the listener').toEqual([]);
});

test('has nothing of Node and four functions of ours', async () => {
  expect(
    await page.evaluate(() => [
      typeof (globalThis as Record<string, unknown>).process,
      typeof (globalThis as Record<string, unknown>).require,
      typeof (globalThis as Record<string, unknown>).module,
    ]),
  ).toEqual(['undefined', 'undefined', 'undefined']);
  expect(await page.evaluate(() => Object.keys(window.castellan))).toEqual(['call', 'job', 'cancel', 'on']);
  expect(await page.evaluate(() => Object.isFrozen(window.castellan))).toBe(true);
});

test('cannot reach into the bridge through changed built-ins', async () => {
  const reply = await page.evaluate(async () => {
    // The page's own scripts use these as well, so only what is the bridge's counts.
    const isOfBridge = (value: unknown) =>
      typeof value === 'object' && value !== null && (value as { name?: unknown }).name === 'app.state';
    let stolen = 0;
    const spyOn = (prototype: object, name: string) => {
      const members = prototype as Record<string, (...values: unknown[]) => unknown>;
      const original = members[name];
      members[name] = function (this: unknown, ...values: unknown[]) {
        if ([this, ...values].some(isOfBridge)) stolen += 1;
        return original?.apply(this, values);
      };
    };
    for (const prototype of [Map.prototype, Set.prototype])
      for (const name of ['get', 'set', 'has', 'add']) if (name in prototype) spyOn(prototype, name);
    for (const name of ['push', 'map', 'forEach']) spyOn(Array.prototype, name);
    for (const name of ['then', 'finally']) spyOn(Promise.prototype, name);
    Object.hasOwn = () => true;
    const known = await window.castellan.call('app.state', {});
    const unknown = await window.castellan.call('vault.stamp', {});
    return { known: known.ok, unknown: unknown.ok, stolen };
  });
  expect(reply).toEqual({ known: true, unknown: false, stolen: 0 });
});

test('cannot call what is not in the contract', async () => {
  const codes = await page.evaluate(() =>
    Promise.all(
      ['vault.stamp', 'app.quit', '__proto__', 'constructor.call'].map(async (name) => {
        const reply = await window.castellan.call(name, {});
        return reply.ok ? 'ok' : reply.error.code;
      }),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(['INVALID_INPUT']));
});

test('cannot run code from text', async () => {
  await page.evaluate(() => {
    const attempts: (() => void)[] = [
      () => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = 1';
        document.head.append(script);
      },
      () => document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.ran = 2">'),
      () => document.body.setAttribute('onclick', 'window.ran = 3'),
      () => void setTimeout('window.ran = 4' as unknown as () => void, 0),
      () => {
        const link = document.createElement('a');
        link.href = 'javascript:window.ran = 5';
        document.body.append(link);
        link.click();
      },
      () => document.write('<script>window.ran = 6</script>'),
    ];
    for (const attempt of attempts) {
      try {
        attempt();
      } catch {
        // Trusted Types refuse most of them on the spot.
      }
    }
    document.body.click();
  });
  await expect.poll(() => [...new Set(violations)].sort()).toEqual(['require-trusted-types-for', 'script-src-elem']);
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
});

test('cannot send anything anywhere', async () => {
  const results = await page.evaluate(async (port) => {
    const url = `http://127.0.0.1:${port}/`;
    const settled = async (work: Promise<unknown>) =>
      work.then(
        () => 'sent',
        () => 'refused',
      );
    const element = (name: string, attribute: string) =>
      new Promise<void>((resolve, reject) => {
        const made = document.createElement(name);
        made.onload = () => resolve();
        made.onerror = () => reject(new Error('refused'));
        made.setAttribute(attribute, url);
        if (name === 'link') made.setAttribute('rel', 'stylesheet');
        document.body.append(made);
      });
    const socket = () =>
      new Promise<void>((resolve, reject) => {
        const made = new WebSocket(`ws://127.0.0.1:${port}/`);
        made.onopen = () => resolve();
        made.onerror = () => reject(new Error('refused'));
      });
    navigator.sendBeacon(url, 'x');
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload']) {
      const link = document.createElement('link');
      link.rel = rel;
      link.href = url;
      link.as = 'script';
      document.head.append(link);
    }
    return Promise.all([
      settled(fetch(url)),
      settled(fetch('https://example.com/')),
      settled(element('img', 'src')),
      settled(element('link', 'href')),
      settled(socket()),
    ]);
  }, listener.tcp);
  expect(new Set(results)).toEqual(new Set(['refused']));
  expect(violations).toContain('connect-src');
});

test('finds no way out through WebRTC', async () => {
  const candidates = await page.evaluate(
    async ({ tcp, udp }) => {
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udp}` },
          {
            urls: [`turn:127.0.0.1:${udp}?transport=udp`, `turn:127.0.0.1:${tcp}?transport=tcp`],
            username: 'a',
            credential: 'b',
          },
        ],
      });
      connection.createDataChannel('out');
      const found: string[] = [];
      const complete = new Promise<void>((resolve) => {
        connection.onicecandidate = ({ candidate }) =>
          candidate === null ? resolve() : found.push(candidate.candidate);
      });
      await connection.setLocalDescription(await connection.createOffer());
      await complete;
      return found;
    },
    { tcp: listener.tcp, udp: listener.udp },
  );
  expect(candidates).toEqual([]);
});

test('stays where it is', async () => {
  const before = await page.evaluate(() => location.href);
  for (const target of [
    `http://127.0.0.1:${listener.tcp}/`,
    'https://example.com/',
    'file:///etc/passwd',
    'data:text/html,<h1>x</h1>',
  ]) {
    await page.evaluate((url) => {
      location.href = url;
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
      const form = document.createElement('form');
      form.action = url;
      form.method = 'post';
      document.body.append(form);
      form.submit();
    }, target);
  }
  await page.evaluate(() => {
    const refresh = document.createElement('meta');
    refresh.httpEquiv = 'refresh';
    refresh.content = '0;url=https://example.com/';
    document.head.append(refresh);
  });
  // Playwright waits for navigations that never come, so main is asked where the page is.
  const seen = () =>
    running.app.evaluate(async ({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      return [contents?.getURL(), await contents?.executeJavaScript('document.querySelector("h1").textContent')];
    });
  expect(await seen()).toEqual([before, 'Where should your keys work?']);
});

test('opens no window, frame, worker or webview', async () => {
  const opened = await page.evaluate(async (port) => {
    const link = document.createElement('a');
    link.href = `http://127.0.0.1:${port}/`;
    link.target = '_blank';
    document.body.append(link);
    link.click();
    const frame = document.createElement('iframe');
    frame.src = `http://127.0.0.1:${port}/`;
    const own = document.createElement('iframe');
    own.src = location.href;
    document.body.append(frame, own, document.createElement('webview'));
    const worker = await new Promise((resolve) => {
      try {
        const made = new Worker('data:text/javascript,postMessage(1)');
        made.onmessage = () => resolve('ran');
        made.onerror = () => resolve('refused');
      } catch {
        resolve('refused');
      }
    });
    return {
      window: window.open('https://example.com/'),
      worker,
      webview:
        document.querySelector('webview') instanceof HTMLUnknownElement ||
        document.querySelector('webview')?.constructor === HTMLElement,
      serviceWorker: await navigator.serviceWorker?.register('/x.js').then(
        () => 'registered',
        () => 'refused',
      ),
    };
  }, listener.tcp);
  expect(opened).toMatchObject({ window: null, worker: 'refused', webview: true });
  expect(opened.serviceWorker).not.toBe('registered');
  await expect.poll(() => violations.filter((directive) => directive === 'frame-src')).toHaveLength(2);
  expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a frame that got in could call nothing', async () => {
  // The policy lets no frame in, so one is made where main can put it: a blank one, without the bridge and refused by the door.
  const bridged = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return typeof (frame.contentWindow as unknown as { castellan?: unknown } | null)?.castellan;
  });
  expect(bridged).toBe('undefined');
  const reply = await running.app.evaluate(async ({ ipcMain, webContents }) => {
    type Handler = (event: unknown, frame: unknown) => Promise<{ ok: boolean }>;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const [contents] = webContents.getAllWebContents();
    const [handler] = [...handlers.values()];
    const own = contents?.mainFrame;
    const inner = own?.frames[0];
    if (inner === undefined) throw new Error('there is no inner frame');
    const frame = { name: 'app.state', input: {} };
    return [
      (await handler?.({ sender: contents, senderFrame: own }, frame))?.ok,
      (await handler?.({ sender: contents, senderFrame: inner }, frame))?.ok,
      (await handler?.({ sender: contents, senderFrame: null }, frame))?.ok,
    ];
  });
  expect(reply).toEqual([true, false, false]);
});

test('is granted no permission but copying text', async () => {
  const states = await page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'persistent-storage',
      'screen-wake-lock',
      'background-sync',
      'accelerometer',
      'window-management',
      'local-fonts',
      'storage-access',
      'idle-detection',
      'display-capture',
      'payment-handler',
      'nfc',
    ];
    const found: Record<string, string> = {};
    for (const name of names) {
      // A name this Chromium does not know is refused by being unknown.
      found[name] = await navigator.permissions.query({ name: name as PermissionName }).then(
        ({ state }) => state,
        () => 'denied',
      );
    }
    return found;
  });
  expect(new Set(Object.values(states))).toEqual(new Set(['denied']));
  expect(
    await page.evaluate(async () => {
      const refused = async (work: () => Promise<unknown> | undefined) => {
        try {
          await work();
          return 'granted';
        } catch {
          return 'refused';
        }
      };
      return Promise.all([
        refused(() => navigator.mediaDevices.getUserMedia({ audio: true })),
        refused(() => navigator.mediaDevices.getDisplayMedia({ video: true })),
        refused(() => navigator.clipboard.readText()),
        Notification.requestPermission().then((answer) => (answer === 'granted' ? 'granted' : 'refused')),
      ]);
    }),
  ).toEqual(['refused', 'refused', 'refused', 'refused']);
});

test('saves no file', async () => {
  const states = await running.app.evaluate(async ({ session, webContents }) => {
    const [contents] = webContents.getAllWebContents();
    const download = new Promise((resolve) =>
      session.defaultSession.once('will-download', (event) =>
        resolve(event.defaultPrevented ? 'prevented' : 'started'),
      ),
    );
    // Of the page's own files, because every other address is stopped before there is a download.
    contents?.downloadURL(contents.getURL());
    return download;
  });
  expect(states).toBe('prevented');
});

test('is held by each of the three walls alone', async () => {
  // The policy header is the first; these two are asked past it, as something that is not the page would.
  const url = `http://127.0.0.1:${listener.tcp}/`;
  const [filter, route] = await running.app.evaluate(async ({ session }, target) => {
    const refused = await session.defaultSession.fetch(target).then(
      () => 'reached',
      (error: Error) => error.message,
    );
    return [refused, await session.defaultSession.resolveProxy(target)];
  }, url);
  expect(filter).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(route).toBe('PROXY 127.0.0.1:9');
});

test('gets no other file of the program, however the address is written', async () => {
  const statuses = await page.evaluate(async () => {
    const paths = [
      '../main/index.js',
      '%2e%2e/main/index.js',
      '..%2fmain/index.js',
      '..%5cmain%5cindex.js',
      'index.html%00',
      'assets/',
      '/etc/passwd',
      'index.html?x',
    ];
    const loads = (path: string) =>
      new Promise<string>((resolve) => {
        const script = document.createElement('link');
        script.rel = 'stylesheet';
        script.onload = () => resolve(path);
        script.onerror = () => resolve('refused');
        script.href = `${location.origin === 'null' ? location.href : `${location.protocol}//${location.host}/`}${path}`;
        document.head.append(script);
      });
    return Promise.all(paths.map(loads));
  });
  expect(new Set(statuses)).toEqual(new Set(['refused']));
});

test('has no developer tools', async () => {
  expect(
    await running.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools({ mode: 'detach' });
      return contents?.isDevToolsOpened();
    }),
  ).toBe(false);
  expect([...(await childrenOf(running)).keys()].filter((name) => name === 'Tab')).toHaveLength(1);
});
