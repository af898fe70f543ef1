import { Client } from 'pg'
import type { Sessions } from '#testing/access-matrix.ts'
import { unitFaults } from '#testing/access-matrix.ts'
import type { UnitAccess } from '#testing/access/types.ts'
import { allUnits } from '#testing/access/units.ts'
import { lints, runLint } from '#testing/schema-lints.ts'
import { ensureTemplate, testOwnerUrl } from '#testing/test-cluster.ts'
import { openArena } from './arena.ts'
import type { Arena } from './arena.ts'
import { rightsMutants } from './rights.ts'
import type { Mutant } from './rights.ts'

/** Concurrent copies. Each keeps one core busy, and CI machines have two. */
const LANES = 2

/**
 * Drops each right and loosens each policy in turn, and runs the access matrices and the lints.
 * @param about texts, one of which a statement must contain; without them, every statement is tried
 * @returns statements that no check noticed
 */
export async function mutateRights(about: string[] = ['']): Promise<string[]> {
  const template = await ensureTemplate()
  const units = await allUnits()
  const owner = new Client({ connectionString: await testOwnerUrl(template) })
  await owner.connect()
  const kinds = await rightsMutants(owner)
  if (!kinds.some(({ mutants }) => mutants.some(({ sql }) => about.some((text) => sql.includes(text)))))
    throw new Error(`No statement contains ${about.join(' or ')}`)
  await owner.end()
  const arena = await openArena(template, units, LANES)
  try {
    await refuseFaulty(arena, units)
    const survivors: string[] = []
    for (const { kind, mutants: all } of kinds) {
      if (all.length === 0)
        throw new Error(`No mutant of the kind "${kind}": the query that lists them is wrong`)
      const mutants = all.filter(({ sql }) => about.some((text) => sql.includes(text)))
      if (mutants.length === 0) continue
      const start = performance.now()
      const alive = await survivorsOf(arena, units, mutants)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(
        `${alive.length ? '✖' : '✔'} ${kind}: ${mutants.length - alive.length} of ${mutants.length} noticed (${seconds} s)`,
      )
      for (const sql of alive) console.log(`    survives: ${sql}`)
      survivors.push(...alive)
    }
    return survivors
  } finally {
    await arena.close()
  }
}

/** Throws if a check fails without a mutant, because then every mutant would seem to be noticed. */
async function refuseFaulty(arena: Arena, units: UnitAccess[]): Promise<void> {
  for (const unit of units)
    await arena.within(unit, 0, async (sessions) => {
      const fault = await firstFault(unit, sessions)
      if (fault) throw new Error(`Before any mutant: ${fault}`)
    })
}

async function survivorsOf(arena: Arena, units: UnitAccess[], mutants: Mutant[]): Promise<string[]> {
  const queue = [...mutants]
  const survivors: string[] = []
  const lane = async (number: number) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift())
      if (!(await noticed(arena, units, mutant, number))) survivors.push(mutant.sql)
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => lane(number)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return survivors.toSorted()
}

/** Runs the checks of the mutant's own unit first, the others only if those pass. */
async function noticed(arena: Arena, units: UnitAccess[], mutant: Mutant, lane: number): Promise<boolean> {
  const speaksOf = ({ tables, functions = {}, schemas = {} }: UnitAccess) =>
    tables.some(({ table }) => table === mutant.about) || mutant.about in functions || mutant.about in schemas
  for (const unit of units.toSorted((a, b) => Number(speaksOf(b)) - Number(speaksOf(a)))) {
    const fault = await arena.within(unit, lane, async (sessions) => {
      await sessions.owner.query(mutant.sql)
      return firstFault(unit, sessions, mutant.about)
    })
    if (fault) return true
  }
  return false
}

async function firstFault(unit: UnitAccess, sessions: Sessions, first?: string): Promise<string | undefined> {
  for await (const fault of unitFaults(unit, sessions, first)) return fault
  for (const lint of lints) {
    const { findings } = await runLint(sessions.owner, lint)
    if (findings[0]) return findings[0]
  }
  return undefined
}
