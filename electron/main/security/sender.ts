import { isPageUrl, type PageHost } from './page-address.ts';

/** What an IPC event tells about who sent it (Electron's IpcMainInvokeEvent fits). */
export interface SenderEvent {
  readonly sender: { readonly id: number };
  /** Null when the frame is gone by now. */
  readonly senderFrame: { readonly parent: unknown; readonly url: string } | null;
}

/**
 * Whether a message is from that page in a window of ours (checklist item 17). Fails closed: a frame that is gone, a frame
 * inside another, a URL that is missing or not ours, a web contents that is not our window's: none may call.
 */
export function isOwnSender(
  event: SenderEvent,
  isKnown: (webContentsId: number) => boolean,
  page: PageHost = 'app',
): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame === undefined) return false;
  return frame.parent === null && isPageUrl(frame.url, page) && isKnown(event.sender.id);
}
