import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'

const file = join(
  process.env['SHARED_DIR'] ?? join(import.meta.dirname, '../../shared'),
  'openai/openai-2.3.0.chat.subset.json',
)

/** Why tests against the published description of the API are skipped; false if it is there. */
export const noOpenAi = existsSync(file) ? false : `no description at ${file} (set SHARED_DIR)`

/** The document writes nullable enums as OpenAPI 3.0 does, which JSON Schema does not know. */
function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls)
  if (typeof schema !== 'object' || schema === null) return schema
  const { enum: values, nullable, ...more } = schema as Record<string, unknown>
  const rest = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, withNulls(value)]))
  const kept = nullable === undefined ? rest : { ...rest, nullable }
  if (!Array.isArray(values)) return kept
  return { ...kept, enum: nullable ? [...values, null] : values }
}

type Check = (schema: string, value: unknown) => string
let shared: Check | undefined

/**
 * Checks values against schemas of the published API. A process reads the document once and compiles each schema once, because
 * that takes longer than all checks of a file.
 * @returns what is wrong, as text; empty if nothing is
 */
export const openAiChecker = (): Check => (shared ??= makeChecker())

function makeChecker(): Check {
  const document = withNulls(JSON.parse(readFileSync(file, 'utf8'))) as object
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openai')
  return (schema, value) => {
    const check = ajv.getSchema(`openai#/components/schemas/${schema}`)
    if (!check) throw new Error(`The description has no ${schema}`)
    return check(value) ? '' : ajv.errorsText(check.errors)
  }
}
