import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installApart } from './install-apart.ts'
import { ROOT } from './test-cluster.ts'

const VERSION = '1.52.0'

/** The card provider's own command-line tool, an independent client. */
export interface StripeCli {
  /** Runs one of its fixtures ("how to trigger this event") against the sandbox. */
  trigger(
    event: string,
    at: { url: string; key: string; account?: string },
  ): Promise<{ code: number; said: string }>
}

/**
 * Installs the tool once, into a separate folder: it is 32 MB and only a test needs it.
 * @returns the tool, or as text the reason why it cannot be installed; its tests are then skipped with that
 * reason
 */
export function stripeCli(): StripeCli | string {
  const name = `@stripe/cli-${process.platform}-${process.arch}`
  const folder = join(ROOT, '.tmp', `stripe-cli-${VERSION}`)
  const prepare = (target: string) => writeFileSync(join(target, 'package.json'), '{"private":true}')
  if (!installApart(folder, prepare, ['install', '--no-package-lock', `${name}@${VERSION}`]))
    return `${name} could not be installed: cannot reach the package registry, or no such package`
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
      let output = ''
      const append = (text: Buffer): void => void (output += text.toString())
      child.stdout.on('data', append)
      child.stderr.on('data', append)
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => resolve({ code: code ?? -1, said: output }))
      })
    },
  }
}
