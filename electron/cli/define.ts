import type { CommandContext } from './context.ts';

interface OptionCommon {
  /** A summary of one line, printed by help. */
  readonly summary: string;
}

/** An option that takes a value. Help shows `hint` in its place. Only `choices` are accepted. */
export interface ValueOption extends OptionCommon {
  readonly hint: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** True when the option may be repeated. The values keep their order. */
  readonly many?: true;
}

/** An option without a value. */
export interface FlagOption extends OptionCommon {
  readonly flag: true;
}

export type OptionSpec = ValueOption | FlagOption;

/** A positional argument. Only the last ones of a command may be optional. */
export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required?: boolean;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

type ValueOf<Spec extends OptionSpec> = Spec extends FlagOption
  ? boolean
  : Spec extends { readonly many: true }
    ? readonly string[]
    : Spec extends { readonly choices: readonly (infer Choice extends string)[] }
      ? Spec extends { readonly required: true }
        ? Choice
        : Choice | undefined
      : Spec extends { readonly required: true }
        ? string
        : string | undefined;

export interface CommandInput<Options extends OptionTable> {
  readonly options: { readonly [Name in keyof Options]: ValueOf<Options[Name]> };
  readonly arguments: readonly string[];
}

/** One command. Help, parsing and the handler all use this entry. */
export interface Command {
  /** The words that call it, as in `key create`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionTable;
  /** Further lines of its help: defaults, files it reads, exit codes of its own. */
  readonly notes: readonly string[];
  /** Returns the help about the first argument's subject. Throws for an unknown subject. */
  readonly about: ((argument: string) => string) | null;
  /** Returns the exit code when it is not 0. */
  run(input: CommandInput<OptionTable>, context: CommandContext): Promise<number | undefined>;
}

/** Declares a command with the types of its options inferred from their table. */
export function command<const Options extends OptionTable>(declared: {
  name: string;
  summary: string;
  arguments?: readonly ArgumentSpec[];
  options?: Options;
  notes?: readonly string[];
  about?: (argument: string) => string;
  run(input: CommandInput<Options>, context: CommandContext): Promise<number | undefined>;
}): Command {
  return { arguments: [], options: {}, notes: [], about: null, ...declared } as unknown as Command;
}

export const isFlag = (spec: OptionSpec): spec is FlagOption => 'flag' in spec;
