// npm run rotate-keys [-- --now | --compromised]: puts a new key in the place of the one that signs sessions.
import { parseArgs } from 'node:util'
import { rotateSigningKeys } from '#services/auth/sessions/rotate-keys.ts'
import { loadSigningKeys } from '#services/auth/sessions/signing-keys.ts'
import { onInstance } from './instance.ts'

const flag = { type: 'boolean' } as const
const { values } = parseArgs({ options: { now: flag, compromised: flag } })
const kind = values.compromised ? 'compromised' : values.now ? 'now' : 'gentle'

await onInstance(async (kernel) => {
  // An instance that never ran has no key yet.
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
