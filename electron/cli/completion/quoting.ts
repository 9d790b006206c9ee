/** Returns a text as one word of bash, zsh and fish. It must not hold a quote or a backslash. */
export function quoted(text: string): string {
  if (/['\\]/.test(text)) throw new Error('a quote or a backslash is written differently by each shell');
  return `'${text}'`;
}

/** Lines of a function of bash or zsh that prints the names of the profiles, from the state file of this platform. */
export const PROFILES_OF_STATE = `  local root=\${CASTELLAN_HOME:-}
  if [ -z "$root" ]; then
    case \${OSTYPE:-} in
      darwin*) root="$HOME/Library/Application Support/Castellan" ;;
      *) root="\${XDG_DATA_HOME:-$HOME/.local/share}/castellan" ;;
    esac
  fi
  [ -r "$root/profiles.json" ] && grep -Eo '"name": *"[^"]*"' "$root/profiles.json" | sed 's/^"name": *"//; s/"$//'`;

/** Returns a summary without characters that end a quoted word of a shell. */
export const plainSummary = (text: string): string => text.replaceAll(/['\\]/g, '’').replaceAll('`', '');
