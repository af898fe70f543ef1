import { join } from 'node:path'
import { ROOT } from './test-results.ts'

const bin = (name: string) => join(ROOT, 'node_modules', name)

/**
 * Arguments of the type checker. Its default of four checkers is for machines with more processors: each checks the
 * types that all files use again, which takes 40 % more processor time.
 */
export const TYPE_CHECK = [bin('typescript/bin/tsc'), '-p', '.', '--checkers', '1']

/** Arguments of the linter, before its paths. */
export const LINT = [bin('oxlint/bin/oxlint'), '--type-aware', '--quiet']

/**
 * Environment of both, which are written in Go: they collect garbage when it is three times as large as what is used,
 * instead of as large. That saves a tenth of their time and takes 100 MB.
 */
export const GO_ENVIRONMENT = { GOGC: '300' }
