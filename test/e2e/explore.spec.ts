import { launchPlain, test } from './harness.ts';
for (let i = 0; i < 40; i += 1) test(`launch ${i}`, async () => {
  const running = await launchPlain({});
  await running.page.waitForSelector('html[data-ready="true"]');
  await running.close();
});
