import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions } from 'playwright-core'

/** Only what a sandboxed machine needs. Never the package's own flags: they switch web security off. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage']
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The system's Chromium, or the one that npm brought. */
export async function chromiumPath(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH ?? SYSTEM.find((path) => existsSync(path))
  if (installed) return installed
  // Makes the package unpack the system libraries that bare machines lack.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const packed = (await import('@sparticuz/chromium')).default
  return packed.executablePath()
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGS, ...options })
  after(() => browser.close())
  return browser
}

/** A browser of one person, with third-party cookies blocked as Safari and Firefox do. */
export async function strictBrowser(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: [...ARGS, '--test-third-party-cookie-phaseout'],
    viewport: { width: 1280, height: 900 },
  })
  after(() => context.close())
  return context
}
