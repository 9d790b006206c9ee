import { expect, test } from './hostile.ts';

test('cannot send anything anywhere', async ({ hostile: { page, listener, violations } }) => {
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
  await expect.poll(violations).toContain('connect-src');
});

test('is granted no permission', async ({ hostile: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'clipboard-write',
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
        refused(() => navigator.clipboard.writeText('x')),
        Notification.requestPermission().then((answer) => (answer === 'granted' ? 'granted' : 'refused')),
      ]);
    }),
  ).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
});

test('reads nothing from the clipboard', async ({ hostile: { running, inPage } }) => {
  await running.app.evaluate(({ clipboard }) => clipboard.writeText('what was copied'));
  const seen = await inPage(() => {
    const read: string[] = [];
    document.addEventListener('paste', ({ clipboardData }) => read.push(clipboardData?.getData('text/plain') ?? ''));
    const frame = document.createElement('iframe');
    const realms = [document, document.implementation.createHTMLDocument(), document.body.appendChild(frame)];
    for (const realm of realms) {
      const field = document.createElement('textarea');
      document.body.append(field);
      field.focus();
      try {
        const owner = realm === frame ? (frame.contentDocument as Document) : (realm as Document);
        owner.execCommand.call(document, 'paste');
      } catch {
        // It does not exist, or the realm is out of reach.
      }
      read.push(field.value);
      field.remove();
    }
    return read;
  });
  expect(seen).toEqual(['', '', '']);
});

test('cannot change the clipboard while another window is in front', async ({ hostile: { running } }) => {
  const { app, page } = running;
  const tried = () =>
    page.evaluate(async () => {
      const replies = [
        await window.castellan.call('app.copy', { text: 'what the page wants' }),
        await window.castellan.call('app.clearClipboard', {}),
      ];
      return replies.map(({ ok }) => ok);
    });
  const held = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await app.evaluate(({ BrowserWindow, clipboard }) => {
    clipboard.writeText('what was copied');
    BrowserWindow.getAllWindows()[0]?.blur();
  });
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() === null)).toBe(true);
  expect([await tried(), await held()]).toEqual([[false, false], 'what was copied']);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() === null)).toBe(false);
  expect([await tried(), await held()]).toEqual([[true, true], '']);
});

test('can save no file', async ({ hostile: { running } }) => {
  const states = await running.app.evaluate(async ({ session, webContents }) => {
    const [contents] = webContents.getAllWebContents();
    const download = new Promise((resolve) =>
      session.defaultSession.once('will-download', (event) =>
        resolve(event.defaultPrevented ? 'prevented' : 'started'),
      ),
    );
    // Downloads one of the page's own files, because every other address is stopped before a download begins.
    contents?.downloadURL(contents.getURL());
    return download;
  });
  expect(states).toBe('prevented');
});

test('is blocked by each of the three walls alone', async ({ hostile: { running, listener } }) => {
  // The policy header is the first wall. The test asks the other two past it, as code outside the page would.
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

test('gets no other file of the program, whatever the address', async ({ hostile: { page } }) => {
  const statuses = await page.evaluate(async () => {
    const paths = [
      '../main/index.cjs',
      '%2e%2e/main/index.cjs',
      '..%2fmain/index.cjs',
      '..%5cmain%5cindex.cjs',
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
