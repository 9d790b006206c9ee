import type { CommandContext } from './context.ts';

/** The values that a shell offers for an option or argument: a list, or names that it looks up. */
export type Completes = 'profiles' | 'operations' | readonly string[];

interface OptionCommon {
  /** A summary of one line, printed by help. */
  readonly summary: string;
}

/** An option that takes a value. Help shows `hint` in its place. Only `choices` are accepted. */
export interface ValueOption extends OptionCommon {
  readonly hint: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** Offered by shells where other values are accepted too. */
  readonly completes?: Completes;
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
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** True for a last argument that may be repeated. */
  readonly many?: true;
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

/** One command. Help, completion, man pages, parsing and the handler all use this entry. */
export interface Command {
  /** The words that call it, as in `key create`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionTable;
  /** Further lines of its help: defaults, files it reads, exit codes of its own. */
  readonly notes: readonly string[];
  /** Lines to type into a shell, at least one. */
  readonly examples: readonly string[];
  /** Returns the help about the first argument's subject, in lines of `width` columns. Throws for an unknown subject. */
  readonly about: ((argument: string, width: number) => string) | null;
  /** Returns the exit code when it is not 0. */
  run(input: CommandInput<OptionTable>, context: CommandContext): Promise<number | undefined>;
}

/** Commands under a heading of help. */
export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** All commands, and a summary of each first word that several commands share. */
export interface CommandTable {
  readonly sections: readonly Section[];
  readonly topics: Readonly<Record<string, string>>;
}

/** Declares a command with the types of its options inferred from their table. */
export function command<const Options extends OptionTable>(declared: {
  name: string;
  summary: string;
  arguments?: readonly ArgumentSpec[];
  options?: Options;
  notes?: readonly string[];
  examples: readonly [string, ...string[]];
  about?: (argument: string, width: number) => string;
  run(input: CommandInput<Options>, context: CommandContext): Promise<number | undefined>;
}): Command {
  return { arguments: [], options: {}, notes: [], about: null, ...declared } as unknown as Command;
}

export const isFlag = (spec: OptionSpec): spec is FlagOption => 'flag' in spec;

/** The first word of a command's name. */
export const firstWord = ({ name }: Pick<Command, 'name'>): string => name.split(' ')[0] as string;
