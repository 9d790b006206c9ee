/** Milliseconds for which a question must have been on the screen. */
const WAIT_MS = 600;

export interface Arming {
  /** The end was on the screen. */
  readonly read: boolean;
  /** True when a yes counts: all was on the screen, and the window has had the focus for long enough. */
  readonly armed: boolean;
}

/**
 * Reports when the yes to a question may be enabled. `end` is the element after the text. It counts as read only with
 * `isPaged`, once every page was shown. Returns the function that stops watching.
 */
export function watchArming(end: Element, isPaged: boolean, report: (arming: Arming) => void): () => void {
  let [read, waited] = [false, false];
  const change = (next: { read?: true; waited?: boolean }) => {
    read = next.read ?? read;
    waited = next.waited ?? waited;
    report({ read, armed: read && waited });
  };

  const observer = new IntersectionObserver((entries) => {
    if (isPaged && entries.some((entry) => entry.isIntersecting)) change({ read: true });
  });
  observer.observe(end);

  let timer: number | undefined;
  const stop = () => {
    window.clearTimeout(timer);
    change({ waited: false });
  };
  const start = () => {
    stop();
    timer = window.setTimeout(() => change({ waited: true }), WAIT_MS);
  };
  if (document.hasFocus()) start();
  window.addEventListener('focus', start);
  window.addEventListener('blur', stop);
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    window.removeEventListener('focus', start);
    window.removeEventListener('blur', stop);
  };
}

/**
 * Calls `onRead` once the end of a page was on the screen of the focused window for long enough without a break. Returns
 * the function that stops watching.
 */
export function watchPageEnd(end: Element, onRead: () => void): () => void {
  let [isShown, hasFocus] = [false, document.hasFocus()];
  let timer: number | undefined;
  const change = (next: { isShown?: boolean; hasFocus?: boolean }) => {
    isShown = next.isShown ?? isShown;
    hasFocus = next.hasFocus ?? hasFocus;
    window.clearTimeout(timer);
    if (isShown && hasFocus) timer = window.setTimeout(onRead, WAIT_MS);
  };
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last !== undefined) change({ isShown: last.isIntersecting });
  });
  observer.observe(end);
  const onFocus = () => change({ hasFocus: true });
  const onBlur = () => change({ hasFocus: false });
  window.addEventListener('focus', onFocus);
  window.addEventListener('blur', onBlur);
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    window.removeEventListener('focus', onFocus);
    window.removeEventListener('blur', onBlur);
  };
}
