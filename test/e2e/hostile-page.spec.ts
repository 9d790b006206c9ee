import { confirmation, press } from './flows.ts';
import { childrenOf } from './harness.ts';
import { expect, test } from './hostile.ts';

test('has no Node and only our four functions', async ({ hostile: { page } }) => {
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

test('cannot manipulate the bridge through changed built-ins', async ({ hostile: { page } }) => {
  const reply = await page.evaluate(async () => {
    // The page's own scripts use these as well, so only the bridge's values count.
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

test('cannot call anything outside the contract', async ({ hostile: { page } }) => {
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

test('cannot run code from text', async ({ hostile: { page, violations } }) => {
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
  await expect
    .poll(async () => [...new Set(await violations())].sort())
    .toEqual(['require-trusted-types-for', 'script-src-elem']);
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
});

test('cannot navigate', async ({ hostile: { running, page, listener } }) => {
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

test('opens no window, frame, worker or webview', async ({ hostile: { running, violations, inPage } }) => {
  const opened = await inPage(async (port) => {
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
      serviceWorker: await Promise.resolve()
        .then(() => navigator.serviceWorker.register('/x.js'))
        .then(
          () => 'registered',
          () => 'refused',
        ),
    };
  });
  expect(opened).toMatchObject({ window: null, worker: 'refused', webview: true });
  expect(opened.serviceWorker).not.toBe('registered');
  await expect.poll(async () => (await violations()).filter((directive) => directive === 'frame-src')).toHaveLength(2);
  expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a frame inside it could call nothing', async ({ hostile: { running, inPage } }) => {
  // The policy lets no frame in, so this one is made where main can put it. It is blank, has no bridge, and IPC refuses
  // it.
  const bridged = await inPage(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    try {
      return typeof (frame.contentWindow as unknown as { castellan?: unknown } | null)?.castellan;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(bridged).toBe('SecurityError');
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

test('can close neither the window, nor the program, nor a question', async ({ hostile: { running, inPage } }) => {
  const { app, page } = running;
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await page.evaluate(
    () => void window.castellan.job('setup.createLocal', 'question', { store: 'keychain' }, () => undefined),
  );
  const asked = await confirmation(page);
  await inPage(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    history.back();
    for (const { close } of [window, frame.contentWindow as Window, top as Window]) {
      close.call(window);
      Reflect.apply(close, top, []);
    }
    // Closing is asked for in a task of its own.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(await windows()).toBe(2);
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Create the vault on this machine');
  await press(asked, asked.getByRole('button', { name: 'Don’t create' }));

  // The operator closes the window from the title bar. The page was clicked in and wants to stay.
  await page.mouse.click(20, 20);
  await inPage(() =>
    addEventListener('beforeunload', (event) => {
      event.preventDefault();
      event.returnValue = 'stay';
    }),
  );
  const ended = app.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined);
  await ended;
});

test('has no developer tools', async ({ hostile: { running } }) => {
  expect(
    await running.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools({ mode: 'detach' });
      return contents?.isDevToolsOpened();
    }),
  ).toBe(false);
  expect([...(await childrenOf(running)).keys()].filter((name) => name === 'Tab')).toHaveLength(1);
});
