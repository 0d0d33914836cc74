// The rules as a table, from their schema: for the editor of the app and for the guide.
import { z } from 'zod'
import { CheckRules } from './profile.ts'
import { type RuleGroup, ruleTexts } from './rule-texts.ts'

export type FieldDescription = {
  name: string
  label: string
  /** `%`: the value is a part of 1, which people read as a percentage. */
  unit: string | null
  kind: 'number' | 'text' | 'texts' | 'choice' | 'switch'
  whole: boolean
  least: number | null
  most: number | null
  /** Of texts: the form of each, one that has it, and how many there may be. */
  pattern: string | null
  example: string | null
  mostItems: number | null
  /** Of a choice, and of texts that are chosen from a list. */
  choices: readonly string[]
  /** The value of a field that is not given; undefined: the field has none. */
  default: unknown
  /** Whether the field must be given. */
  required: boolean
  nullable: boolean
}

export type RuleDescription = {
  name: string
  title: string
  group: RuleGroup
  about: string
  fields: readonly FieldDescription[]
}

type JsonSchema = {
  type?: string
  anyOf?: JsonSchema[]
  enum?: string[]
  items?: JsonSchema
  maxItems?: number
  pattern?: string
  minimum?: number
  maximum?: number
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
}

export function describeRules(): RuleDescription[] {
  const { properties = {} } = z.toJSONSchema(CheckRules, { io: 'input' }) as JsonSchema
  return Object.entries(properties).map(([name, rule]) => {
    const text = ruleTexts[name]
    const fields = Object.entries(rule.properties ?? {}).filter(([field]) => field !== 'level')
    return {
      name,
      title: text?.title ?? name,
      group: text?.group ?? 'Format',
      about: text?.about ?? '',
      fields: fields.map(([field, schema]) =>
        describeField(field, schema, {
          label: text?.fields?.[field]?.label ?? field,
          unit: text?.fields?.[field]?.unit ?? null,
          example: text?.fields?.[field]?.example ?? null,
          required: rule.required?.includes(field) ?? false,
        }),
      ),
    }
  })
}

type Known = Pick<FieldDescription, 'label' | 'unit' | 'example' | 'required'>

function describeField(name: string, schema: JsonSchema, known: Known): FieldDescription {
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return {
    ...known,
    ...{ name, kind: kindOf(value) },
    whole: value.type === 'integer',
    least: value.minimum ?? null,
    most: value.maximum === undefined || value.maximum >= Number.MAX_SAFE_INTEGER ? null : value.maximum,
    pattern: value.items?.pattern ?? value.pattern ?? null,
    mostItems: value.maxItems ?? null,
    choices: value.enum ?? value.items?.enum ?? [],
    default: schema.default,
    nullable: schema.anyOf?.some(({ type }) => type === 'null') ?? false,
  }
}

function kindOf({ type, enum: choices }: JsonSchema): FieldDescription['kind'] {
  if (type === 'array') return 'texts'
  if (type === 'boolean') return 'switch'
  if (choices) return 'choice'
  return type === 'string' ? 'text' : 'number'
}
