import type { Plugin } from 'vite'

/**
 * Replaces Vite's helper around `import()` by one that only adds the style sheets of the loaded part. Scripts are
 * preloaded by the document already (embed/page.ts), and the original would be a tenth of a page's budget.
 */
export function slimPreload(withStyles: boolean): Plugin {
  const plain = 'export const __vitePreload = (load) => load()'
  const styled = `export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => {
    const href = file.replace(/^assets/, '/embed-assets')
    if (!/css$/.test(href) || document.querySelector('link[href="' + href + '"]')) return
    return new Promise((done) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = link.onerror = done
      document.head.append(link)
    })
  })).then(load)`
  return {
    name: 'slim-preload',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? (withStyles ? styled : plain) : null),
  }
}
