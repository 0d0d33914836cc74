// Examples for help: written by hand for the most used commands, derived from required fields for the rest.
import type { Field, Operation } from './declaration.ts'

const written: Record<string, readonly string[]> = {
  'comments.createOnFile': ['dailies comments create-on-file FX… --content "Too dark" --anchor 4200'],
  'comments.export': ['dailies comments export FX… --format edl --start-timecode 01:00:00:00'],
  'comments.import': ['dailies comments import FX… --content-file notes.edl --preview'],
  'files.generate': [
    'dailies files generate PROJECT --output-type image --output-model gpt-image-2 --prompt "A lighthouse" --wait',
    'dailies files generate PROJECT --output-type video --output-model veo-3.1-generate-preview --prompt-file shot.txt --attachments FX… --configs.resolution 1080p',
  ],
  'files.list': [
    'dailies files list PROJECT --keyword shot --tag need-review',
    'dailies files list PROJECT --all --json',
  ],
  'folders.create': [
    'dailies folders create PROJECT --name Shots',
    'dailies folders create PROJECT --name "Day 1" --parent DX…',
  ],
  'members.add': ['dailies members add PROJECT --members user=USER,role=reviewer'],
  'projects.create': ['dailies projects create --name "Title sequence" --access-range only-project-member'],
  'projects.list': ['dailies projects list', 'dailies projects list --keyword title --json'],
  'reactions.create': ['dailies reactions create COMMENT --type 👍'],
  'skills.create': [
    'dailies skills create --name Grading --description "How we grade" --content-file grading.md',
  ],
  'versions.setStatus': ['dailies versions set-status VERSION --status approved'],
}

export function exampleFor(operation: Operation): readonly string[] {
  const found = written[operation.client]
  if (found) return found
  const args = operation.args.map(({ name }) => name.replace(/-id$/, '').replaceAll('-', '_').toUpperCase())
  const flags = operation.fields
    .filter(({ required }) => required)
    .map((field) => `--${field.flag} ${valueFor(field)}`)
  return [['dailies', ...operation.words, ...args, ...flags].join(' ')]
}

function valueFor({ kind, values, parts, flag }: Field): string {
  if (values) return values[0]!
  if (kind === 'integer' || kind === 'number') return '1'
  if (kind === 'record')
    return parts!.map((part) => `${part.flag}=${part.kind === 'integer' ? 1 : '…'}`).join(',')
  return flag === 'name' ? '"A name"' : '…'
}
