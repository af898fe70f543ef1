import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installApart } from './install-apart.ts'
import { ROOT } from './test-cluster.ts'

const VERSION = '1.52.0'

/** The card provider's own command line tool: whoever wrote it knows nothing of us. */
export interface StripeCli {
  /** Runs one of its recipes ("how to provoke this event") against a stand-in. */
  trigger(
    event: string,
    at: { url: string; key: string; account?: string },
  ): Promise<{ code: number; said: string }>
}

/**
 * Fetched once, into a folder of its own: it is 32 MB and nothing here needs it but a test.
 * @returns why there is none, as text, where it cannot be had: its tests are skipped and say so
 */
export function stripeCli(): StripeCli | string {
  const name = `@stripe/cli-${process.platform}-${process.arch}`
  const folder = join(ROOT, '.tmp', `stripe-cli-${VERSION}`)
  const prepare = (apart: string) => writeFileSync(join(apart, 'package.json'), '{"private":true}')
  if (!installApart(folder, prepare, ['install', '--no-package-lock', `${name}@${VERSION}`]))
    return `${name} could not be installed: no way to the package registry, or no such package`
  const binary = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'stripe.exe' : 'stripe',
  )
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return {
    trigger: (event, { url, key, account }) => {
      const base = ['trigger', event, '--api-base', url, '--api-key', key]
      const child = spawn(binary, account ? [...base, '--stripe-account', account] : base, {
        env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      const hear = (text: Buffer): void => void (said += text.toString())
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => resolve({ code: code ?? -1, said }))
      })
    },
  }
}
