import type { SecurityRule } from './rule.ts';

/**
 * Packaged programs have no console, so nobody can be talked into pasting code there. `devTools` is off there as well.
 */
export const devtools = (allowed: boolean): SecurityRule => ({
  name: 'devtools',
  reason: 'Developer tools run any code in the page and read what it shows.',
  item: null,
  contents(contents) {
    if (!allowed) contents.on('devtools-opened', () => contents.closeDevTools());
  },
});

/** The switches that Castellan is started with, and those by which a desktop integrates windows. */
const KEPT: ReadonlySet<string> = new Set([
  'disable-gpu',
  'disable-namespace-sandbox',
  'disable-software-rasterizer',
  'enable-wayland-ime',
  'force-device-scale-factor',
  'gtk-version',
  'lang',
  'log-level',
  'no-sandbox',
  'no-zygote',
  'ozone-platform',
  'ozone-platform-hint',
]);

/**
 * Removes every other switch before Chromium reads it. Some let another program drive the window, load code into it or
 * read its traffic. The fuse that governs `--inspect` does not cover them. `inspected`: Node's inspector is open. The
 * fuses allow that only in the layout that the end-to-end tests drive.
 */
export function refuseSwitches(
  commandLine: { removeSwitch(name: string): void },
  argv: readonly string[],
  { inspected }: { readonly inspected: boolean },
): void {
  if (inspected) return;
  const end = argv.indexOf('--');
  for (const argument of argv.slice(1, end === -1 ? undefined : end)) {
    const [, name] = /^--?([^=]+)/.exec(argument) ?? [];
    if (name !== undefined && !KEPT.has(name.toLowerCase())) commandLine.removeSwitch(name);
  }
}
