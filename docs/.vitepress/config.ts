// The manual: the Markdown files of docs/ and of the folders that users need, built by VitePress into dist/docs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { guideSections } from '../site/guide-sections.ts'
import { linkToPages, pageOf } from '../site/pages.ts'

const ROOT = join(import.meta.dirname, '../..')

const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file

const link = (file: string, text = titleOf(file)) => ({
  text,
  link: `/${pageOf(file)!.replace(/\.md$/, '')}`,
})

const decisions = globSync('docs/decisions/*.md', { cwd: ROOT })
  .sort()
  .filter((file) => !file.includes('000-template'))

export default defineConfig({
  title: 'Bolt Blocks',
  description: 'How to add Bolt Blocks to a site, call the API, and run your own server.',
  base: '/docs/',
  srcDir: '..',
  // Everything but the pages that pageOf knows.
  srcExclude: [
    '{bench,dist,e2e,features,kernel,sandbox,server,studio,scripts,testing,ui}/**',
    '.*/**',
    'README.md',
    'embed/!(README.md)/**',
    '{blocks,services,packages}/*/!(README).md',
    '{blocks,services,packages}/*/*/**',
    'blocks/*/README.md',
    'packages/README.md',
    'docs/decisions/000-template.md',
  ],
  outDir: '../dist/docs',
  cacheDir: '../dist/.vitepress',
  rewrites: (id) => pageOf(id) ?? id,
  cleanUrls: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: { config: (md) => linkToPages(md, ROOT) },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/mark.svg' }]],
  themeConfig: {
    siteTitle: 'Bolt Blocks',
    search: {
      provider: 'local',
      // The guides have no files, so VitePress finds no text in them. It splits the pages for which this returns
      // undefined. theme/index.ts sets the ranking.
      options: { miniSearch: { _splitIntoSections: (file) => guideSections(file)! } },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/start' },
      { text: 'Reference', link: '/embed' },
      { text: 'Studio', link: '/../studio', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          link('docs/start.md'),
          link('docs/studio.md'),
          link('docs/tables.md'),
          link('docs/library.md'),
          link('docs/prompt.md'),
          link('docs/analytics.md'),
          link('docs/audiences.md'),
          link('docs/teams.md'),
          link('docs/payments.md'),
          { text: 'Install on your site', link: '/guides/html' },
        ],
      },
      {
        text: 'Site builders',
        collapsed: true,
        items: [
          ['html', 'Plain HTML'],
          ['wordpress', 'WordPress'],
          ['webflow', 'Webflow'],
          ['wix', 'Wix'],
          ['squarespace', 'Squarespace'],
          ['framer', 'Framer'],
          ['shopify', 'Shopify'],
          ['react', 'React'],
        ].map(([id, text]) => ({ text: text!, link: `/guides/${id}` })),
      },
      {
        text: 'Reference',
        items: [
          link('embed/README.md', 'Script tag'),
          link('packages/js/README.md'),
          link('packages/react/README.md'),
          link('packages/vue/README.md'),
          link('docs/api.md', 'API'),
          link('docs/webhooks.md'),
          link('docs/reference.md', 'Functions (OpenAPI)'),
          link('services/auth/README.md', 'Sign-in'),
          link('services/rest/README.md', 'Rows'),
          link('services/storage/README.md', 'Files'),
          link('services/realtime/README.md', 'Channels'),
          link('services/functions/README.md', 'Functions'),
        ],
      },
      {
        text: 'Your own server',
        items: [
          link('docs/self-hosting.md'),
          link('docs/keys.md'),
          link('docs/backup.md'),
          link('docs/commands.md'),
        ],
      },
      {
        text: 'Change the code',
        items: [
          link('blocks/README.md', 'A block of your own'),
          link('ARCHITECTURE.md'),
          link('CONTRIBUTING.md'),
          link('CHANGELOG.md'),
        ],
      },
      { text: 'Decisions', collapsed: true, items: decisions.map((file) => link(file)) },
    ],
  },
})
