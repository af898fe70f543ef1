import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  if (!install(folder, name))
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

/** Into a folder apart, which takes its name when it is whole: test files run side by side. */
function install(folder: string, name: string): boolean {
  if (existsSync(folder)) return true
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const apart = mkdtempSync(`${folder}-`)
  writeFileSync(join(apart, 'package.json'), '{"private":true}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...flags, `${name}@${VERSION}`], {
    cwd: apart,
    stdio: 'ignore',
    timeout: 120_000,
    shell: process.platform === 'win32',
  })
  try {
    if (npm.status === 0) renameSync(apart, folder)
  } catch {
    // Another test file was faster.
  }
  rmSync(apart, { recursive: true, force: true })
  return existsSync(folder)
}
