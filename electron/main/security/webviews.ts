import type { SecurityRule } from './rule.ts';

/** No page is embedded in ours. `webviewTag` is off as well. This rule also holds if somebody turns it on. */
export const webviews: SecurityRule = {
  name: 'webviews',
  reason: 'An embedded page brings its own preferences, which can ask for less protection than ours.',
  item: 12,
  contents(contents) {
    contents.on('will-attach-webview', (event) => event.preventDefault());
  },
};
