import type { Plugin } from 'vite'
import { SHEETS } from './boot.ts'

/**
 * Replaces Vite's helper around `import()` by one that only adds the style sheets of the loaded part, unless the document
 * holds them (embed/page.ts), and says of a part that does not come which `files` it is made of.
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
