import { posix, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const AT_ROOT: Record<string, string> = {
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
}

/**
 * Returns the path in the manual of a Markdown file of the project, for example `embed.md` for `embed/README.md`.
 * Files that are no page of the manual have none.
 */
export function pageOf(file: string): string | undefined {
  if (Object.hasOwn(AT_ROOT, file)) return AT_ROOT[file]
  const inDocs = /^docs\/(?!decisions\/000-)(.+\.md)$/.exec(file)
  if (inDocs) return inDocs[1]
  const ofUnit = /^((?:services|packages)\/\w+|embed|blocks)\/README\.md$/.exec(file)
  return ofUnit ? `${ofUnit[1]}.md` : undefined
}

/**
 * Markdown files link to each other by their paths in the project, where editors and code hosts follow them. In the
 * manual the links lead to its pages; links to files without a page become plain text.
 */
export function linkToPages(md: MarkdownRenderer, root: string): void {
  // Braces in code are code, not Vue.
  md.renderer.rules.code_inline = (tokens, at) =>
    `<code v-pre>${md.utils.escapeHtml(tokens[at]!.content)}</code>`
  md.core.ruler.push('link_to_pages', ({ tokens, env }) => {
    const { realPath, path: file = '' } = env as { realPath?: string; path?: string }
    const from = posix.dirname(relative(root, realPath ?? file))
    for (const { children } of tokens) {
      let dropped = 0
      for (const token of children ?? []) {
        if (token.type === 'link_close' && dropped) {
          dropped--
          token.type = 'text'
          token.content = ''
        }
        if (token.type !== 'link_open') continue
        const href = token.attrGet('href') ?? ''
        if (/^([a-z]+:|#|\/)/i.test(href)) continue
        const [path = '', anchor] = href.split('#')
        const target = posix.normalize(posix.join(from, decodeURI(path)))
        const page =
          pageOf(target) ??
          (target === 'docs/decisions' ? 'decisions/001-own-start-of-embedded-postgresql.md' : undefined)
        if (page) token.attrSet('href', `/${page.replace(/\.md$/, '')}${anchor ? `#${anchor}` : ''}`)
        else {
          dropped++
          token.type = 'text'
          token.content = ''
        }
      }
    }
  })
}
