import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuTemplate } from '../../../../electron/main/window/menu.ts';
import { backgroundColour, titleBarOverlay } from '../../../../electron/main/window/theme.ts';
import { windowOptions } from '../../../../electron/main/window/window.ts';

vi.mock('electron', () => ({ BrowserWindow: class {}, nativeTheme: {} }));

const options = (platform: NodeJS.Platform = 'linux', developerTools = false) =>
  windowOptions(
    { preload: '/app/out/preload/index.cjs', icon: null, platform, developerTools },
    { shouldUseDarkColors: true },
  );

describe('the window', () => {
  it('gives the page nothing of Node and all of Chromium’s protection, in writing', () => {
    expect(options().webPreferences).toEqual({
      preload: '/app/out/preload/index.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      devTools: false,
    });
  });

  it('is shown when there is something to see, at a size that fits', () => {
    expect(options()).toMatchObject({ show: false, width: 1280, height: 800, minWidth: 960, minHeight: 640 });
  });

  it('has its own title bar and native controls', () => {
    expect(options('darwin')).toMatchObject({ titleBarStyle: 'hiddenInset' });
    expect(options('linux')).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: { height: 47 } });
  });
});

/** A colour of OKLCH in sRGB (CSS Color 4, section 9). */
function srgb(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) =>
    Math.round(255 * Math.min(1, Math.max(0, value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)));
  return `#${linear.map((value) => channel(value).toString(16).padStart(2, '0')).join('')}`;
}

describe('the colours beside the page', () => {
  const tokens = readFileSync(new URL('../../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
  const token = (name: string, dark: boolean): string => {
    const found =
      new RegExp(`--${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`).exec(tokens)?.[
        dark ? 2 : 1
      ] ?? '';
    const [lightness = 0, chroma = 0, hue = 0] = found.split(' ').map(Number);
    return srgb(lightness, chroma, hue);
  };

  it.for([[false], [true]])('are those of the page (dark: %s)', ([dark]) => {
    const theme = { shouldUseDarkColors: dark as boolean };
    expect(backgroundColour(theme)).toBe(token('ground', dark as boolean));
    expect(titleBarOverlay(theme)).toMatchObject({
      color: `${token('ground', dark as boolean)}03`,
      symbolColor: token('text-soft', dark as boolean),
    });
  });

  it('leave the hairline below the title bar to the page', () => {
    expect(tokens).toContain(`--header: ${(titleBarOverlay({ shouldUseDarkColors: false }).height ?? 0) + 1}px`);
  });
});

describe('the menu', () => {
  const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  const items = (platform: NodeJS.Platform, developerTools: boolean, lock: () => void = () => undefined) =>
    flat(menuTemplate({ platform, developerTools, lock }));

  it('offers developer tools only where they are allowed', () => {
    const offers = (developerTools: boolean) =>
      items('linux', developerTools).some(({ role }) => role === 'toggleDevTools');
    expect([offers(true), offers(false)]).toEqual([true, false]);
  });

  it.for([['linux'], ['darwin']] as const)('locks the vault and quits on %s', ([platform]) => {
    const lock = vi.fn();
    const all = items(platform, false, lock);
    const item = all.find(({ label }) => label === 'Lock vault');
    if (item?.click === undefined) throw new Error('there is no such item');
    (item.click as () => void)();
    expect([item.accelerator, lock.mock.calls.length]).toEqual(['CommandOrControl+L', 1]);
    expect(all.some(({ role }) => role === 'quit')).toBe(true);
  });

  it('has no way to reload or leave the page', () => {
    expect(items('linux', true).map(({ role }) => role)).not.toEqual(expect.arrayContaining(['reload']));
  });
});
