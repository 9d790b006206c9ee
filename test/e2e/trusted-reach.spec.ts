import { confirmation, doWithoutPin, press, readToEnd } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation } from './screens.ts';

/** Pixels: a button’s rounded corners are not drawn alike each time, and anything that a page opens has thousands. */
const NOISE = 50;

/** Surfaces that the page could draw outside its own window. Each is put over the trusted window. */
const SURFACES = {
  select: `const made = document.createElement('select');
    for (let count = 0; count < 30; count += 1) made.append(new Option('You lose nothing by signing this'));
    return made;`,
  ...Object.fromEntries(
    ['date', 'datetime-local', 'month', 'week', 'time', 'color'].map((type) => [
      type,
      `return Object.assign(document.createElement('input'), { type: '${type}' });`,
    ]),
  ),
  'list of a field': `const list = Object.assign(document.createElement('datalist'), { id: 'lies' });
    list.append(new Option('You lose nothing by signing this'));
    const made = document.createElement('input');
    made.setAttribute('list', 'lies');
    document.body.append(list);
    return made;`,
};

/** Opens the surface in every way that a script has: in the page, in a shadow tree, and outside of both. */
const openSurface = (make: string) => `(async () => {
  const make = () => { ${make} };
  const label = (made) => { const around = document.createElement('label'); around.append(made); return around; };
  const ways = [
    (made) => made.showPicker(),
    (made) => made.click(),
    (made) => made.dispatchEvent(new MouseEvent('click')),
    (made) => made.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })),
    (made) => made.dispatchEvent(new UIEvent('DOMActivate')),
    (made) => (made.closest('label') ?? made).click(),
  ];
  const places = [
    (made) => document.body.append(label(made)),
    (made) => document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' }).append(label(made)),
    (made) => label(made),
  ];
  for (const place of places) for (const open of ways) {
    const made = make();
    made.style = 'position:fixed;left:400px;top:150px;width:500px;z-index:9999';
    place(made);
    made.getBoundingClientRect();
    try { made.focus(); open(made); } catch {}
  }
})()`;

test('a page cannot draw over the question or move a window', async ({ launch }) => {
  const { app, page } = await launch();
  const inPage = (code: string) =>
    app.evaluate(
      ({ webContents }, text) =>
        webContents
          .getAllWebContents()
          .find((contents) => contents.getURL().startsWith('castellan://app/'))
          ?.executeJavaScript(text, true),
      code,
    );
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  const asked = await confirmation(page);
  // A field that waits for a PIN has a caret, which blinks.
  await doWithoutPin(asked);
  await readToEnd(asked);
  await expect(asked.getByRole('button', { name: 'Create vault' })).not.toHaveAttribute('aria-disabled');

  /** The display where the trusted window is, as it is seen. */
  const seen = () =>
    app.evaluate(async ({ BrowserWindow, desktopCapturer, screen }) => {
      const bounds = BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().startsWith('castellan://trusted/'))
        ?.getBounds();
      const [source] = await desktopCapturer.getSources({
        types: ['screen'],
        thumbnailSize: screen.getPrimaryDisplay().size,
      });
      return bounds === undefined ? '' : (source?.thumbnail.crop(bounds).toDataURL() ?? '');
    });
  const bounds = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.getBounds()));
  // Waits for two frames of the page, after which an opened surface would be drawn.
  const drawn = () =>
    inPage(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 400))))',
    );

  /** The picture once nothing is drawn any more: two equal pictures, or one equal to the last given. */
  const seenAtRest = async (...pictures: string[]) => {
    await expect
      .poll(async () => {
        await drawn();
        pictures.push(await seen());
        return pictures.at(-1) === pictures.at(-2);
      })
      .toBe(true);
    return pictures.at(-1) ?? '';
  };

  /** Counts the pixels that differ. */
  const differing = (...pictures: readonly [string, string]) =>
    app.evaluate(({ nativeImage }, texts) => {
      const [one, other] = texts.map(
        (text) => new Uint32Array(nativeImage.createFromDataURL(text).toBitmap().slice().buffer),
      );
      if (one?.length !== other?.length) return Number.POSITIVE_INFINITY;
      return one?.reduce((count, pixel, index) => count + (pixel === other?.[index] ? 0 : 1), 0) ?? 0;
    }, pictures);

  const [picture, places] = [await seenAtRest(), await bounds()];
  expect(picture.length).toBeGreaterThan(1_000);
  for (const [name, make] of Object.entries(SURFACES)) {
    await inPage(openSurface(make));
    expect(await differing(picture, await seenAtRest(picture)), `seen over the question of: ${name}`).toBeLessThan(
      NOISE,
    );
  }
  expect(
    await inPage(`(() => {
      moveTo(0, 0);
      moveBy(50, 50);
      resizeTo(700, 700);
      return ['documentPictureInPicture', 'EyeDropper'].filter((name) => name in globalThis)
        .concat('requestPictureInPicture' in HTMLVideoElement.prototype ? 'video' : [])
        .concat(document.featurePolicy?.allowsFeature('picture-in-picture') ? 'policy' : []);
    })()`),
  ).toEqual([]);
  await drawn();
  expect(await bounds()).toEqual(places);
});

test('a page that withdraws its question gets no keystroke of the passphrase', async ({ launch }) => {
  const { app, page } = await launch({ environment: { CASTELLAN_E2E_KEYRING: 'none' } });
  const focused = () =>
    app.evaluate(({ BrowserWindow }) => [
      BrowserWindow.getFocusedWindow()?.webContents.getURL().split('/')[2],
      ...BrowserWindow.getAllWindows().map((one) => one.isEnabled()),
    ]);
  const ways: readonly (() => Promise<unknown>)[] = [
    () => page.evaluate(() => window.castellan.cancel('taken-back')),
    () => page.reload(),
  ];
  for (const takeBack of ways) {
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('textarea'), { id: 'trap' }));
      void window.castellan.job('setup.createLocal', 'taken-back', { store: 'file' }, () => undefined);
    });
    const asked = await confirmation(page);
    await expect(asked.getByRole('textbox', { name: 'Passphrase', exact: true })).toBeFocused();
    await asked.keyboard.type('zebra quartz');
    await takeBack();
    await expect(asked.getByRole('heading', { name: 'It was withdrawn' })).toBeVisible();
    await page.evaluate(() => {
      window.focus();
      document.querySelector<HTMLElement>('#trap')?.focus();
    });
    await asked.keyboard.type(' horse 71\n');
    await expect(asked.getByRole('heading', { name: 'It was withdrawn' })).toBeVisible();
    await expect(asked.getByRole('textbox')).toHaveCount(0);
    // The page's window is the second of the two, and takes no input.
    await expect.poll(async () => (await focused()).sort()).toEqual([false, true, 'trusted']);
    await inspectConfirmation(asked, 'trusted-withdrawn');
    await press(asked, asked.getByRole('button', { name: 'Close' }));
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    await expect.poll(focused).toContain(true);
  }
});
