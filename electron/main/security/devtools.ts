import type { SecurityRule } from './rule.ts';

/** In what is shipped nobody is talked into pasting a line into the console. `devTools` is off there as well. */
export const devtools = (allowed: boolean): SecurityRule => ({
  name: 'devtools',
  reason: 'Developer tools run any code in the page and read what it shows.',
  item: null,
  contents(contents) {
    if (!allowed) contents.on('devtools-opened', () => contents.closeDevTools());
  },
});

/** Switches of Chromium that let another program drive the window from outside. */
const REMOTE_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
];

/**
 * Takes the remote debugging switches off a packaged program, before Chromium reads them. The fuse that governs `--inspect`
 * does not cover them. `inspected`: Node's inspector is open, which a release's fuses never let happen: only the layout that the
 * end-to-end tests drive has it.
 */
export function refuseRemoteDebugging(
  commandLine: { hasSwitch(name: string): boolean; removeSwitch(name: string): void },
  { packaged, inspected }: { readonly packaged: boolean; readonly inspected: boolean },
): void {
  if (!packaged || inspected) return;
  for (const name of REMOTE_SWITCHES) {
    if (commandLine.hasSwitch(name)) commandLine.removeSwitch(name);
  }
}
