import pg from 'pg'
import { libraryErrors } from './errors.ts'

type Refusal = keyof typeof libraryErrors

/** Constraints of tables that are refusals. */
const CONSTRAINTS: Record<string, Refusal> = {
  library_items_tenant_id_slug_key: 'slug_taken',
  library_items_certificate_check: 'no_course',
  audiences_limit: 'too_many_audiences',
  audiences_kinds: 'bad_audience',
  audiences_rule_check: 'bad_audience',
  library_lessons_pkey: 'lesson_twice',
  library_lessons_check: 'course_in_course',
  library_lessons_tenant_id_item_id_fkey: 'item_not_found',
}

/** Runs a statement of this block. @throws {AppError} the declared error if the database refuses */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !error.constraint) throw error
    const name = CONSTRAINTS[error.constraint] ?? error.constraint.replace(/^library_/, '')
    if (!Object.hasOwn(libraryErrors, name)) throw error
    throw libraryErrors[name as Refusal]({ cause: error })
  }
}
