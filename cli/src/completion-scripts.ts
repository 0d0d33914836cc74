// The completion scripts of the shells. At each Tab they call `dailies __complete`, so they need not list the commands.
import { usageError } from './kit/errors.ts'

const scripts: Record<string, string> = {
  bash: `# Completion of dailies for bash.
_dailies() {
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    COMPREPLY+=("$line")
  done < <(dailies __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _dailies dailies
`,
  zsh: `#compdef dailies
# Completion of dailies for zsh.
_dailies() {
  local word help
  local -a found
  while IFS=$'\\t' read -r word help; do
    found+=("\${word//:/\\\\:}:\${help}")
  done < <(dailies __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe -t commands dailies found; else _files; fi
}
compdef _dailies dailies
`,
  fish: `# Completion of dailies for fish.
function __dailies_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (dailies __complete $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c dailies -f -a '(__dailies_complete)'
`,
}

export function completionScript(shell: string): string {
  if (Object.hasOwn(scripts, shell)) return scripts[shell]!
  throw usageError(`"${shell}" is not one of ${Object.keys(scripts).join(', ')}.`)
}
