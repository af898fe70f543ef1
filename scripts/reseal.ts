// npm run reseal: seals every stored secret with the first key of SECRET_KEYS, so that the older keys can be removed.
import { setAppLogin } from '#kernel/db/app-login.ts'
import { asDatabaseOwner } from '#kernel/db/owner-connection.ts'
import { resealAll } from '#kernel/db/reseal.ts'
import { onOwnedDatabase } from './instance.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function reseal(): Promise<void> {
  await onOwnedDatabase(async ({ secretKeys, databaseAppUrl }, ownerUrl) => {
    let unopened = 0
    await asDatabaseOwner(ownerUrl, async (client) => {
      const password = await resealAll(client, secretKeys, (column) => {
        unopened += column.unopened
        say(`${column.name.padEnd(44)} ${column.resealed} resealed`)
        if (column.unopened)
          say(`  No key in SECRET_KEYS opens ${column.unopened} more. They were unreadable before.`)
      })
      if (password !== undefined && databaseAppUrl === undefined)
        await setAppLogin(client, ownerUrl, password)
    })
    const [first, ...older] = secretKeys.map(({ id }) => id)
    if (unopened)
      say('If you still have the key of the values above, append it to SECRET_KEYS and run this again.')
    say(`All other secrets are sealed with the key ${first}.`)
    if (older.length)
      say(
        `When every server has ${first} as its first key, remove ${older.join(', ')} from SECRET_KEYS and restart them. docs/keys.md says what ends with an old key.`,
      )
  })
}

reseal().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
