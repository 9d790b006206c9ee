import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright/test';
import { test as base, expect, type Running } from './harness.ts';

/** A loopback port that counts the traffic that gets out of the page. */
interface Listener {
  readonly tcp: number;
  reached(): readonly string[];
  close(): void;
}

/**
 * A page that was taken over. The debugger runs each attempt inside it, past the policy that keeps code out in the
 * first place. No attempt may reach the listener.
 */
export interface Hostile {
  readonly running: Running;
  readonly page: Page;
  readonly listener: Listener;
  /**
   * The directives of the content security policy that stopped something, as the page recorded them. The page keeps the
   * list because Playwright loses calls of an exposed function while a frame attaches.
   */
  violations(): Promise<readonly string[]>;
  /** Runs a function in the page by way of main, where a frame is made: Playwright’s way takes that for leaving the page. */
  inPage<Result>(work: (port: number) => Result): Promise<Awaited<Result>>;
}

export const test = base.extend<{ readonly hostile: Hostile }>({
  hostile: async ({ launch }, use) => {
    const listener = await listen();
    const running = await launch();
    const { page } = running;
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { violations: seen });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
    });
    const inPage = <Result>(work: (port: number) => Result): Promise<Awaited<Result>> =>
      running.app.evaluate(
        ({ webContents }, code) =>
          webContents
            .getAllWebContents()
            .find((one) => one.getURL().startsWith('castellan://app/'))
            ?.executeJavaScript(code, true),
        `(${work})(${listener.tcp})`,
      );
    const violations = () => inPage(() => (window as unknown as { violations: string[] }).violations);
    await use({ running, page, listener, violations, inPage });
    const reached = listener.reached();
    listener.close();
    expect(reached, 'what reached the listener').toEqual([]);
  },
});

async function listen(): Promise<Listener> {
  const reached: string[] = [];
  const tcp = createServer((socket) => {
    reached.push('tcp');
    socket.on('error', () => undefined).destroy();
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  return {
    tcp: (tcp.address() as AddressInfo).port,
    reached: () => reached,
    close: () => void tcp.close(),
  };
}

export { expect };
