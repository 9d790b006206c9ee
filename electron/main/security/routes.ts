/**
 * What shuts a way out. Each is a wall of its own:
 * `policy` is the content security policy, `sandbox` its directive of that name, which gives the page an origin that no
 * frame of its own shares and takes pop-ups, dialogs, printing and downloads; `filter` cancels every request but for the
 * page's own files; `feature` is off in Blink; `missing` is taken out of the page's only realm by the preload;
 * `unheard` is only told to main, which does nothing about it;
 * `rule` is a rule of this folder about windows, navigation, downloads or permissions.
 */
export type Wall = 'policy' | 'sandbox' | 'filter' | 'feature' | 'missing' | 'unheard' | 'rule';

/**
 * Every way in which JavaScript of a page that was taken over could have something sent, a name looked up, a file written or a
 * window opened, with what shuts it. The end-to-end tests drive each with a host name of its own and read Chromium's network log.
 * One way is open and leads in, not out: `<input type=file>` lets the operator choose a file for the page.
 */
export const ROUTES = {
  fetch: ['policy', 'filter'],
  'keep-alive fetch': ['policy', 'filter'],
  XMLHttpRequest: ['policy', 'filter'],
  EventSource: ['policy', 'filter'],
  WebSocket: ['policy', 'filter'],
  WebTransport: ['policy'],
  beacon: ['policy', 'filter'],
  'link ping': ['policy', 'filter'],
  image: ['policy', 'filter'],
  'image set': ['policy', 'filter'],
  media: ['policy', 'filter'],
  font: ['policy', 'filter'],
  stylesheet: ['policy', 'filter'],
  'background of a style': ['policy', 'filter'],
  script: ['policy', 'filter'],
  'module of a script': ['policy', 'filter'],
  worker: ['policy', 'filter'],
  'shared worker': ['policy', 'filter'],
  'service worker': ['sandbox', 'policy'],
  worklet: ['policy', 'filter'],
  frame: ['policy', 'filter'],
  object: ['policy', 'filter'],
  embed: ['policy', 'filter'],
  manifest: ['policy', 'filter'],
  'name look-up ahead': ['feature'],
  'connection ahead': ['unheard'],
  'load ahead': ['policy', 'filter'],
  'module ahead': ['policy', 'filter'],
  'page ahead': ['policy', 'filter'],
  'speculation rules': ['policy'],
  'peer connection': ['missing'],
  'peer connection of a frame': ['sandbox'],
  'form post': ['policy', 'rule'],
  'policy report': ['policy', 'filter'],
  'address of the page': ['rule', 'filter'],
  'refresh of the page': ['rule', 'filter'],
  'link in the page': ['rule', 'filter'],
  'new window': ['sandbox', 'rule'],
  'link to a new window': ['sandbox', 'rule'],
  'download of a link': ['sandbox', 'rule'],
  'download of a blob': ['sandbox', 'rule'],
  print: ['sandbox'],
  'save dialog': ['feature'],
  'open dialog': ['feature'],
  'folder dialog': ['feature'],
} as const satisfies Readonly<Record<string, readonly Wall[]>>;

export type Route = keyof typeof ROUTES;

/** Features of Blink that a page could open dialogs for files with. */
export const DISABLED_FEATURES = 'FileSystemAccess,FileSystemAccessLocal';

/** Keeps Chromium from looking up names that a page only mentions. To be called before Chromium starts. */
export function refuseLookUps(commandLine: { appendSwitch(name: string, value: string): void }): void {
  commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
}
