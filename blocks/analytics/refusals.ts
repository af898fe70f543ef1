import pg from 'pg'
import { analyticsErrors } from './errors.ts'

/** Runs a change, and names what the database refuses. @throws {AppError} plan, most */
export async function refusing<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (cause) {
    const constraint = cause instanceof pg.DatabaseError ? cause.constraint : undefined
    if (constraint === 'analytics_plan') throw analyticsErrors.plan({ cause })
    if (constraint === 'analytics_most') throw analyticsErrors.most({ cause })
    throw cause
  }
}
