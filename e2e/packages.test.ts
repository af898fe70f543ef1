// The packages that builders install: the packed files in small applications, rendered on a server and opened
// in a browser, against a real instance.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { type FunctionComponent, createElement } from 'react'
import { renderToString as renderReact } from 'react-dom/server'
import { build } from 'vite'
import type { App as VueApp } from 'vue'
import { renderToString as renderVue } from 'vue/server-renderer'
import { LOADER_VERSION } from '#embed/loader/version.ts'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeTenant } from './api.ts'
import { block } from './visitor.ts'

const INES = { email: 'ines@posteo.test', password: 'crusty loaf on saturday' }
const NAMES = ['js', 'react', 'vue'] as const

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@packages.test', password: INES.password })
const shop = await makeTenant(mara, 'Hearth & Rye')
const operator = createClient(keys.url, keys.serviceRoleKey, {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { headers: { 'x-bb-pool': shop.id } },
})
assert.ifError((await operator.auth.admin.createUser({ ...INES, email_confirm: true })).error)

// A builder's folder with their applications and installed packages.
mkdirSync(join(ROOT, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.tmp', 'packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const packed = join(folder, 'packed')
cpSync(join(ROOT, 'e2e', 'packages'), folder, { recursive: true })
const printed = execFileSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts', 'packages.ts'), packed],
  { cwd: ROOT, encoding: 'utf8' },
)
for (const name of NAMES) {
  const to = join(folder, 'node_modules', '@bolt-blocks', name)
  mkdirSync(to, { recursive: true })
  const file = join(packed, `bolt-blocks-${name}-${LOADER_VERSION}.tgz`)
  execFileSync('tar', ['-xzf', file, '-C', to, '--strip-components=1'])
}

const settings = { host: instance.url, tenant: shop.public_key }
const pages: Record<string, string> = {}
const files: Record<string, Buffer> = {}
const site = createServer((request, response) => {
  const file = files[request.url!]
  const html = pages[request.url!]
  const type = file ? 'text/javascript' : 'text/html; charset=utf-8'
  response.writeHead(file || html ? 200 : 404, { 'content-type': type }).end(file ?? html)
})
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
after(() => {
  site.closeAllConnections()
  site.close()
})
const origin = `http://shop.localhost:${(site.address() as AddressInfo).port}`
assert.ifError(
  (
    await mara.client
      .from('tenants')
      .update({ allowed_origins: [origin] })
      .eq('id', shop.id)
  ).error,
)

/** Publishes an application on the site, built as its builder would build it. */
async function serve(name: (typeof NAMES)[number], path: string, markup: string, given: object = settings) {
  if (!files[`/${name}.js`]) {
    const outDir = join(folder, 'dist', name)
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      define: {
        'process.env.NODE_ENV': '"development"',
        // Flags that the Vue plugins of bundlers set.
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
      build: {
        outDir,
        minify: false,
        lib: { entry: join(folder, name, 'main.js'), formats: ['es'], fileName: 'app' },
      },
    })
    files[`/${name}.js`] = readFileSync(join(outDir, 'app.js'))
  }
  pages[path] =
    `<!doctype html><html lang="en"><title>Shop</title><div id="app">${markup}</div>` +
    `<script type="application/json" id="settings">${JSON.stringify(given)}</script>` +
    `<script type="module" src="/${name}.js"></script></html>`
}

/** Exports of the small applications; each has one of them. */
interface Applications {
  App: FunctionComponent<object>
  makeApp: (given: object) => VueApp
}

const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<Applications>
const browser = await launchBrowser()
const context = await browser.newContext({ viewport: { width: 1000, height: 1400 } })
context.setDefaultTimeout(PATIENCE)

/** Opens a page of the site and collects the browser's complaints. */
async function open(path: string): Promise<{ page: Page; messages: string[] }> {
  const page = await context.newPage()
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      messages.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(origin + path)
  return { page, messages }
}

const tags = (page: Page) => page.locator('script[src*="/bb.js"]').count()

test('each package is small, complete, and describes itself', () => {
  for (const name of NAMES) {
    const at = join(folder, 'node_modules', '@bolt-blocks', name)
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Record<string, unknown>
    assert.equal(manifest.version, LOADER_VERSION)
    assert.equal(manifest.dependencies, undefined, 'it has no dependencies')
    for (const file of ['README.md', 'LICENSE', 'dist/index.js', String(manifest.types)])
      assert.ok(readFileSync(join(at, file)).length > 0, `${name} ${file}`)
    const code = readFileSync(join(at, 'dist', 'index.js'))
    assert.ok(gzipSync(code).length < 3584, `${name}: ${gzipSync(code).length} bytes`)
    assert.match(
      printed,
      new RegExp(`@bolt-blocks/${name} ${LOADER_VERSION.replaceAll('.', '\\.')}  \\d\\.\\d KB`),
    )
  }
})

