import type { Locator } from 'playwright/test';

interface GivenFile {
  readonly name: string;
  /** The MIME type. Empty for an unknown one. */
  readonly type: string;
  readonly content: Uint8Array;
}

/** Drops a file as a file manager does, or pastes it as from a program that copied it. */
export function give(way: 'drop' | 'paste', onto: Locator, { name, type, content }: GivenFile): Promise<boolean> {
  return onto.evaluate(
    (target, [event, called, mime, base64]) => {
      const held = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      held.items.add(new File([bytes], called, { type: mime }));
      const options = { bubbles: true, cancelable: true };
      return target.dispatchEvent(
        event === 'drop'
          ? new DragEvent(event, { ...options, dataTransfer: held })
          : new ClipboardEvent(event, { ...options, clipboardData: held }),
      );
    },
    [way, name, type, Buffer.from(content).toString('base64')] as const,
  );
}
