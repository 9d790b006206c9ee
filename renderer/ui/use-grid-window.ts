import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  clamp,
  offsetShowing,
  type RowHeights,
  rowAt,
  rowsBefore,
  scaleOf,
  toOffset,
  topOf,
  toScrollTop,
} from './grid-scale.ts';

/** Rows drawn beyond each end of the view. */
const MARGIN = 6;
/**
 * Rows are measured from every 4096th row, so that a row keeps its place while others come and go. Pixels are exact up
 * to 16 million.
 */
const BASE = 4096;

interface GridWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Its width in pixels. 0 before it was measured. */
  readonly width: number;
  /** The rows to draw, the last one included. With `last` before `first` there are none. */
  readonly first: number;
  readonly last: number;
  /** A row at or before the first, from which the rows in view are measured, and its drawn position. */
  readonly base: number;
  readonly place: number;
  /** Rows drawn at most. */
  readonly most: number;
  /** The drawn height of all rows. */
  readonly height: number;
  /** Rows that fit into the view. */
  readonly page: () => number;
  readonly show: (row: number) => void;
}

/** The rows of a list that are in view. `head` is the height of the content above them. */
export function useGridWindow(count: number, heights: RowHeights, head: number): GridWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const offset = useRef(0);
  const [width, setWidth] = useState(0);
  const [drawn, setDrawn] = useState({ first: 0, last: -1, shift: 0, most: 1 });
  const scale = useCallback(
    () => scaleOf(count, heights, Math.max((scroller.current?.clientHeight ?? 0) - head, 0)),
    [count, heights, head],
  );
  const { drawn: height, whole } = scale();

  const draw = useCallback(() => {
    const { view } = scale();
    const first = Math.max(rowAt(offset.current, heights) - MARGIN, 0);
    const last = Math.min(rowsBefore(offset.current + view, heights) + MARGIN, count) - 1;
    const shift = height === whole ? 0 : Math.round((scroller.current?.scrollTop ?? 0) - offset.current);
    const most = Math.ceil(view / heights.row) + heights.headings.length + 2 * MARGIN + 1;
    setDrawn((before) =>
      before.first === first && before.last === last && before.shift === shift && before.most === most
        ? before
        : { first, last, shift, most },
    );
  }, [scale, count, heights, height, whole]);

  const goTo = useCallback(
    (to: number) => {
      const element = scroller.current;
      if (element === null) return;
      offset.current = clamp(to, whole - scale().view);
      element.scrollTop = toScrollTop(offset.current, scale());
      draw();
    },
    [scale, draw, whole],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = () => {
      setWidth(element.clientWidth);
      // The offset of the program's own scrolling is more exact than the bar's.
      const isHere = height !== whole && Math.abs(element.scrollTop - toScrollTop(offset.current, scale())) < 1;
      if (!isHere) offset.current = toOffset(element.scrollTop, scale());
      draw();
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', follow);
      sizes.disconnect();
    };
  }, [scale, draw, height, whole]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || height === whole) return;
    // The bar of a scaled list would skip rows, so a wheel scrolls the rows by its own distance.
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit = [1, heights.row, scale().view][event.deltaMode] ?? 1;
      goTo(offset.current + event.deltaY * unit);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [scale, goTo, heights, height, whole]);

  const base = drawn.first - (drawn.first % BASE);
  return {
    first: drawn.first,
    last: Math.min(drawn.last, count - 1),
    base,
    place: topOf(base, heights) + drawn.shift,
    most: drawn.most,
    scroller,
    width,
    height,
    page: () => Math.floor(scale().view / heights.row),
    show: (row) => goTo(offsetShowing(row, heights, offset.current, scale())),
  };
}
