import type { CommandContext } from '../context.ts';

/** One thing the tour did: what it was, the values that came out, and what they prove. */
export interface TourStep {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly proves: string;
}

const LABEL_WIDTH = 16;
const INDENT = '    ';

/** A step as people read it: numbered, the values in one aligned column, what it proves at the end. */
export function stepText(number: number, { title, values, proves }: TourStep): string {
  const rows = Object.entries(values).map(([label, value]) => `${INDENT}${label.padEnd(LABEL_WIDTH)}${value}`);
  return [
    `${String(number).padStart(2)}  ${title}`,
    ...rows,
    `${INDENT}${'proves'.padEnd(LABEL_WIDTH)}${proves}`,
    '',
  ].join('\n');
}

/** Prints steps as they are done and keeps them for the result. */
export class TourPrinter {
  readonly steps: TourStep[] = [];
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async step(step: TourStep): Promise<void> {
    this.steps.push(step);
    await this.#context.say(stepText(this.steps.length, step));
  }
}
