import { globSync } from 'node:fs'
import { join } from 'node:path'
import { collectAccess } from '../access-matrix.ts'
import { ROOT } from '../test-cluster.ts'
import type { UnitAccess } from './types.ts'

const FILES = ['kernel/db/{,*-}access.test.ts', '{services,features,blocks}/*/access.test.ts']

/** The access matrices of all units, as data. */
export async function allUnits(): Promise<UnitAccess[]> {
  const files = globSync(FILES, { cwd: ROOT }).sort()
  return collectAccess(files.map((file) => join(ROOT, file)))
}
