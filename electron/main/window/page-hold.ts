import type { BrowserWindow } from 'electron';

/** Blocks input to the page while `owner` holds it. Input resumes once nobody does. */
export type HoldPage = (owner: string, holds: boolean) => void;

/** Each of main's windows holds the page separately: one may be closed while another is open. */
export function createPageHold(page: () => Pick<BrowserWindow, 'setEnabled'> | null): HoldPage {
  const holding = new Set<string>();
  return (owner, holds) => {
    holding[holds ? 'add' : 'delete'](owner);
    page()?.setEnabled(holding.size === 0);
  };
}
