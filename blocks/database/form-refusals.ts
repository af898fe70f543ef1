import pg from 'pg'
import type { AnswerFault } from '#kernel/browser/forms/form-rules.ts'
import type { InvalidAnswers } from './endpoints.ts'
import { formErrors } from './errors.ts'
import type { OpenForm } from './open-form.ts'

/** Bytes of all answers as JSON. */
const MOST_BYTES = 200_000

/** Index of a unique field's slot. */
export const UNIQUE = /^records_(u\d)$/

export const closed = ({ state }: Pick<OpenForm, 'state'>) => formErrors.form_closed({ details: { state } })
export const invalid = (faults: AnswerFault[]) =>
  formErrors.invalid_answers({ details: { faults } satisfies InvalidAnswers })

/** @throws {AppError} invalid_answers */
export function checkSize(answers: object): void {
  if (Buffer.byteLength(JSON.stringify(answers)) > MOST_BYTES)
    throw formErrors.invalid_answers({ text: 'The answers are too large' })
}

/** The declared error for a refusal of the database. */
export function refusalOf(error: unknown, { table, fields }: OpenForm): Error | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === '42501') return closed({ state: 'closed' })
  const slot = UNIQUE.exec(error.constraint ?? '')?.[1]
  if (!slot) return undefined
  const field = table.fields.find(({ unique_slot }) => unique_slot === slot)
  return field && fields.has(field.id)
    ? invalid([{ field: field.id, code: 'unique' }])
    : formErrors.form_outdated()
}
