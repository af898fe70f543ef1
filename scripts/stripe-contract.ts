/**
 * Writes `sandbox/payments/contract/contract.json` from the installed `stripe` package.
 * `--check` compares instead of writing and ends with 1 on a difference. Run it after every upgrade of `stripe`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateContract } from './stripe-contract/generate.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'sandbox/payments/contract/contract.json')

const contract = generateContract(root)
const text = `${JSON.stringify(contract)}\n`
const summary = `${Object.keys(contract.operations).length} operations, ${Object.keys(contract.events).length} events, ${contract.meta.apiVersion}`

if (process.argv.includes('--check')) {
  let current = ''
  try {
    current = readFileSync(target, 'utf8')
  } catch {
    // No file counts as a different file.
  }
  if (current !== text) {
    console.error(
      `${relative(root, target)} is not what the installed stripe package says.\nRun: node scripts/stripe-contract.ts`,
    )
    process.exit(1)
  }
  console.log(`Stripe contract is fresh: ${summary}`)
} else {
  writeFileSync(target, text)
  console.log(`Stripe contract written: ${summary}`)
}
