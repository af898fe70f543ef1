// npm run rotate-keys [-- --now | --compromised]: replaces the key that signs sessions.
import { parseArgs } from 'node:util'
import { rotateSigningKeys } from '#services/auth/sessions/rotate-keys.ts'
import { loadSigningKeys } from '#services/auth/sessions/signing-keys.ts'
import { onInstance } from './instance.ts'

const USAGE = `npm run rotate-keys                    a new key, used once every client can have read it
npm run rotate-keys -- --now           used at once
npm run rotate-keys -- --compromised   used at once, and the old ones verify nothing any more`

const flag = { type: 'boolean' } as const
const { values } = flagsGiven()
const kind = values.compromised ? 'compromised' : values.now ? 'now' : 'gentle'

/** Parses the flags. For an unknown flag, including `--help`, it prints the usage and rotates nothing. */
function flagsGiven() {
  try {
    return parseArgs({ options: { now: flag, compromised: flag } })
  } catch {
    process.stderr.write(`${USAGE}\n`)
    return process.exit(1)
  }
}

await onInstance(async (kernel) => {
  // Creates the first key if the instance has never run.
  await loadSigningKeys(kernel)
  const { kid, signs_from, others_retire_at } = await rotateSigningKeys(kernel, kind)
  process.stdout.write(
    [
      `New key           ${kid}`,
      `Signs from        ${signs_from.toISOString()}`,
      `Others verify to  ${others_retire_at.toISOString()}`,
      '',
    ].join('\n'),
  )
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