test('the types match the API, also with an older compiler', () => {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        types: [],
      },
      files: ['types.tsx'],
    }),
  )
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript-5.9', 'bin', 'tsc'), '-p', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
})

test('React: rendered without a window, hydrated, in StrictMode; blocks mount, send events, unmount and mount again', async () => {
  const { App } = await load('react/app.js')
  const markup = renderReact(createElement(App, settings))
  assert.match(
    markup,
    /<bb-block data-block="pay" data-tenant="pk_\w+" data-theme="zen" class="shop" style="display:block;min-height:\d+px">/,
  )
  assert.match(markup, /<noscript><a href="http:\/\/localhost:\d+\/embed\/pay\?tenant=pk_/)
  assert.match(markup, /<p id="who">loading<\/p>/)
  await serve('react', '/react', markup)
  const { page, messages } = await open('/react')
  const log = page.locator('#log')
  for (const event of ['own:pay', 'page:pay', 'page:auth']) await expect(log).toContainText(event)
  assert.equal(await tags(page), 1)
  await expect(page.locator('#who')).toHaveText('signed-out')
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect(block(page, 'pay').getByText('Sample product')).toBeVisible()

  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill(INES.email)
  await auth.getByLabel('Password', { exact: true }).fill(INES.password)
  await auth.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.locator('#who')).toHaveText(`signed-in ${INES.email}`)
  await expect(log).toContainText('signed-in')

  await page.locator('#toggle').click()
  await expect(page.locator('iframe[src*="/embed/pay"]')).toHaveCount(0)
  // A sign-out ends the session under a request that is still on its way, which the browser logs as 401.
  const purchases = page.waitForResponse('**/functions/v1/purchases')
  await page.locator('#toggle').click()
  await expect(block(page, 'pay').getByText('Sample product')).toBeVisible()
  await purchases
  await expect(log).toHaveText(/own:pay.*own:pay/)
  assert.equal(((await log.textContent()) ?? '').match(/own:pay/g)!.length, 2, 'once for each mount')

  await page.locator('#leave').click()
  await expect(page.locator('#who')).toHaveText('signed-out')
  assert.deepEqual(messages, [])
  await page.close()
})

test('React: if the script is blocked, links replace the blocks', async () => {
  const given = { ...settings, host: 'http://127.0.0.1:9' }
  const { App } = await load('react/app.js')
  await serve('react', '/react-offline', renderReact(createElement(App, given)), given)
  const { page } = await open('/react-offline')
  await expect(page.locator('#log')).toContainText(
    'failed:Bolt Blocks: http://127.0.0.1:9/v1/bb.js did not load',
  )
  const link = page.getByRole('link', { name: 'Products' })
  await expect(link).toHaveAttribute(
    'href',
    `http://127.0.0.1:9/embed/pay?tenant=${shop.public_key}&theme=zen`,
  )
  await page.close()
})

test('Vue: rendered without a window, hydrated; blocks mount, send events, unmount and mount again', async () => {
  const { makeApp } = await load('vue/app.js')
  const markup = await renderVue(makeApp(settings))
  assert.match(
    markup,
    /<bb-block data-block="pay" data-tenant="pk_\w+" data-theme="retro" class="shop" style="display:block;min-height:\d+px;?"/,
  )
  await serve('vue', '/vue', markup)
  const { page, messages } = await open('/vue')
  const log = page.locator('#log')
  for (const event of ['own:pay', 'page:pay', 'page:auth']) await expect(log).toContainText(event)
  assert.equal(await tags(page), 1)
  await expect(block(page, 'pay').getByText('Sample product')).toBeVisible()
  await page.locator('#toggle').click()
  await expect(page.locator('iframe[src*="/embed/pay"]')).toHaveCount(0)
  await page.locator('#toggle').click()
  await expect(block(page, 'pay').getByText('Sample product')).toBeVisible()
  await expect(page.locator('#who')).toHaveText('signed-out')
  assert.deepEqual(messages, [])
  await page.close()
})

test('plain script: a call fails when the loading it waits for fails; a failed load can be retried', async () => {
  await serve('js', '/js', '')
  const { page } = await open('/js')
  for (const expected of ['user:unknown', 'refused', 'loaded', 'ready:auth', 'user:null'])
    await expect(page.locator('#app')).toContainText(expected)
  assert.equal(await tags(page), 1)
  await page.close()
})
