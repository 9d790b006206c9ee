import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Route, type Wall } from '../../electron/main/security/routes.ts';
import { expect, type LaunchOptions, newHome, type Running, test } from './harness.ts';
import { WAYS } from './ways-out.ts';

type Launch = (options?: LaunchOptions) => Promise<Running>;

const DOMAIN = 'way-out.example';
const CONTROL = `control.${DOMAIN}`;
const hostOf = (route: string): string => `${route.toLowerCase().replaceAll(' ', '-')}.${DOMAIN}`;

/** Reads the log of Chromium's network stack: the text of each event with its name. Each event is a line of its own. */
function readLog(path: string): readonly { readonly type: string; readonly text: string }[] {
  const [constants = '', ...lines] = readFileSync(path, 'utf8').split('\n');
  const numbers: Record<string, number> = JSON.parse(`${constants.trim().replace(/,$/, '')}}`).constants.logEventTypes;
  const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
  return lines.flatMap((line) => {
    const text = line.trim().replace(/\]?,?$/, '');
    if (!text.startsWith('{"')) return [];
    return [{ type: names.get((JSON.parse(text) as { type: number }).type) ?? '', text }];
  });
}

/**
 * Makes a taken-over page try these ways, and returns the observations. `policy`: whether Chromium heeds our policy
 * header.
 */
async function tryWays(launch: Launch, routes: readonly Route[], { policy }: { readonly policy: boolean }) {
  const home = newHome();
  const log = join(home, 'network.json');
  const { app, page, close } = await launch({ home, args: [`--log-net-log=${log}`] });
  if (!policy) {
    const loaded = page.waitForEvent('load');
    await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await contents?.debugger.sendCommand('Page.setBypassCSP', { enabled: true });
      contents?.reload();
    });
    await loaded;
    await page.waitForSelector('html[data-ready="true"]');
  }
  await app.evaluate(({ BrowserWindow, session }) => {
    const counted = Object.assign(globalThis, { saved: 0, files: 0 });
    session.defaultSession.on('will-download', () => {
      counted.saved += 1;
    });
    BrowserWindow.getAllWindows()[0]?.webContents.debugger.on('message', (_event, method) => {
      if (method === 'Page.fileChooserOpened') counted.files += 1;
    });
  });
  const inPage = (code: string): Promise<unknown> =>
    app.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text, true),
      code,
    );
  await inPage(`window.refused = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => void window.refused.push(blockedURI))`);
  const answers: Partial<Record<Route, unknown>> = {};
  for (const route of routes)
    answers[route] = await inPage(
      `(async () => (${WAYS[route]})(${JSON.stringify(hostOf(route))}))().then(String, ({ message }) => message)`,
    );
  const saying = (text: string) => routes.filter((route) => String(answers[route]).includes(text));
  const title = await inPage('document.querySelector("h1").textContent');
  const refused = async () => {
    const hosts = String(await inPage('window.refused.join(" ")')).split(/[ /]/);
    return routes.filter((route) => hosts.includes(hostOf(route)));
  };
  const counted = () =>
    app.evaluate(() => {
      const { saved, files } = globalThis as unknown as { readonly saved: number; readonly files: number };
      return { saved, files };
    });
  // Main itself looks up a name, to show that the log records names.
  const network = async () => {
    await app.evaluate(
      ({ session }, host) =>
        session
          .fromPartition('control')
          .resolveHost(host)
          .catch(() => undefined),
      CONTROL,
    );
    await close();
    const events = readLog(log);
    const own = events.slice(
      0,
      events.findIndex(({ text }) => text.includes(CONTROL)),
    );
    return {
      named: [...new Set(events.flatMap(({ text }) => text.match(/[\w-]+\.way-out\.example/g) ?? []))],
      connected: own.filter(({ type }) => /^(?:TCP_CONNECT|UDP_CONNECT|UDP_BYTES_SENT)/.test(type)),
    };
  };
  return { saying, title, refused, counted, network };
}

const TITLE = 'Where should your keys work?';
const QUIET = { named: [CONTROL], connected: [] };
const all = Object.keys(WAYS) as Route[];
const shutBy = (...walls: readonly Wall[]) =>
  all.filter((route) => ROUTES[route].some((wall: Wall) => walls.includes(wall)));

test('a hijacked page can look up no name and connect, print or save nothing', async ({ launch }) => {
  const { saying, title, refused, counted, network } = await tryWays(launch, all, { policy: true });
  expect([saying('reached'), title]).toEqual([[], TITLE]);
  expect(saying("requires 'Trusted")).toEqual(shutBy('types'));
  const absent = saying('absent');
  await expect.poll(refused).toEqual(shutBy('policy').filter((route) => !absent.includes(route)));
  await expect.poll(counted).toEqual({ saved: 0, files: 1 });
  expect(await network()).toEqual(QUIET);
});

test('without its policy the other walls still block each of their routes', async ({ launch }) => {
  const { saying, title, network } = await tryWays(launch, shutBy('filter', 'feature', 'missing', 'rule', 'unheard'), {
    policy: false,
  });
  expect([saying('reached'), title]).toEqual([[], TITLE]);
  expect(await network()).toEqual(QUIET);
});
