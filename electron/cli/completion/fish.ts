import type { Offers, Values } from './offered.ts';
import { plainSummary, quoted } from './quoting.ts';

/** Returns the completion script for fish 3. */
export function fishScript({ words, verbs, commands, globals }: Offers): string {
  const withValue = commands.flatMap(({ options }) => options.filter(({ values }) => values !== null));
  const valued = [...new Set(withValue.map(({ name }) => name))].filter((name) => name !== '--json');
  const lines = [
    ...words.map(({ name, summary }) => offer('__castellan_at', `-a ${quoted(name)}`, summary)),
    ...globals.map(({ name, summary }) => offer('__castellan_at', `-l ${name.slice(2)}`, summary)),
    ...verbs.map(({ word, name, summary }) => offer(`__castellan_at ${word}`, `-a ${quoted(name)}`, summary)),
    ...commands.flatMap(({ name, options, arguments: args }) => [
      ...options.map((option) =>
        offer(
          `__castellan_in ${name}`,
          `-l ${option.name.slice(2)}${option.values === null ? '' : ` -r ${listed(option.values)}`}`,
          option.summary,
        ),
      ),
      ...args.map((values, index) => offer(`__castellan_argument ${index} ${name}`, listed(values), null)),
    ]),
  ];
  return `# fish completion for castellan, made by \`castellan completion fish\`.

function __castellan_profiles
    set -l root $CASTELLAN_HOME
    if test -z "$root"
        set -l data $XDG_DATA_HOME
        test -n "$data"; or set data $HOME/.local/share
        set root $data/castellan
        test (uname) = Darwin; and set root "$HOME/Library/Application Support/Castellan"
    end
    test -r $root/profiles.json; and string match -rag '"name": *"([^"]*)"' <$root/profiles.json
end

# Prints the words that are neither options nor their values.
function __castellan_typed
    set -l typed
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if test "$word" = --json
            # It takes a text behind call only.
            test "$typed[1]" = call; and set skip 1
        else if contains -- $word $__castellan_valued
            set skip 1
        else if not string match -q -- '-*' $word
            set -a typed $word
        end
    end
    string join \\n $typed
end

function __castellan_at
    test "$(__castellan_typed)" = "$argv"
end

function __castellan_in
    set -l typed (__castellan_typed)
    test (count $typed) -ge (count $argv); and test "$typed[1..$(count $argv)]" = "$argv"
end

function __castellan_argument
    set -l typed (__castellan_typed)
    __castellan_in $argv[2..-1]; and test (count $typed) -eq (math (count $argv) - 1 + $argv[1])
end

set -g __castellan_valued ${valued.join(' ')}
complete -c castellan -f
${lines.join('\n')}
`;
}

function offer(condition: string, what: string, summary: string | null): string {
  const described = summary === null ? '' : ` -d ${quoted(plainSummary(summary))}`;
  return `complete -c castellan -n ${quoted(condition)} ${what}${described}`;
}

const LOOKED_UP: Readonly<Record<Exclude<Values, readonly string[]>, string>> = {
  files: '-F',
  folders: "-f -a '(__fish_complete_directories)'",
  profiles: "-f -a '(__castellan_profiles)'",
  text: '-f',
};

const listed = (values: Values) =>
  typeof values === 'string' ? LOOKED_UP[values] : `-f -a ${quoted(values.join(' '))}`;
