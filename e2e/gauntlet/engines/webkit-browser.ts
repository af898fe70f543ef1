// Starts what WebKit needs to run: a screen, a driver, and WebKitGTK's MiniBrowser.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Builder } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import type { Command } from 'selenium-webdriver/lib/command.js'
import { PATIENCE } from '#testing/browser.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { freePorts } from '#testing/test-instance.ts'
import { BrowserHangs, until } from '../engine.ts'

export interface WebKitParts {
  driver: string
  browser: string
  screen: string
}

export interface WebKit {
  driver: WebDriver
  /** Restarts the browser with an empty cache; all its windows share one cache. */
  renew(): Promise<void>
  /** Kills the browser without a command to the driver, which no longer responds. */
  kill(): Promise<void>
  end(): Promise<void>
}

export interface Screen {
  display: string
  end(): Promise<void>
}

/** Desktop settings that the browser reads. */
export interface Desktop {
  folder: string
  end(): void
}

/** Starts a virtual screen, since the machine may have none. */
export async function startScreen({ screen }: WebKitParts): Promise<Screen> {
  const started = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  if (started.pid) endWithThisProcess({ process: started.pid })
  const [number] = (await once(started.stdio[3]!, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, end: () => end(started) }
}

/** Shrinks the browser's toolbar, which would prevent a window as narrow as a phone. */
const SMALL_BAR = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }'

/** @param still whether to reduce motion: WebKit takes `prefers-reduced-motion` from the toolkit's settings */
export function makeDesktop(still: boolean): Desktop {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-desktop-'))
  const toolkit = join(folder, 'gtk-3.0')
  mkdirSync(toolkit)
  writeFileSync(join(toolkit, 'settings.ini'), `[Settings]\ngtk-enable-animations=${!still}\n`)
  writeFileSync(join(toolkit, 'gtk.css'), SMALL_BAR)
  return { folder, end: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Disables storage in all pages. WebKit always blocks third-party cookies. */
export const NO_STORAGE = ['--enable-html5-local-storage=false', '--enable-html5-database=false']

/** @param settings command-line options of the browser */
export async function startBrowser(
  parts: WebKitParts,
  screen: Screen,
  desktop: Desktop,
  settings: string[] = [],
): Promise<WebKit> {
  const [port] = await freePorts(1)
  const service = spawn(parts.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      XDG_CONFIG_HOME: desktop.folder,
    },
  })
  if (service.pid) endWithThisProcess({ process: service.pid })
  async function openSession(): Promise<WebDriver> {
    const started = await until('the WebDriver of WebKit', () =>
      sessionAt(`http://127.0.0.1:${port}`, parts.browser, settings),
    )
    await started.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE })
    limitCommands(started)
    return started
  }
  const webkit: WebKit = {
    driver: await openSession(),
    async renew() {
      await webkit.driver.quit()
      webkit.driver = await openSession()
    },
    async kill() {
      await end(service, 'SIGKILL')
    },
    async end() {
      if (hasEnded(service)) return
      await webkit.driver.quit()
      await end(service)
    },
  }
  return webkit
}

const sessionAt = (address: string, binary: string, settings: string[]): Promise<WebDriver> =>
  new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // Otherwise each command waits until every frame of the page has loaded.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation', ...settings] },
    })
    .build()

/** Longer than any command may take; scripts may take `PATIENCE`. */
const HANGS_AFTER = PATIENCE + 10_000

/** The driver sometimes loses a command, mostly during navigation, and would never respond to it. */
function limitCommands(driver: WebDriver): void {
  const execute = driver.execute.bind(driver)
  driver.execute = async (command: Command): Promise<void> => {
    const limit = new AbortController()
    const hangs = setTimeout(HANGS_AFTER, undefined, { signal: limit.signal }).then(() => {
      throw new BrowserHangs(`no response to "${command.getName()}" in ${HANGS_AFTER / 1000} s`)
    })
    // After a response nothing awaits the aborted timer: avoid an unhandled rejection.
    hangs.catch(() => {})
    try {
      return await Promise.race([execute(command), hangs])
    } finally {
      limit.abort()
    }
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
