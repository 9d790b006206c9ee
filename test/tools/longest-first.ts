import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts of the files that take longest, because they wait for whole programs. The longest stand first. */
const LONGEST = [
  '/test/contract/cli/documents',
  '/test/contract/',
  '/test/fault/',
  '/test/peers/',
  '/test/boundaries/',
];

/**
 * Starts the longest files first, and ends with the files that have a process of their own. Those are short, so that all
 * workers end at about the same time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return LONGEST.length + 1;
  const index = LONGEST.findIndex((start) => moduleId.includes(start));
  return index === -1 ? LONGEST.length : index;
}
