import { create } from 'zustand';
import type { StationFile } from '../../shared/model/index.ts';
import { createWork } from './work.ts';

/** The files that were opened in the offline station, newest first, and the selected one. */
interface StationState {
  readonly files: readonly StationFile[];
  readonly selected: string | null;
}

export const useStation = create<StationState>(() => ({ files: [], selected: null }));

/** Adds a file or replaces the one with its id, and selects it. */
export function showFile(file: StationFile): void {
  useStation.setState(({ files }) => ({ files: withFile(files, file), selected: file.id }));
}

/** Adds a file or replaces the one with its id, without selecting it. */
export function addFile(file: StationFile): void {
  useStation.setState(({ files }) => ({ files: withFile(files, file) }));
}

const withFile = (files: readonly StationFile[], file: StationFile): readonly StationFile[] =>
  files.some(({ id }) => id === file.id) ? files.map((each) => (each.id === file.id ? file : each)) : [file, ...files];

export function selectFile(selected: string): void {
  useStation.setState({ selected });
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
  await STATION_WORK.open.start({});
  const { problem, result } = STATION_WORK.open.use.getState();
  if (problem === null && result !== null && result.file !== null) showFile(result.file);
}
