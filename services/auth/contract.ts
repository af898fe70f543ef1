import * as z from 'zod/mini'
import type { ZodMiniType } from 'zod/mini'
import type { AppContext } from '#kernel/http/context.ts'
import { readJson } from '#kernel/http/body.ts'
import { authErrors } from './errors.ts'

/**
 * Clients of this protocol send null for fields they leave out, and fields of other versions. Both are
 * dropped.
 */
export const text = (max: number) => z.nullish(z.string().check(z.maxLength(max)))

/** Maximum size of the metadata, in bytes of JSON. It is part of every access token. */
export const METADATA_BYTES = 4096

export const metadata = z.nullish(
  z.record(z.string(), z.unknown()).check(
    z.refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES,
      `must not exceed ${METADATA_BYTES} bytes`,
    ),
    z.refine(isStorable, 'must not contain NUL or invalid characters'),
  ),
)

/** PostgreSQL's JSON can store neither NUL nor an unpaired surrogate. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part))
}

// These limits only bound the input. Stricter rules refuse shorter values with their own messages.
export const credentials = { email: text(1000), phone: text(100), password: text(100_000) }

export const signUpInput = z.object({
  ...credentials,
  data: metadata,
  code_challenge: text(128),
  code_challenge_method: text(10),
})
export type SignUpInput = z.output<typeof signUpInput>

export const passwordInput = z.object(credentials)
export type PasswordInput = z.output<typeof passwordInput>

export const refreshInput = z.object({ refresh_token: text(4000) })

export const pkceInput = z.object({ auth_code: text(100), code_verifier: text(128) })

const pkce = /^[A-Za-z0-9._~-]{43,128}$/

export const oneTimeCodeInput = z.object({
  code: z.string().check(z.maxLength(100)),
  code_verifier: text(128),
})
export const newOneTimeCodeInput = z.object({
  refresh_token: text(4000),
  code_challenge: z.nullish(z.string().check(z.regex(pkce, 'must be 43 to 128 unreserved characters'))),
})

/**
 * Reads and validates a JSON body.
 * @throws {AppError} 400 bad_json; 415; 400 validation_failed, which names the field
 */
export async function readBody<T>(c: AppContext, schema: ZodMiniType<T>): Promise<T> {
  const read = schema.safeParse(await readJson(c.req.raw))
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  throw authErrors.validation_failed({
    text: path.length ? `${path.join('.')}: ${message}` : 'Send a JSON object',
  })
}
