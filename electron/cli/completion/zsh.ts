import type { Offered, Offers, Values } from './offered.ts';
import { PROFILES_OF_STATE, plainSummary, quoted } from './quoting.ts';

/** Returns the completion function for zsh, which also runs when the file is sourced. */
export function zshScript({ words, verbs, commands, globals }: Offers): string {
  const groups = [...new Set(verbs.map(({ word }) => word))];
  const verbCases = groups.map(
    (group) => `    ${quoted(group)}) items=(${described(verbs.filter(({ word }) => word === group))}) ;;`,
  );
  const optionCases = commands.map(({ name, options }) => `    ${quoted(name)}) items=(${described(options)}) ;;`);
  const valueCases = commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.values === null ? [] : [`    ${quoted(`${name} ${option.name}`)}) takes=${listed(option.values)} ;;`],
    ),
  );
  const argumentCases = commands.flatMap(({ name, arguments: args }) =>
    args.map((values, index) => `    ${quoted(`${name} ${index}`)}) takes=${listed(values)} ;;`),
  );
  return `#compdef castellan
# zsh completion for castellan, made by \`castellan completion zsh\`.

_castellan_profiles() {
${PROFILES_OF_STATE}
}

_castellan_verbs() {
  items=()
  case "$1" in
${verbCases.join('\n')}
  esac
}

_castellan_options() {
  items=()
  case "$1" in
${optionCases.join('\n')}
  esac
}

_castellan_values() {
  takes=''
  case "$1 $2" in
${valueCases.join('\n')}
  esac
}

_castellan_argument() {
  takes=''
  case "$1 $2" in
${argumentCases.join('\n')}
  esac
}

_castellan_offer() {
  case $takes in
    '<files>') _files ;;
    '<folders>') _files -/ ;;
    '<profiles>') compadd -- "\${(@f)$(_castellan_profiles)}" ;;
    '<text>') _message 'value' ;;
    *) compadd -- "\${(@s: :)takes}" ;;
  esac
}

_castellan() {
  local name='' word before='' takes='' index=2 given=0
  local -a items
  while [[ $index -lt $CURRENT && \${words[index]} == (--json|--offline) ]]; do index=$((index + 1)); done
  if [[ $index -eq $CURRENT ]]; then
    if [[ \${words[CURRENT]} == -* ]]; then items=(${described(globals)}); else items=(${described(words)}); fi
    _describe 'command' items
    return
  fi
  name=\${words[index]}
  index=$((index + 1))
  _castellan_verbs "$name"
  if [[ \${#items} -gt 0 ]]; then
    if [[ $index -eq $CURRENT ]]; then _describe 'command' items; return; fi
    name="$name \${words[index]}"
    index=$((index + 1))
  fi
  for ((; index < CURRENT; index++)); do
    word=\${words[index]}
    if [[ -n $before ]]; then before=''; continue; fi
    _castellan_values "$name" "$word"
    if [[ -n $takes ]]; then before=$word
    elif [[ $word != --* ]]; then given=$((given + 1)); fi
  done
  if [[ -n $before ]]; then
    _castellan_values "$name" "$before"
    _castellan_offer
    return
  fi
  if [[ $name == help && $given -eq 1 ]]; then
    _castellan_verbs "\${words[CURRENT-1]}"
    _describe 'command' items
    return
  fi
  _castellan_argument "$name" "$given"
  if [[ \${words[CURRENT]} != -* && -n $takes ]]; then _castellan_offer; return; fi
  _castellan_options "$name"
  _describe -o 'option' items
}

if [[ \${funcstack[1]:-} == _castellan ]]; then _castellan "$@"; else compdef _castellan castellan; fi
`;
}

const described = (items: readonly Offered[]) =>
  items.map(({ name, summary }) => quoted(`${name}:${plainSummary(summary)}`)).join(' ');

const listed = (values: Values) => quoted(typeof values === 'string' ? `<${values}>` : values.join(' '));
