import type { Destination, Opened } from '../../../shared/ipc/index.ts';
import { readLink } from './link.ts';

/** The last request from outside to show a place. The page takes it once it can show places. */
export interface OpenedPlaces {
  /** Reads a link of another program. A refused one is reported by its reason, never by its text. */
  follow(link: string): void;
  show(from: 'notification' | 'tray', destination: Destination): void;
  /** Opens the search of the window, at any place. */
  search(): void;
  /** Returns the request once. */
  take(): Opened | null;
}

/** `changed` notifies the page. A new request replaces one that was not taken. */
export function createOpenedPlaces(changed: () => void): OpenedPlaces {
  let waiting: Opened | null = null;
  const put = (opened: Opened) => {
    waiting = opened;
    changed();
  };
  return {
    follow(link) {
      const read = readLink(link);
      put(
        'destination' in read
          ? { from: 'link', destination: read.destination, isSearch: false, refusal: '' }
          : { from: 'link', destination: null, isSearch: false, refusal: read.refused },
      );
    },
    show: (from, destination) => put({ from, destination, isSearch: false, refusal: '' }),
    search: () => put({ from: 'tray', destination: null, isSearch: true, refusal: '' }),
    take() {
      const taken = waiting;
      waiting = null;
      return taken;
    },
  };
}
