import { createLocalVault, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';

test('high contrast has colours of its own, reduced motion ends transitions, and forced colours mark the place', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('body *')].filter((each) =>
          /[1-9]/.test(getComputedStyle(each).transitionDuration),
        ).length,
    );
  const textColour = () => page.evaluate(() => getComputedStyle(document.body).color);
  expect(await moving()).toBeGreaterThan(0);
  const usual = await textColour();

  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
  expect(await textColour()).not.toBe(usual);
  for (const name of ['Accounts', 'Organization', 'Settings']) {
    await goTo(page, name);
    await inspectScreen(page, `contrast-${name.toLowerCase()}`);
  }

  await page.emulateMedia({ contrast: null, reducedMotion: null, forcedColors: 'active' });
  await expect(page.locator('nav [aria-current="page"]').first()).toHaveCSS('outline-style', 'solid');
});
