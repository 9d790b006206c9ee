/**
 * The independent walls that close a way out:
 * - `policy`: the content security policy, which names the address in its report.
 * - `types`: its trusted types, which accept no text for an address or a script.
 * - `sandbox`: its directive of that name. The page's origin is shared with none of its frames. Pop-ups, dialogs,
 * printing and downloads are forbidden.
 * - `filter`: cancels every request except for the page's own files.
 * - `feature`: off in Blink.
 * - `missing`: removed from the page's only realm by the preload.
 * - `unheard`: reported to main at most, which ignores it.
 * - `rule`: a rule of this folder about windows, navigation, downloads or file dialogs.
 */
export type Wall = 'policy' | 'types' | 'sandbox' | 'filter' | 'feature' | 'missing' | 'unheard' | 'rule';

/**
 * The ways in which injected JavaScript could send data, look a name up, write a file or open a window, with their
 * walls. The end-to-end tests drive each with a host name of its own and read Chromium's network log.
 */
export const ROUTES = {
  fetch: ['policy', 'filter'],
  'keep-alive fetch': ['policy', 'filter'],
  XMLHttpRequest: ['policy', 'filter'],
  EventSource: ['policy', 'filter'],
  WebSocket: ['policy', 'filter'],
  WebTransport: ['missing'],
  beacon: ['policy', 'filter'],
  'deferred fetch': ['policy', 'filter'],
  'link ping': ['policy', 'filter'],
  image: ['policy', 'filter'],
  'image set': ['policy', 'filter'],
  media: ['policy', 'filter'],
  font: ['policy', 'filter'],
  stylesheet: ['policy', 'filter'],
  'import of a style': ['policy', 'filter'],
  icon: ['policy', 'filter'],
  'background of a style': ['policy', 'filter'],
  script: ['types', 'filter'],
  'module of a script': ['policy', 'filter'],
  worker: ['types', 'filter'],
  'shared worker': ['types', 'filter'],
  'service worker': ['sandbox', 'filter'],
  worklet: ['filter'],
  frame: ['policy', 'filter'],
  object: ['types', 'filter'],
  embed: ['types', 'filter'],
  manifest: ['unheard'],
  'name look-up ahead': ['feature'],
  'connection ahead': ['unheard'],
  'load ahead': ['policy', 'filter'],
  'module ahead': ['policy', 'filter'],
  'page ahead': ['unheard'],
  'speculation rules': ['types', 'filter'],
  'peer connection': ['missing'],
  'peer connection of a frame': ['sandbox'],
  'form post': ['policy', 'rule'],
  'payment method': ['policy', 'filter'],
  'federated sign-in': ['missing'],
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
  'file field': ['rule'],
} as const satisfies Readonly<Record<string, readonly Wall[]>>;

export type Route = keyof typeof ROUTES;

/** Features of Blink that let a page open file dialogs. */
export const DISABLED_FEATURES = 'FileSystemAccess,FileSystemAccessLocal';

/**
 * Keeps Chromium from looking up names that a page only mentions, and from letting a script close its window, which would end the
 * program. To be called before Chromium starts.
 */
export function limitScripts(commandLine: { appendSwitch(name: string, value: string): void }): void {
  commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false,allowScriptsToCloseWindows=false');
}
