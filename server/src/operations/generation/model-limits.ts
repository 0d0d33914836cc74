// The limits of models in the API: of the configured provider in List Models, of every provider in OpenAPI.
import { z } from 'zod'
import {
  attachmentKinds,
  type Model,
  type ModelLimits,
  type Provider,
  type ProviderName,
  providerNames,
} from '../../core/provider.ts'
import {
  convertibleTypes,
  limitsOfProvider,
  providerLabels,
  referenceLimits,
} from '../../generation/limits.ts'
import { models } from '../../generation/models.ts'

export const Limits = z
  .object({
    provider: z
      .object({ id: z.enum(providerNames), name: z.string() })
      .nullable()
      .describe(
        "Whose limits these are; null: the API's own, because the model makes drafts or is not available.",
      ),
    prompt: z.object({
      max: z.int().describe('Maximum length of the prompt in characters; each `<#id>` counts as written.'),
      maxWithAttachments: z
        .int()
        .describe('Maximum length with attachments; 0 if the prompt can only be `<#id>`.'),
    }),
    attachments: z.object({
      max: z.int().describe('Maximum number of attachments.'),
      kinds: z.array(z.enum(attachmentKinds)),
      maxBytes: z
        .int()
        .nullable()
        .describe('Maximum size of an attachment that is not an image; null for no limit.'),
      maxTotalBytes: z
        .int()
        .nullable()
        .describe(
          'Maximum size of all attachments together, after images are downscaled; null for no limit.',
        ),
    }),
    images: z
      .object({
        types: z.array(z.string()).describe('Content types that are sent unchanged.'),
        convertedTypes: z
          .array(z.string())
          .describe('Content types that are converted to PNG or JPEG before they are sent.'),
        maxBytes: z.int().nullable().describe('Larger images are downscaled; null for no limit.'),
        maxSide: z
          .int()
          .nullable()
          .describe('Maximum pixels of the longer side. Larger images are downscaled; null for no limit.'),
      })
      .describe(
        'Limits of attached images. `generation.adjustments` of the file lists the adjustments made.',
      ),
  })
  .meta({ id: 'ModelLimits' })

type WireLimits = z.infer<typeof Limits>

export function effectiveLimits(
  model: Model,
  provider: Pick<Provider, 'name' | 'limits'> | undefined,
): WireLimits {
  if (!provider || provider.name === 'local') return onTheWire(referenceLimits(model), null)
  return onTheWire(provider.limits(model), named(provider.name))
}

/** The limits of each model when its provider is configured. */
export function documentedLimits(): Record<string, WireLimits> {
  return Object.fromEntries(
    models.map((model) => [model.id, onTheWire(limitsOfProvider(model), named(model.provider))]),
  )
}

function named(id: ProviderName) {
  return { id, name: providerLabels[id] }
}

function onTheWire(limits: ModelLimits, provider: WireLimits['provider']): WireLimits {
  const { types, maxBytes, maxSide } = limits.images
  return {
    provider,
    prompt: { max: limits.prompt, maxWithAttachments: limits.promptWithAttachments },
    attachments: {
      max: limits.attachments,
      kinds: [...limits.kinds],
      maxBytes: limits.maxFileBytes,
      maxTotalBytes: limits.maxTotalBytes,
    },
    images: {
      types: [...types],
      convertedTypes: convertibleTypes.filter((type) => !types.includes(type)),
      maxBytes,
      maxSide,
    },
  }
}
