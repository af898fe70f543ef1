// npm run campaign NAME [OPTIONS]: long runs that measure or attack the product. Without a name it lists them.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CAMPAIGNS } from './campaigns.ts'
import { ROOT } from './test-results.ts'

const [name = '', ...options] = process.argv.slice(2)
if (Object.hasOwn(CAMPAIGNS, name)) {
  process.argv.splice(2, Infinity, ...options)
  await import(pathToFileURL(join(ROOT, CAMPAIGNS[name]!.script)).href)
} else {
  const list = Object.entries(CAMPAIGNS).map(([each, { does }]) => `  ${each.padEnd(14)}${does}`)
  console.error(['Usage: npm run campaign NAME [OPTIONS]', ...list].join('\n'))
  process.exitCode = 1
}
