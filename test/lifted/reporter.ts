import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** How a lift went: the tests that failed, how many passed, and what kept a file from being loaded at all. */
export interface Outcome {
  readonly failed: readonly string[];
  readonly passed: number;
  readonly errors: readonly string[];
}

/** Writes the outcome of each lift, by its name, as JSON to `path`. */
export function reportTo(path: string): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[]) {
      const outcomes = modules.map((module): [string, Outcome] => {
        const tests = [...module.children.allTests()];
        const failed = tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName);
        const passed = tests.filter((test) => test.result().state === 'passed').length;
        return [module.project.name, { failed, passed, errors: module.errors().map(({ message }) => message) }];
      });
      writeFileSync(path, JSON.stringify(Object.fromEntries(outcomes)));
    },
  };
}
