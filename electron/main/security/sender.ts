import { isPageUrl, type PageHost } from './page-address.ts';

/** The sender in an IPC event (Electron's IpcMainInvokeEvent fits). */
export interface SenderEvent {
  readonly sender: { readonly id: number };
  /** Null when the frame is gone by now. */
  readonly senderFrame: { readonly parent: unknown; readonly url: string } | null;
}

/**
 * Returns true for a message from that page in a window of ours (checklist item 17). Fails closed for a missing frame,
 * a frame inside another, a missing or foreign URL, and a foreign web contents.
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
