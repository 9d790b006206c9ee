const PROGRESS_INTERVAL_MS = 200;
const HEARTBEAT_MS = 10_000;

/**
 * @typedef {object} Log
 * @property {(text: string) => void} line prints one line.
 * @property {(done: number, total: number, what: string) => void} progress shows how far a transfer is, in bytes.
 * @property {<T>(title: string, work: () => Promise<T>) => Promise<T>} step prints a title, a sign of life while the
 *   work lasts, and how long it took
 */

/**
 * The progress output of set-up. A terminal gets one line that is rewritten. A file or pipe gets a line for each tenth.
 * @param {NodeJS.WriteStream} stream
 * @param {() => number} [now] milliseconds
 * @returns {Log}
 */
export function createLog(stream, now = Date.now) {
  let lastShown = 0;
  let lastTenth = -1;
  let lastWhat = '';
  let open = false;

  const closeLine = () => {
    if (open) stream.write('\n');
    open = false;
  };
  const line = (/** @type {string} */ text) => {
    closeLine();
    stream.write(`${text}\n`);
  };

  return {
    line,
    progress(done, total, what) {
      const text = `  ${what}: ${progressText(done, total)}`;
      const finished = done >= total;
      if (stream.isTTY) {
        if (!finished && now() - lastShown < PROGRESS_INTERVAL_MS) return;
        lastShown = now();
        stream.write(`\r${text}\u001b[K`);
        open = true;
        if (finished) closeLine();
        return;
      }
      const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
      if (what === lastWhat && tenth <= lastTenth) return;
      lastTenth = tenth;
      lastWhat = what;
      line(text);
    },
    async step(title, work) {
      const started = now();
      lastWhat = '';
      line(`castellan: ${title} ...`);
      const seconds = () => ((now() - started) / 1000).toFixed(1);
      const heartbeat = setInterval(() => line(`  still at it after ${seconds()} s`), HEARTBEAT_MS);
      try {
        const result = await work();
        line(`  done in ${seconds()} s`);
        return result;
      } finally {
        clearInterval(heartbeat);
        closeLine();
      }
    },
  };
}

/** `12.3 of 187.2 MB (6 %)`. @param {number} done bytes @param {number} total bytes */
export function progressText(done, total) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  return total > 0
    ? `${megabytes(done)} of ${megabytes(total)} MB (${Math.floor((done / total) * 100)} %)`
    : `${megabytes(done)} MB`;
}
