import type { BrowserWindow, Session, WebContents } from 'electron';
import type { Static, TSchema } from 'typebox';
import { AppError } from '../../../shared/errors/index.ts';
import {
  type CreatedPasskey,
  PASSKEY_CHANNELS,
  PASSKEY_MESSAGES,
  type PasskeyAsk,
  type SentAsk,
  type UsedPasskey,
} from '../../../shared/ipc/index.ts';
import { passkeyOrigin } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import type { PasskeyPort } from '../../engine/index.ts';
import type { Logger } from '../logger.ts';
import { isOwnSender, type PasskeyUrl, type SenderEvent } from '../security/index.ts';
import type { HoldPage } from '../window/page-hold.ts';
import { createQuestionWindow } from '../window/question-window.ts';

export interface PasskeyWindowOptions {
  readonly preload: string;
  /** Returns the title of the window. */
  readonly title: () => string;
  readonly icon: string | null;
  /** Returns a relying party's own session, which serves its page under the rules of `security/`. */
  readonly session: (page: PasskeyUrl) => Promise<Session>;
  readonly developerTools: boolean;
  readonly logger: Logger;
  /** The page's window, or null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** Blocks input to the page while the window is open. */
  readonly holdPage: HoldPage;
}

/** Main's window for authenticators. It lives for one question and can do nothing else. */
export interface PasskeyWindows extends PasskeyPort {
  /** Refuses the current question, as the operator would. */
  refuse(): void;
}

interface Asking {
  readonly ask: SentAsk;
  resolve(answer: CreatedPasskey & UsedPasskey): void;
  reject(error: AppError): void;
}

export function createPasskeyWindows(options: PasskeyWindowOptions): PasskeyWindows {
  let lastId = 0;
  let current: { readonly asking: Asking; readonly window: BrowserWindow } | null = null;

  /** Its process goes with it. */
  const end = () => {
    const ended = current;
    current = null;
    if (ended === null) return;
    ended.window.destroy();
    options.holdPage('passkey', false);
  };

  const refuse = () => {
    const asking = current?.asking;
    end();
    asking?.reject(
      new AppError('NOT_CONFIRMED', 'You closed the window for the passkey. Nothing was stamped or sent.'),
    );
  };

  /** Accepts one kind of message from this window alone, for the current question. */
  const listen = <Name extends keyof typeof PASSKEY_MESSAGES>(
    contents: WebContents,
    { name, page, kinds }: { name: Name; page: PasskeyUrl; kinds: readonly PasskeyAsk['kind'][] },
    take: (message: Static<(typeof PASSKEY_MESSAGES)[Name]>) => void,
  ) => {
    const schema: TSchema = PASSKEY_MESSAGES[name];
    contents.ipc.on(PASSKEY_CHANNELS[name], (event: SenderEvent, message: unknown) => {
      const isOwn = isOwnSender(event, (id) => id === contents.id, page);
      const isWhole = isOwn && checkValue(schema, message).length === 0;
      const asked = current?.asking.ask;
      if (isWhole && asked?.id === (message as { id: number }).id && kinds.includes(asked.kind))
        return take(message as never);
      wipeBytes(message);
      if (!isWhole) options.logger.write('error', 'passkey.message-refused', { part: name });
    });
  };

  const open = (session: Session, page: PasskeyUrl, asking: Asking): BrowserWindow => {
    const parent = options.parent();
    options.holdPage('passkey', true);
    const { icon, preload, developerTools } = options;
    const made = createQuestionWindow({
      title: options.title(),
      width: 480,
      height: 420,
      minWidth: 320,
      minHeight: 320,
      parent,
      icon,
      preload,
      session,
      developerTools,
    });
    const { webContents } = made;
    const answer = (given: object) => {
      end();
      asking.resolve(given as CreatedPasskey & UsedPasskey);
    };
    listen(webContents, { name: 'created', page, kinds: ['create', 'enroll'] }, ({ id: _id, ...given }) =>
      answer(given),
    );
    listen(webContents, { name: 'used', page, kinds: ['use', 'touch'] }, ({ id: _id, ...given }) => answer(given));
    listen(webContents, { name: 'refuse', page, kinds: ['create', 'use', 'enroll', 'touch'] }, refuse);
    // An authenticator answers only a page that has the focus, so the page is focused before it gets the request.
    webContents.once('did-finish-load', () => {
      made.show();
      made.focus();
      webContents.send(PASSKEY_CHANNELS.ask, asking.ask);
    });
    const gone = () => {
      if (current?.window === made) refuse();
    };
    made.once('closed', gone);
    webContents.once('render-process-gone', gone);
    void made.loadURL(page);
    return made;
  };

  const put = async (ask: PasskeyAsk, signal: AbortSignal): Promise<CreatedPasskey & UsedPasskey> => {
    const page: PasskeyUrl = `${passkeyOrigin(ask.rpId)}/`;
    const session = await options.session(page);
    return new Promise((resolve, reject) => {
      const cancelled = () => new AppError('CANCELLED', 'Cancelled before the passkey answered. Nothing was stamped.');
      if (signal.aborted) return reject(cancelled());
      if (current !== null) {
        return reject(new AppError('NOT_CONFIRMED', 'Another passkey is being asked. Nothing was stamped or sent.'));
      }
      lastId += 1;
      const withdraw = () => {
        if (current?.asking !== asking) return;
        end();
        reject(cancelled());
      };
      const asking: Asking = { ask: { ...ask, id: lastId }, resolve, reject };
      signal.addEventListener('abort', withdraw, { once: true });
      current = { asking, window: open(session, page, asking) };
    });
  };

  return { create: put, use: put, enroll: put, touch: put, refuse };
}
