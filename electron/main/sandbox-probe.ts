import { session, WebContentsView } from 'electron';
import { factsReader } from './platform.ts';
import { expectedSandbox, measuredSandbox, missingSandbox, type SandboxInfo } from './sandbox.ts';
import { WEB_PREFERENCES } from './window/window.ts';

/** Milliseconds until a renderer counts as not started. */
const START_MS = 10_000;

export interface ProbeOptions {
  readonly userId: number | undefined;
  /** Path of the program. */
  readonly executable: string;
  /** True when Chromium was started with --no-sandbox. */
  readonly withoutSandbox: boolean;
}

/**
 * Measures the sandbox of a window without opening one: starts a renderer with an empty page and reads the kernel's facts
 * about its process. Returns null where they were not read.
 */
export async function probeSandbox({ userId, executable, withoutSandbox }: ProbeOptions): Promise<SandboxInfo | null> {
  const expected = expectedSandbox(userId);
  if (!expected.on) return expected;
  if (withoutSandbox) return { on: false, reason: missingSandbox(executable).join(' ') };
  const view = new WebContentsView({
    webPreferences: { ...WEB_PREFERENCES, devTools: false, session: session.fromPartition('sandbox-probe') },
  });
  const { webContents } = view;
  try {
    if (!(await settled(webContents.loadURL('about:blank')))) return null;
    const read = factsReader(webContents.getOSProcessId());
    return read === null ? null : measuredSandbox(expected, read);
  } finally {
    webContents.close();
  }
}

/** Returns true when the promise is fulfilled in time. */
function settled(loading: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, START_MS, false);
    const end = (isLoaded: boolean) => () => {
      clearTimeout(timer);
      resolve(isLoaded);
    };
    loading.then(end(true), end(false));
  });
}
