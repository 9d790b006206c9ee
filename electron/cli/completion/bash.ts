import type { Offers, Values } from './offered.ts';
import { PROFILES_OF_STATE, quoted } from './quoting.ts';

/**
 * Returns the completion script for bash 3.2 and newer, which needs no other script. It splits the line by blanks
 * itself, because bash splits words at colons too.
 */
export function bashScript({ words, verbs, commands, globals }: Offers): string {
  const groups = [...new Set(verbs.map(({ word }) => word))];
  const verbCases = groups.map((group) => [
    quoted(group),
    printed(verbs.filter(({ word }) => word === group).map(({ name }) => name)),
  ]);
  const optionCases = commands.map(({ name, options }) => [quoted(name), printed(options.map((each) => each.name))]);
  const valueCases = commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.values === null ? [] : [[quoted(`${name} ${option.name}`), listed(option.values)]],
    ),
  );
  const argumentCases = commands.flatMap(({ name, arguments: args }) =>
    args.map((values, index) => [quoted(`${name} ${index}`), listed(values)]),
  );
  return `# bash completion for castellan, made by \`castellan completion bash\`.

_castellan_profiles() {
${PROFILES_OF_STATE}
}

_castellan_words() {
  ${printed(words.map(({ name }) => name))}
}

_castellan_verbs() {
${cases('$1', verbCases)}
}

_castellan_options() {
${cases('$1', optionCases)}
}

_castellan_values() {
${cases('$1 $2', valueCases)}
}

_castellan_argument() {
${cases('$1 $2', argumentCases)}
}

_castellan_offer() {
  local kind=$1 current=$2 reply
  case $kind in
    '<files>') COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
    '<folders>') COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null ;;
    '<text>') COMPREPLY=() ;;
    '<profiles>') COMPREPLY=()
      for reply in $(compgen -W "$(_castellan_profiles)" -- "$current"); do COMPREPLY+=("$(printf '%q' "$reply")"); done ;;
    *) COMPREPLY=($(compgen -W "$kind" -- "$current")) ;;
  esac
}

_castellan() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT}
  local typed=() current='' before='' name='' word index=1 given=0 takes
  read -r -a typed <<<"$line"
  case $line in *[[:space:]]) ;; *) current=\${typed[\${#typed[@]}-1]}; unset "typed[\${#typed[@]}-1]" ;; esac
  local IFS=$'\\n'
  COMPREPLY=()
  while [[ "\${typed[index]:-}" == @(--json|--offline) ]]; do index=$((index + 1)); done
  name=\${typed[index]:-}
  if [ -z "$name" ]; then
    case $current in
      -*) _castellan_offer ${quoted(globals.map(({ name }) => name).join('\n'))} "$current" ;;
      *) _castellan_offer "$(_castellan_words)" "$current" ;;
    esac
    return
  fi
  index=$((index + 1))
  if [ -n "$(_castellan_verbs "$name")" ]; then
    if [ -z "\${typed[index]:-}" ]; then _castellan_offer "$(_castellan_verbs "$name")" "$current"; return; fi
    name="$name \${typed[index]}"
    index=$((index + 1))
  fi
  for ((; index < \${#typed[@]}; index++)); do
    word=\${typed[index]}
    if [ -n "$before" ]; then before=''
    elif [ -n "$(_castellan_values "$name" "$word")" ]; then before=$word
    else case $word in --*) ;; *) given=$((given + 1)) ;; esac
    fi
  done
  if [ -n "$before" ]; then takes=$(_castellan_values "$name" "$before")
  else
    case $current in
      --*=*) before=\${current%%=*}; takes=$(_castellan_values "$name" "$before"); current=\${current#*=} ;;
      -*) takes=$(_castellan_options "$name") ;;
      *) if [ "$name" = help ] && [ "$given" = 1 ]; then takes=$(_castellan_verbs "\${typed[index-1]}")
        else takes=$(_castellan_argument "$name" "$given"); fi
        if [ -z "$takes" ]; then takes=$(_castellan_options "$name"); fi ;;
    esac
  fi
  if [ -n "$takes" ]; then _castellan_offer "$takes" "$current"; fi
  # bash replaces the text behind the last colon only.
  case $current in
    *:*) case $COMP_WORDBREAKS in *:*)
      word=\${current%"\${current##*:}"}
      for index in "\${!COMPREPLY[@]}"; do COMPREPLY[index]=\${COMPREPLY[index]#"$word"}; done ;;
    esac ;;
  esac
}

complete -F _castellan castellan
`;
}

const printed = (words: readonly string[]) => `printf '%s\\n' ${words.map(quoted).join(' ')}`;

const listed = (values: Values) => (typeof values === 'string' ? `echo '<${values}>'` : printed(values));

function cases(subject: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map(([pattern, body]) => `    ${pattern}) ${body} ;;`);
  return [`  case "${subject}" in`, ...lines, '  esac'].join('\n');
}
