import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from 'playwright/test';
import { PAGE_URLS } from '../../electron/main/security/page-address.ts';
import { createPageHandler, listPageFiles } from '../../electron/main/security/page-protocol.ts';
import type { Scenario } from '../unit/renderer/fixture-bridge.ts';
import { electronDouble } from './electron-double.ts';
import { answerPage } from './main-double.ts';

const built = (path: string): string => fileURLToPath(new URL(`../../out/${path}`, import.meta.url));

/** The built preload as a script, with the double as its only module. */
const preload = (): string => `{
  const double = (${electronDouble})();
  const load = (name) => { if (name === 'electron') return double; throw new Error('the preload requires ' + name); };
  const module = { exports: {} };
  ((require, module, exports) => {
    ${readFileSync(built('preload/index.cjs'), 'utf8')}
  })(load, module, module.exports);
}`;

interface Fixtures {
  /** Address of the built page, which the program's own handler serves, with the program's own headers. */
  readonly address: string;
  /** Console errors and warnings, policy refusals, uncaught errors, and breaches of the contract. */
  readonly complaints: string[];
  /** Opens the page with main answering as the scenario says. */
  readonly open: (scenario?: Partial<Scenario>) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  address: async ({}, use) => {
    const answer = createPageHandler(listPageFiles(built('renderer'), 'app'), 'app');
    const server = createServer(async ({ method = '', url = '' }, response) => {
      // Browsers request this, windows do not.
      if (url === '/favicon.ico') return response.writeHead(204).end();
      const { status, headers, body } = await answer({ method, url: new URL(url, PAGE_URLS.app).href });
      response.writeHead(status, Object.fromEntries(headers));
      return response.end(body === null ? null : new Uint8Array(await new Response(body).arrayBuffer()));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await use(complaints);
  },
  open: async ({ page, address, complaints }, use) => {
    await use(async (scenario = {}) => {
      await answerPage(page, { now: Date.now(), accounts: 60, activities: 40, ...scenario }, (what) =>
        complaints.push(what),
      );
      await page.addInitScript({ content: preload() });
      await page.goto(address);
      return page;
    });
    expect(complaints).toEqual([]);
  },
});

export { expect };
