import { isPageUrl } from './page-address.ts';

/** What an IPC event tells about who sent it (Electron's IpcMainInvokeEvent fits). */
export interface SenderEvent {
  readonly sender: { readonly id: number };
  /** Null when the frame is gone by now. */
  readonly senderFrame: { readonly parent: unknown; readonly url: string } | null;
}

/**
 * Whether a message is from the page in our own window (checklist item 17). Fails closed: a frame that is gone, a frame
 * inside another, a URL that is missing or not ours, a web contents that is not our window's: none may call.
 */
export function isOwnSender(event: SenderEvent, isKnown: (webContentsId: number) => boolean): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame === undefined) return false;
  return frame.parent === null && isPageUrl(frame.url) && isKnown(event.sender.id);
}
