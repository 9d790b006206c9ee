import { create } from 'zustand';
import { call } from '../bridge.ts';
import { showFile } from './station.ts';

/** The QR codes of a container that were read so far. Main keeps their content. */
interface Codes {
  readonly done: number;
  /** Null before the first code. */
  readonly total: number | null;
  /** The numbers of the codes that would complete the container. */
  readonly missing: readonly number[];
  /** True while pictures are read. */
  readonly running: boolean;
  /** Why pictures were left out, each with the name of its file. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  readonly problem: unknown;
}

const NOTHING: Codes = { done: 0, total: null, missing: [], running: false, leftOut: [], problem: null };

export const useCodes = create<Codes>(() => NOTHING);

/**
 * Reads the QR codes of pictures one after the other, until they make a container, which is then shown. `read` returns
 * the bytes in a picture's code, or the reason why there are none.
 */
export async function readCodes(
  pictures: readonly File[],
  read: (picture: File) => Promise<Uint8Array | string>,
): Promise<void> {
  if (useCodes.getState().running) return;
  useCodes.setState({ running: true, leftOut: [], problem: null });
  try {
    for (const picture of pictures) {
      const content = await read(picture);
      if (typeof content === 'string') {
        useCodes.setState(({ leftOut }) => ({ leftOut: [...leftOut, { name: picture.name, why: content }] }));
        continue;
      }
      const { file, ...progress } = await readOne(picture.name, content);
      useCodes.setState(progress);
      if (file === null) continue;
      useCodes.setState({ ...NOTHING, leftOut: useCodes.getState().leftOut });
      showFile(file);
      break;
    }
  } catch (problem) {
    // Main may have forgotten the earlier codes.
    useCodes.setState({ problem, ...(await call('station.codes', {}).catch(() => null)) });
  }
  useCodes.setState({ running: false });
}

/** Names the picture of a refused code. */
async function readOne(name: string, content: Uint8Array): ReturnType<typeof call<'station.readCode'>> {
  try {
    return await call('station.readCode', { text: String.fromCharCode(...content) });
  } catch (problem) {
    const why = 'Its code was refused. The pictures after it were not read.';
    useCodes.setState(({ leftOut }) => ({ leftOut: [...leftOut, { name, why }] }));
    throw problem;
  }
}

/** Begins anew, with another container. */
export async function forgetCodes(): Promise<void> {
  await call('station.forgetCodes', {});
  useCodes.setState(NOTHING);
}
