import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test-results.ts'

/** A checkable statement of the ledger, a case of the security rules, or a feature of a peer. */
export interface Statement {
  /** The id in test titles: `S2-014`, `A03`, `peers A14`. The prefix separates peers from security cases. */
  id: string
  text: string
  section: string
}

/** Folder with the ledger and the security rules: SHARED_DIR, else beside the project. */
export const sharedFolder = () => process.env.SHARED_DIR ?? join(ROOT, '..', 'shared')

/**
 * Reads the statements that tests may cite.
 * @returns undefined if this machine has no ledger
 */
export function readStatements(): Statement[] | undefined {
  const folder = sharedFolder()
  const ledger = join(folder, 'ledger.md')
  if (!existsSync(ledger)) return undefined
  const security = join(folder, 'reference', 'security.md')
  return [
    ...rowsOf(readFileSync(ledger, 'utf8'), /^\| (S\d+-\d{3}) \| (.*?) \| [^|]*\|?$/),
    ...(existsSync(security)
      ? rowsOf(readFileSync(security, 'utf8'), /^\| ([A-Z]\d{2}) \| [CHM] \| (.*?) \|/).map((row) => ({
          ...row,
          section: `Security cases ${row.id[0]}`,
        }))
      : []),
  ]
}

/** Reads the rows of the comparison with other products; empty if this machine has none. */
export function readPeers(): Statement[] {
  const peers = join(sharedFolder(), 'reference', 'peers.md')
  if (!existsSync(peers)) return []
  return rowsOf(readFileSync(peers, 'utf8'), /^\| ([A-Z]\d+) \| (.*?) \|/).map((row) => ({
    ...row,
    id: `peers ${row.id}`,
  }))
}

/** Table rows, each with the last heading of any level above it. */
function rowsOf(markdown: string, row: RegExp): Statement[] {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^#+ (.*)$/.exec(line)?.[1] ?? section
    const found = row.exec(line)
    return found ? [{ id: found[1]!, text: found[2]!, section }] : []
  })
}
