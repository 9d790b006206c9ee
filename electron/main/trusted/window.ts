import type { BrowserWindow, Session, WebContents } from 'electron';
import type { Static, TSchema } from 'typebox';
import {
  type Sent,
  type Shown,
  type ShownQuestion,
  TRUSTED_CHANNELS,
  TRUSTED_MESSAGES,
} from '../../../shared/ipc/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import type { ConsentPort } from '../../engine/index.ts';
import type { Logger } from '../logger.ts';
import { isOwnSender, PAGE_URLS, type SenderEvent } from '../security/index.ts';
import type { HoldPage } from '../window/page-hold.ts';
import { createQuestionWindow, fitTo } from '../window/question-window.ts';
import { createQuestions, type Questions } from './questions.ts';

/** The questions whose text the window may copy. */
const COPIED: readonly ShownQuestion['kind'][] = ['secret', 'oidcToken'];

/** CSS pixels of the window. It is as tall as its question within these limits. */
const WIDTH = 560;
const SHORTEST = 400;
const TALLEST = 720;

/** Milliseconds after which the window is shown, even if its page has not reported the height of its question. */
const SHOWN_AFTER_MS = 2_000;

export interface TrustedOptions {
  readonly preload: string;
  readonly icon: string | null;
  /** A session of its own, with the rules of `security/` on it. */
  readonly session: Session;
  readonly developerTools: boolean;
  readonly logger: Logger;
  /** The page's window, or null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** While the window is open, no keyboard or pointer input reaches the page. */
  readonly holdPage: HoldPage;
  /** Locks the vault. */
  readonly lock: () => void;
  /** Called when a question begins or ceases to wait. */
  readonly onAsking: () => void;
  /** Copies text, and clears it after a while. */
  readonly copy: (text: string) => void;
}

/**
 * Main's own window, the only place that answers questions about keys and funds. It lives as long as a question waits.
 */
export interface Trusted {
  readonly ask: ConsentPort;
  readonly refuseAll: Questions['refuseAll'];
  readonly withdraw: Questions['withdraw'];
  readonly isAsking: Questions['isAsking'];
}

export function createTrusted(options: TrustedOptions): Trusted {
  let window: BrowserWindow | null = null;
  let current: Shown | null = null;
  let ending: NodeJS.Timeout | undefined;
  /** True once the page listens. It is sent nothing before that. */
  let loaded = false;
  const questions = createQuestions({ show, now: () => performance.now(), lock: options.lock });

  function show(shown: Shown | null, staysMs: number): void {
    const sent: Sent | null = shown !== null && shown.id === current?.id ? { ...shown, question: null } : shown;
    const isChange = (current === null) !== (shown === null);
    current = shown;
    if (isChange) options.onAsking();
    clearTimeout(ending);
    // Excluded from screenshots and recordings (macOS and Windows. No Linux desktop offers it).
    window?.setContentProtection(shown?.question.kind === 'secret');
    if (shown === null) {
      // Until then the window shows the answered question, whose buttons have no effect.
      if (staysMs > 0) ending = setTimeout(close, staysMs);
      else close();
    } else if (window === null) window = open();
    else if (loaded) window.webContents.send(TRUSTED_CHANNELS.show, sent);
  }

  /** The window's process ends with it, and everything typed there. */
  function close(): void {
    options.holdPage('trusted', false);
    window?.destroy();
    window = null;
  }

  /** Accepts one kind of message from this window alone: its channel belongs to the window. */
  const listen = <Name extends keyof typeof TRUSTED_MESSAGES>(
    contents: WebContents,
    name: Name,
    /** Returns false for a message to be ignored. */
    take: (message: Static<(typeof TRUSTED_MESSAGES)[Name]>) => boolean,
  ) => {
    const schema: TSchema = TRUSTED_MESSAGES[name];
    contents.ipc.on(TRUSTED_CHANNELS[name], (event: SenderEvent, message: unknown) => {
      const isOwn = isOwnSender(event, (id) => id === contents.id, 'trusted');
      const isWhole = isOwn && checkValue(schema, message).length === 0;
      if (isWhole && take(message as Parameters<typeof take>[0])) return;
      wipeBytes(message);
      if (!isWhole) options.logger.write('error', 'trusted.message-refused', { part: name });
    });
  };

  function open(): BrowserWindow {
    const parent = options.parent();
    // The question follows the zoom of the page, which the operator needs to read.
    const zoom = parent?.webContents.getZoomFactor() ?? 1;
    options.holdPage('trusted', true);
    const { icon, preload, session, developerTools } = options;
    const made = createQuestionWindow({
      title: 'Castellan',
      ...sizeAt(zoom, TALLEST),
      minWidth: 440,
      minHeight: SHORTEST,
      parent,
      icon,
      preload,
      session,
      developerTools,
    });
    const { webContents } = made;
    const reveal = () => {
      if (!made.isDestroyed() && !made.isVisible()) made.show();
    };
    listen(webContents, 'resize', ({ id, height }) => {
      if (current?.id !== id) return true;
      fitTo(made, sizeAt(zoom, height));
      reveal();
      return true;
    });
    listen(webContents, 'confirm', ({ id, ...given }) => questions.answer(id, { confirmed: true, ...given }));
    listen(webContents, 'refuse', ({ id }) => questions.answer(id, { confirmed: false }));
    listen(webContents, 'copy', ({ id, text }) => {
      if (current?.id !== id || !COPIED.includes(current.question.kind)) return false;
      // A system clipboard takes text only. This is the one place where a secret becomes a string.
      options.copy(new TextDecoder().decode(text));
      text.fill(0);
      return true;
    });
    loaded = false;
    webContents.once('did-finish-load', () => {
      loaded = true;
      webContents.setZoomFactor(zoom);
      webContents.send(TRUSTED_CHANNELS.show, current);
    });
    // The question appears at its own height. A page that reports none is shown too, because the operator must see it.
    const late = setTimeout(reveal, SHOWN_AFTER_MS);
    const gone = () => {
      clearTimeout(late);
      if (window !== made) return;
      close();
      questions.refuseAll();
    };
    made.once('closed', gone);
    webContents.once('render-process-gone', gone);
    void made.loadURL(PAGE_URLS.trusted);
    return made;
  }

  const { ask, refuseAll, withdraw, isAsking } = questions;
  return { ask, refuseAll, withdraw, isAsking };
}

const sizeAt = (zoom: number, height: number) => ({
  width: Math.round(WIDTH * zoom),
  height: Math.round(Math.min(Math.max(height, SHORTEST), TALLEST) * zoom),
});
