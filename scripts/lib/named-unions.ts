// Names for the unions of string literals in the SDK: each is declared once and referred to by name.
import type { JsonSchema } from '../../server/src/surfaces/json-schemas.ts'

/** The name of each union, and a field that has it as its type. Every other field with the same values gets the name too. */
const unionFields = {
  AccessLinkRole: 'AccessLink.role',
  AccessRange: 'Project.accessRange',
  AssignableRole: 'UpdateMemberFields.role',
  ArchiveVariant: 'CreateArchiveFields.variant',
  AttachmentKind: 'Model.attachments',
  AuditAction: 'AuditEntry.action',
  AuditFilter: 'ListAuditEntriesFields.action',
  CaptionSource: 'Captions.source',
  CaptionState: 'Captions.state',
  AlphaUse: 'CheckRules.transparency.alpha',
  CheckFormat: 'ExportChecksFields.format',
  CheckLevel: 'CheckRules.black.level',
  CheckColourSpace: 'CheckRules.colourProfile.spaces',
  CheckColourRange: 'CheckRules.colourTags.ranges',
  CheckSettingsSource: 'CheckSettings.effective.source',
  CheckOutcome: 'CheckRule.outcome',
  CheckState: 'Checks.state',
  CommentSort: 'ListFileCommentsFields.sort.type',
  DeliveryState: 'WebhookDelivery.state',
  DraftNoteState: 'DraftNote.state',
  EventFilter: 'CreateWebhookFields.events',
  EdgeFrame: 'CheckRules.firstFrame.is',
  EvaluationSource: 'SkillEvaluation.source',
  EvaluationState: 'SkillEvaluation.state',
  FieldOrder: 'CheckRules.interlacing.expected',
  FileKind: 'FileListItem.kind',
  FileMode: 'File.mode',
  FileStatus: 'File.status',
  GenerationState: 'Generation.state',
  InvitedRole: 'CreateInvitationFields.role',
  LoudnessGating: 'CheckRules.loudness.gating',
  MailFrequency: 'NotificationSettings.mail',
  MarkerFormat: 'ImportCommentsFields.format',
  MediaKind: 'Media.kind',
  MediaState: 'Media.state',
  ModelId: 'GenerateFileFields.outputModel',
  NotificationKind: 'Notification.kind',
  NotificationLevel: 'SetNotificationLevelFields.level',
  NoteOutcome: 'SkillReview.notes.outcome',
  OutputType: 'Model.outputType',
  ProjectRole: 'ProjectMember.role',
  ProjectSort: 'ListProjectsFields.sort.type',
  ReferenceScope: 'PingResult.scopes',
  ReviewRuleType: 'ReviewRule.type',
  ReviewState: 'ReviewRequest.state',
  ReviewTrigger: 'SkillReviewer.trigger',
  ProviderId: 'Generation.provider',
  Scope: 'ApiKey.scopes',
  SearchKind: 'SearchResults.more',
  ShapeKind: 'Comment.annotation.shapes.kind',
  ShareAccess: 'Share.access',
  ShareComments: 'Share.comments',
  ShareDownloads: 'Share.downloads',
  ShareEmail: 'Share.email',
  ShareItemKind: 'ShareItem.kind',
  ShareRevisions: 'Share.revisions',
  SkillReviewState: 'SkillReview.state',
  SortDirection: 'ListProjectsFields.sort.direction',
  StaleReason: 'VerdictRecord.stale',
  Verdict: 'VerdictRecord.verdict',
  ValidatorSeverity: 'CheckRules.validator.severity',
  VersionStatus: 'Version.status',
  WatermarkPosition: 'Watermark.position',
  WatermarkSize: 'Watermark.size',
  WebhookFormat: 'Webhook.format',
  WorkspaceRole: 'WorkspaceMember.role',
}

export type Unions = ReadonlyMap<string, readonly string[]>

/** The values of each named union, as the fields of `types` have them. */
export function findUnions(types: ReadonlyMap<string, JsonSchema>): Unions {
  return new Map(Object.entries(unionFields).map(([name, field]) => [name, unionAt(types, field)]))
}

/** The name of the union with these values. */
export function unionName(unions: Unions, values: readonly string[]): string | undefined {
  return [...unions].find(([, known]) => keyOf(known) === keyOf(values))?.[0]
}

/**
 * Declares the named unions and replaces them in `types` by references. Throws when a union of several fields has no name:
 * it belongs into the table above.
 */
export function nameUnions(types: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> {
  const unions = findUnions(types)
  const unnamed = new Map<string, number>()
  const named = [...types].map(([name, schema]) => [name, withReferences(schema, unions, unnamed)] as const)
  for (const [key, count] of unnamed)
    if (count > 1) throw new Error(`Name the union ${key} in scripts/lib/named-unions.ts.`)
  return new Map([...[...unions].map(([name, values]) => [name, { enum: values }] as const), ...named])
}

function withReferences(schema: JsonSchema, unions: Unions, unnamed: Map<string, number>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!Array.isArray(value?.enum)) return value
    const key = keyOf(value.enum)
    const name = unionName(unions, value.enum)
    if (name !== undefined) return { ...value, enum: undefined, type: undefined, $ref: name }
    unnamed.set(key, (unnamed.get(key) ?? 0) + 1)
    return value
  })
}

/** The values of the field at a path such as `Comment.annotation.shapes.kind`, which leads through lists and nullables. */
function unionAt(types: ReadonlyMap<string, JsonSchema>, path: string): string[] {
  const [type, ...fields] = path.split('.') as [string, ...string[]]
  let schemas = [types.get(type) ?? {}]
  for (const field of fields) schemas = schemas.flatMap(alternatives).map((s) => s.properties?.[field] ?? {})
  const found = schemas.flatMap(alternatives).find((schema) => Array.isArray(schema.enum))
  if (!found) throw new Error(`scripts/lib/named-unions.ts: ${path} is not a union.`)
  return found.enum as string[]
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items as JsonSchema] : [])]
  return [schema, ...inner.flatMap(alternatives)]
}

function keyOf(values: readonly unknown[]): string {
  return values.map(String).join(' | ')
}
