import type { BrowserWindow } from 'electron';

/** Blocks input to the page while `owner` holds it. Input resumes once nobody does. */
export type HoldPage = (owner: string, holds: boolean) => void;

/** Main's windows hold the page each for itself: one may be closed while another is there. */
export function createPageHold(page: () => Pick<BrowserWindow, 'setEnabled'> | null): HoldPage {
  const holding = new Set<string>();
  return (owner, holds) => {
    holding[holds ? 'add' : 'delete'](owner);
    page()?.setEnabled(holding.size === 0);
  };
}
