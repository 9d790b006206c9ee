import type { Reply } from '../errors/index.ts';

export interface RequestFrame {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export interface ReplyFrame {
  readonly id: number;
  readonly reply: Reply<unknown>;
}

export type Frame = RequestFrame | ReplyFrame;

/** The most frames of one message. With more, the first answer would wait for the work of all others. */
export const MAXIMUM_FRAMES = 16;

/**
 * Returns the frames that a message carries, unchecked: one, or those of a list. Returns null for an empty list, and
 * for one that is longer than any we send.
 */
export function framesIn(data: unknown): readonly unknown[] | null {
  if (!Array.isArray(data)) return [data];
  return data.length === 0 || data.length > MAXIMUM_FRAMES ? null : data;
}

/** Posts a frame. With `isAlone` it is posted before the call returns, and shares its message with no other. */
export type PostFrame = (frame: Frame, isAlone: boolean) => void;

/** Node's. Only processes that have it post frames. */
declare function setImmediate(callback: () => void): unknown;

/**
 * Returns a function that posts frames in the order of its calls. Frames that are not alone wait for the end of the turn
 * of the event loop and share messages. A message between processes takes longer than a signature.
 * `refused` is called for a frame of a shared message that could not be posted. A frame that goes alone throws.
 */
export function createFramePoster(
  post: (message: Frame | readonly Frame[]) => void,
  refused: (frame: Frame, error: unknown) => void,
): PostFrame {
  let isTurn = false;
  let held: Frame[] = [];
  const flush = () => {
    const frames = held;
    held = [];
    if (frames.length === 0) return;
    try {
      post(frames);
    } catch {
      for (const frame of frames) postOne(frame);
    }
  };
  /** One frame that cannot be copied must not take the others with it. */
  const postOne = (frame: Frame) => {
    try {
      post(frame);
    } catch (error) {
      refused(frame, error);
    }
  };
  return (frame, isAlone) => {
    if (isAlone) {
      flush();
      return post(frame);
    }
    held.push(frame);
    if (held.length === MAXIMUM_FRAMES) return flush();
    if (isTurn) return;
    isTurn = true;
    setImmediate(() => {
      isTurn = false;
      flush();
    });
  };
}
