import { create } from 'zustand';
import type { StationFile } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { createWork } from './work.ts';

/** The files that were opened in the offline station, newest first, and the selected one. */
interface StationState {
  readonly files: readonly StationFile[];
  readonly selected: string | null;
  /** The files that were refused last. */
  readonly refused: readonly RefusedFile[];
}

/** A file that the offline station did not open. The name is null where none was chosen yet. */
export interface RefusedFile {
  readonly name: string | null;
  readonly problem: unknown;
}

export const useStation = create<StationState>(() => ({ files: [], selected: null, refused: [] }));

/** Adds a file or replaces the one with its id, and selects it. */
export function showFile(file: StationFile): void {
  useStation.setState(({ files }) => ({ files: withFile(files, file), selected: file.id, refused: [] }));
}

/** Adds a file or replaces the one with its id, without selecting it. */
export function addFile(file: StationFile): void {
  useStation.setState(({ files }) => ({ files: withFile(files, file) }));
}

const withFile = (files: readonly StationFile[], file: StationFile): readonly StationFile[] =>
  files.some(({ id }) => id === file.id) ? files.map((each) => (each.id === file.id ? file : each)) : [file, ...files];

export function selectFile(selected: string): void {
  useStation.setState({ selected, refused: [] });
}

/** The steps. Each runs once at a time and goes on when the operator leaves the place. */
export const STATION_WORK = {
  open: createWork('station.open'),
  makeTargets: createWork('station.makeTargets'),
  gather: createWork('station.gather'),
  prove: createWork('station.prove'),
  reveal: createWork('station.reveal'),
  writeExports: createWork('station.writeExports'),
  stamp: createWork('station.stamp'),
  save: createWork('station.save'),
  send: createWork('station.send'),
};

/** Opens a file that the operator chooses. */
export async function openFile(): Promise<void> {
  useStation.setState({ refused: [] });
  await STATION_WORK.open.start({});
  const { problem, progress, result } = STATION_WORK.open.use.getState();
  if (problem !== null) useStation.setState({ refused: [{ name: progress?.name ?? null, problem }] });
  else if (result !== null && result.file !== null) showFile(result.file);
}

/** Opens dropped files, and shows the last one. `read` returns the bytes of a file, or throws the reason for none. */
export async function takeFiles(
  files: readonly File[],
  read: (file: File) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const refused: RefusedFile[] = [];
  for (const file of files) {
    try {
      const bytes = await read(file);
      showFile((await call('station.take', { name: file.name.slice(0, 255), bytes })).file);
    } catch (problem) {
      refused.push({ name: file.name, problem });
    }
  }
  useStation.setState({ refused });
}
