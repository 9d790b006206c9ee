import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, newHome, test } from './harness.ts';
import { WAYS } from './ways-out.ts';

const DOMAIN = 'way-out.example';
const CONTROL = `control.${DOMAIN}`;
const hostOf = (route: string): string => `${route.toLowerCase().replaceAll(' ', '-')}.${DOMAIN}`;

/** What Chromium's network stack did, as text and by the names of the events. Each event is a line of its own in the log. */
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

test('a page that was taken over finds no way out: no name is looked up, nothing is connected, printed or saved', async ({
  launch,
}) => {
  const home = newHome();
  const log = join(home, 'network.json');
  const { app, close } = await launch({ home, args: [`--log-net-log=${log}`] });
  const saved = () => app.evaluate(() => Number((globalThis as Record<string, unknown>).saved ?? 0));
  await app.evaluate(({ session }) =>
    session.defaultSession.on('will-download', () => {
      const counted = globalThis as Record<string, unknown>;
      counted.saved = Number(counted.saved ?? 0) + 1;
    }),
  );
  const inPage = (code: string) =>
    app.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text, true),
      code,
    );
  const reached: string[] = [];
  for (const [route, way] of Object.entries(WAYS)) {
    const code = `(async () => (${way})(${JSON.stringify(hostOf(route))}))().then((it) => it === 'reached', () => false)`;
    if ((await inPage(code)) === true) reached.push(route);
  }
  expect(reached, 'what the page itself saw succeed').toEqual([]);
  expect(await inPage('document.querySelector("h1").textContent')).toBe('Where should your keys work?');
  expect(await saved()).toBe(0);

  // A name that main itself looks up, so that the log is known to tell of names.
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
  const named = events.flatMap(({ text }) => text.match(/[\w-]+\.way-out\.example/g) ?? []);
  expect([...new Set(named)]).toEqual([CONTROL]);
  const own = events.slice(
    0,
    events.findIndex(({ text }) => text.includes(CONTROL)),
  );
  const connected = own.filter(({ type }) => /^(?:TCP_CONNECT|UDP_CONNECT|UDP_BYTES_SENT)/.test(type));
  expect(connected.map(({ text }) => text)).toEqual([]);
});
