import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** Serves the browser scripts, under the provider's name for this version of its API. */
export function createBrowserScripts(): Hono {
  const app = new Hono()
  for (const name of ['frame', 'stripe'] as const) {
    let script: string | undefined
    app.get(`/endive/${name}.js`, (c) => {
      script ??= stripTypeScriptTypes(readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'))
      return c.body(script, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
    })
  }
  return app
}
