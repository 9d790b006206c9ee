import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, doWithoutPin, place } from './flows.ts';
import { type Hand, handOf } from './hand.ts';
import { expect, type LaunchOptions, type Running } from './harness.ts';
import type { Colleague, Team } from './team.ts';

/** The place of an operator: a profile of a machine. */
export interface Desk extends Hand {
  readonly name: string;
  readonly running: Running;
  readonly page: Page;
  /** Makes it the current profile of its machine. */
  sit(): Promise<void>;
}

/** The places where two people may work together. */
export const SEATINGS = [
  { where: 'with two profiles on one machine', isShared: true },
  { where: 'on two machines', isShared: false },
] as const;

/** Seats both, and has the team admit them. Each connects with a key made at the own desk. */
export async function seat(
  launch: (options?: LaunchOptions) => Promise<Running>,
  team: Team,
  { isShared }: (typeof SEATINGS)[number],
): Promise<{ anna: Desk; ben: Desk }> {
  const first = await launch();
  const second = isShared ? first : await launch();
  const annas = await connectAs(first.page, 'Anna', team);
  const bens = await connectAs(second.page, 'Ben', team);
  await team.handOver([annas, bens]);
  return { anna: await deskOf('Anna', first), ben: await deskOf('Ben', second) };
}

/** Restarts the program at this desk, in the same home. */
export async function restarted(
  launch: (options?: LaunchOptions) => Promise<Running>,
  { name, running }: Desk,
): Promise<Desk> {
  await running.close();
  const again = await launch({ home: running.home });
  await again.page.getByRole('button', { name: 'Unlock…' }).click();
  await confirm(again.page, 'Unlock');
  return deskOf(name, again);
}

async function deskOf(name: string, running: Running): Promise<Desk> {
  const { page } = running;
  return {
    ...(await handOf(page)),
    name,
    running,
    page,
    async sit() {
      const profile = page.getByRole('button', { name: /^Profile: / });
      if ((await profile.textContent())?.includes(`Profile: ${name}`) === true) return;
      await profile.click();
      await page.getByRole('menuitemradio', { name }).click();
      await expect(profile).toContainText(name);
    },
  };
}

/** Connects a new profile to the team’s service, and returns its user with the key that it made. */
export async function connectAs(page: Page, name: string, { ready }: Team): Promise<Colleague> {
  const isFirst = await page.getByRole('button', { name: 'Connect to a service' }).isVisible();
  if (isFirst) await page.getByRole('button', { name: 'Connect to a service' }).click();
  else {
    await page.getByRole('button', { name: /^Profile: / }).click();
    await page.getByRole('menuitem', { name: 'Connect to a service' }).click();
  }
  await page.getByRole('textbox', { name: 'Profile name' }).fill(name);
  await page.getByRole('textbox', { name: 'Service address' }).fill(ready.baseUrl);
  await page.getByRole('textbox', { name: 'Organization id' }).fill(ready.organizationId);
  await page.getByRole('textbox', { name: 'Export signer key (optional)' }).fill(ready.keys.signer);
  await page.getByRole('button', { name: 'Make key and connect' }).click();
  await doWithoutPin(await confirmation(page));
  await confirm(page, 'Connect');
  await expect(place(page, 'Register this public key')).toBeVisible();
  const publicKey = await page.evaluate(async (profile) => {
    const reply = await window.castellan.call('profiles.list', {});
    const { credentials } = (reply as { value: { credentials: { profile: string; publicKey: string }[] } }).value;
    return credentials.find((key) => key.profile === profile)?.publicKey ?? '';
  }, name);
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
  return { name, publicKey };
}

/** The rail's button of a place. */
export const railPlace = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name });
