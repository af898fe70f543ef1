import type { PromptProvider } from '#blocks/prompt/endpoints-studio.ts'

export interface Preset {
  name: string
  baseUrl: string
  /** An example of its models, as a placeholder. */
  model: string
  maxField: PromptProvider['max_field']
}

/** Providers whose API has OpenAI's form. Every other address can be typed. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    maxField: 'max_completion_tokens',
  },
  {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    model: 'mistral-small-latest',
    maxField: 'max_tokens',
  },
  {
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    model: 'llama-3.3-70b-versatile',
    maxField: 'max_completion_tokens',
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'mistralai/mistral-small',
    maxField: 'max_tokens',
  },
]

/** The preset of an address; undefined for another one. */
export const presetOf = (address: string): Preset | undefined =>
  PRESETS.find(({ baseUrl }) => baseUrl === address.trim().replace(/\/+$/, ''))
