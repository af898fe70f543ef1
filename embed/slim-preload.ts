import type { Plugin } from 'vite'
import { SHEETS } from './boot.ts'

/**
 * Replaces Vite's helper around `import()`. This one only adds the style sheets of the loaded chunk that the
 * document does not have yet (embed/page.ts). When a chunk fails to load, it adds its `files` to the error.
 */
export function slimPreload(): Plugin {
  const styled = `export const __vitePreload = (load, built = []) => {
  const files = built.map((file) => file.replace(/^\\/?assets/, '/embed-assets'))
  return Promise.all(files.map((href) => {
    if (!/css$/.test(href) || document.querySelector('link[href="' + href + '"],[${SHEETS}~="' + href + '"]')) return
    return new Promise((done) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = link.onerror = done
      document.head.append(link)
    })
  })).then(load).catch((why) => {
    throw Object.assign(why, { files })
  })
}`
  return {
    name: 'slim-preload',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? styled : null),
  }
}
