import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grouped } from '../../shared/model/index.ts';
import type { IndexingFigures } from '../peers/indexing-figures.ts';
import { effort } from './effort.ts';
import { summarize } from './measure.ts';
import type { Group } from './report.ts';
import type { Setting } from './setting.ts';

/** The node makes their blocks first, which takes most of the time. */
const TRANSFERS = effort(250_000, 1_000);

/**
 * Measures a local service that reads many transfers from a real node. It runs the test of the same name at full
 * length, so the measured result was also correct. Throws when the test fails.
 */
export function* indexing({ app }: Setting): Generator<Group> {
  const title = `${grouped(String(TRANSFERS))} transfers read from a node`;
  if (process.platform !== 'linux') {
    yield { title, unit: 'a second', results: [], skipped: 'the node’s package is for Linux' };
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-indexing-'));
  try {
    const file = join(folder, 'figures.json');
    const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = process.env;
    const { status } = spawnSync('npm', ['run', '--silent', 'vitest', '--', 'test/peers/indexing.test.ts'], {
      cwd: app,
      env: { ...environment, CASTELLAN_INDEXED_TRANSFERS: String(TRANSFERS), CASTELLAN_INDEXING_FIGURES: file },
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Error(`test/peers/indexing.test.ts ended with ${status}`);
    const figures = JSON.parse(readFileSync(file, 'utf8')) as IndexingFigures;
    const { transfers, seconds, processor, early, peak, file: size } = figures;
    yield {
      title,
      unit: 'a second',
      results: [
        summarize('by the clock, the node’s work included', [transfers / seconds]),
        summarize('by what the service’s process used of a processor', [transfers / processor]),
      ],
      skipped: null,
    };
    yield {
      title: `${title}, what they take`,
      unit: 'megabytes',
      results: [
        summarize('most memory of the process, a tenth of the way', [early]),
        summarize('most memory of the process, at the end', [peak]),
        summarize(`file, of ${figures.transactions} entries`, [size]),
      ],
      skipped: null,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
