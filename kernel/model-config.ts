import * as z from 'zod'

/** Settings for the operator's language model; kernel/config.ts reads them with all others. */
export const modelSettings = {
  AI_BASE_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\//.test(value) && URL.canParse(value),
      'must be an address like https://api.openai.com/v1',
    )
    .optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
}

type ModelSettings = { [Name in keyof typeof modelSettings]?: string | undefined }

/** The model that all tenants without a provider of their own use, at the operator's expense. */
export interface ModelConfig {
  /** Of an API in OpenAI's form, without a slash at the end. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
}

/** @returns undefined if the operator gave none */
export const modelConfig = (s: ModelSettings): ModelConfig | undefined =>
  s.AI_BASE_URL && s.AI_MODEL
    ? { baseUrl: s.AI_BASE_URL.replace(/\/+$/, ''), apiKey: s.AI_API_KEY, model: s.AI_MODEL }
    : undefined

/** Describes incomplete settings, with the remedy. */
export const modelFaults = (s: ModelSettings): string[] =>
  (s.AI_BASE_URL || s.AI_API_KEY || s.AI_MODEL) && !(s.AI_BASE_URL && s.AI_MODEL)
    ? ['AI_BASE_URL and AI_MODEL are needed together: set the address of the API and the name of the model']
    : []
