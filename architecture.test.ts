/** The import table of the house, executable: who may import whom, and the habits that a look at a file can tell. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directionFaults } from '#testing/architecture/direction.ts'
import type { Direction } from '#testing/architecture/direction.ts'
import { habits } from '#testing/architecture/habits.ts'
import { readSources, sourceOf } from '#testing/architecture/sources.ts'

/** Loaded into a stranger's page: every kilobyte counts, and accessible overlays are not needed there. */
const HEAVY = [
  'radix-ui',
  '@radix-ui/',
  'zod',
  'react-router',
  '@tanstack/',
  '@supabase/',
  'lucide-react',
  'sonner',
  'recharts',
]
const SERVER_ONLY = [
  'node:',
  'hono',
  '@hono/',
  'pg',
  'kysely',
  'pino',
  'nodemailer',
  'stripe',
  'jose',
  'prom-client',
]

/** Modules of the Studio that the screens of blocks and features may import. */
const SHARED_STUDIO_MODULES = [
  'studio/{audience,block-sample}/*.{ts,tsx}',
  'studio/{appearance,config,members-on-server,screen,section-error-boundary}.{ts,tsx}',
  'studio/data/{api,ask-storage,data,fetch-file,realtime,use-draft,use-local-draft,use-unsaved,watch-own-table}.ts',
  'studio/plan/{in-development,paywall,plan-features,plan-price,plan-row,use-access,use-billing,use-lacks-business,use-tenant-access}.ts',
  'studio/plan/plan-badge.tsx',
  'studio/session/{session,signing-out}.{ts,tsx}',
  'studio/tenant/{block-page,require-tenant,tenant-snippet,tenant-tab,tenant-theme,tenants,themed-container}.{ts,tsx}',
  'studio/tenant/{use-resolved-tenant-theme,use-tenant-in-url}.ts',
  'studio/{layout/use-viewport,routing/{known-screens,use-open-row}}.ts',
]

const table: Direction[] = [
  // Nothing of the product is built on tests and commands; they may use everything.
  {
    files: ['**/*.test.ts', 'testing/**', 'e2e/**', 'bench/**', 'scripts/**', 'embed/browser-tests/**'],
    may: ['**'],
  },
  {
    files: ['**/vite*.config.ts'],
    may: [
      '{unit}/**',
      'packages/**',
      'blocks/registry.ts',
      'features/my-blocks/block.ts',
      'ui/**',
      'kernel/browser/**',
    ],
  },

  { files: ['kernel/browser/**'], may: ['kernel/browser/**'], not: SERVER_ONLY },
  // The version of the product, for the card provider's logs.
  { files: ['kernel/kernel.ts'], may: ['kernel/**', 'package.json'] },
  { files: ['kernel/**'], may: ['kernel/**'] },
  { files: ['ui/base/**'], may: ['ui/base/**'], not: [...HEAVY, ...SERVER_ONLY] },
  { files: ['ui/**'], may: ['ui/**'], not: SERVER_ONLY },
  { files: ['services/**'], may: ['{unit}/**', 'kernel/**'] },

  // What both sides of the wire read of a unit.
  {
    files: ['{features,blocks}/*/block.ts', '{features,blocks}/*/contract.ts'],
    may: ['kernel/contract.ts', 'kernel/browser/**', '{unit}/kinds/**'],
    not: [...SERVER_ONLY, 'react'],
  },
  // What creators' own blocks are and look like: for the server, the Studio's preview and strangers' pages alike.
  {
    files: ['features/my-blocks/kinds/**'],
    may: ['{unit}/kinds/**', 'ui/base/**', 'kernel/browser/**'],
    not: [...HEAVY, ...SERVER_ONLY],
  },
  {
    files: ['{features,blocks}/*/endpoints*.ts'],
    may: ['kernel/browser/**'],
    atRunTime: true,
    not: [...SERVER_ONLY, 'zod'],
  },

  // The lists of units, one line each.
  { files: ['{features,blocks}/server.ts'], may: ['{unit}/*/*.ts', 'blocks/registry.ts', 'kernel/**'] },
  {
    files: ['{features,blocks}/screens.tsx', 'blocks/kinds.ts'],
    may: [
      '{unit}/*/studio/**',
      'blocks/registry.ts',
      '{features,blocks}/*/block.ts',
      'ui/lazy.tsx',
      ...SHARED_STUDIO_MODULES,
    ],
    not: SERVER_ONLY,
  },
  {
    files: ['blocks/embeds.tsx', 'blocks/profile-parts.ts'],
    may: [
      '{blocks/*,features/my-blocks}/embed/**',
      'blocks/registry.ts',
      '{blocks/*,features/my-blocks}/block.ts',
      'kernel/browser/**',
    ],
    not: [...HEAVY, ...SERVER_ONLY],
  },
  { files: ['blocks/registry.ts'], may: ['blocks/*/block.ts', 'kernel/browser/**'], not: SERVER_ONLY },

  // A unit's screens in the Studio; a block's may be made of a feature's parts.
  {
    files: ['features/*/studio/**'],
    may: [
      // Which blocks there are; never what is in one.
      'blocks/registry.ts',
      '{unit}/{studio,kinds}/**',
      '{unit}/{block,contract,endpoints*}.ts',
      'ui/**',
      'kernel/browser/**',
      'kernel/contract.ts',
      ...SHARED_STUDIO_MODULES,
    ],
    not: SERVER_ONLY,
  },
  {
    files: ['blocks/*/studio/**'],
    may: [
      // As above: which blocks there are.
      'blocks/registry.ts',
      'features/*/studio/**',
      'features/*/{contract,endpoints*}.ts',
      '{unit}/{studio,embed}/**',
      '{unit}/{block,contract,endpoints*}.ts',
      'ui/**',
      'kernel/browser/**',
      'kernel/contract.ts',
      ...SHARED_STUDIO_MODULES,
    ],
    not: SERVER_ONLY,
  },
  // Parts of the pages of several blocks.
  {
    files: ['features/orders/embed/**'],
    may: ['{unit}/embed/**', '{unit}/endpoints*.ts', 'ui/base/**', 'kernel/browser/**'],
    not: [...HEAVY, ...SERVER_ONLY],
  },
  // A unit's pages on strangers' sites; embed-data.ts loads their data on the server.
  {
    files: ['blocks/*/embed/embed-data.ts', 'features/my-blocks/embed/embed-data.ts'],
    may: ['{unit}/**', 'features/**', 'services/**', 'kernel/**'],
  },
  {
    files: ['blocks/*/embed/**', 'features/my-blocks/embed/**'],
    may: [
      '{unit}/{embed,kinds}/**',
      '{unit}/{block,endpoints*}.ts',
      // Paths and types of calls that a feature serves to members.
      'features/*/endpoints*.ts',
      'features/orders/embed/**',
      'ui/base/**',
      'kernel/browser/**',
    ],
    not: [...HEAVY, ...SERVER_ONLY],
  },
  // A page of a block's own for a phone at the door, which also starts without network.
  {
    files: ['blocks/*/door/**'],
    may: ['{unit}/door/**', '{unit}/endpoints*.ts', 'ui/base/**', 'kernel/browser/**'],
    not: [...HEAVY, ...SERVER_ONLY],
  },

  { files: ['features/*/**'], may: ['{unit}/**', 'services/**', 'kernel/**'] },
  { files: ['blocks/*/**'], may: ['{unit}/**', 'features/*/*.ts', 'services/**', 'kernel/**'] },

  { files: ['server/**'], may: ['server/**', '{blocks,features}/**', 'services/**', 'kernel/**', 'ui/**'] },
  { files: ['studio/first-styles.ts'], may: [] }, // runs while building
  {
    files: ['studio/**'],
    may: [
      'studio/**',
      '{features,blocks}/*/studio/**',
      '{features,blocks}/*/{block,contract,endpoints*}.ts',
      '{features,blocks}/screens.tsx',
      'blocks/registry.ts',
      'blocks/kinds.ts',
      'ui/**',
      'kernel/browser/**',
    ],
    not: SERVER_ONLY,
  },
  { files: ['embed/theme-sheets.ts'], may: ['embed/**', 'ui/**'] }, // runs while building
  {
    files: ['embed/**'],
    may: [
      'embed/**',
      '{blocks/*,features/my-blocks}/embed/**',
      '{blocks/*,features/my-blocks}/{block,endpoints*}.ts',
      'blocks/{embeds.tsx,profile-parts.ts}',
      'blocks/registry.ts',
      'ui/base/**',
      'kernel/browser/**',
    ],
    not: [...HEAVY, ...SERVER_ONLY],
  },
  // What builders install: nothing of ours is in it but their own types of what the script tag says.
  { files: ['packages/js/**'], may: ['packages/js/**'], not: [...HEAVY, ...SERVER_ONLY, 'react', 'vue'] },
  { files: ['packages/react/**'], may: ['packages/{js,react}/**'], not: [...HEAVY, ...SERVER_ONLY, 'vue'] },
  { files: ['packages/vue/**'], may: ['packages/{js,vue}/**'], not: [...HEAVY, ...SERVER_ONLY, 'react'] },
  { files: ['sandbox/**'], may: ['sandbox/**'] },
  { files: ['docs/**'], may: ['docs/**', 'features/install/studio/builders.ts'] },
  { files: ['architecture.test.ts'], may: ['testing/**'] },
]

const sources = readSources()

test('the rules look at every folder of the house', () => {
  const folders = new Set(sources.map(({ path }) => path.split('/')[0]))
  for (const folder of [
    'kernel',
    'ui',
    'services',
    'features',
    'blocks',
    'server',
    'studio',
    'embed',
    'sandbox',
    'testing',
  ])
    assert.ok(folders.has(folder), `saw no file in ${folder}/`)
  assert.ok(sources.reduce((sum, { imports }) => sum + imports.length, 0) > 500)
})

test('imports go the way of the table', () => {
  assert.deepEqual(directionFaults(sources, table), [])
})

for (const habit of habits)
  test(habit.name, () => {
    const faults = sources.flatMap((source) => habit.faults(source).map((fault) => `${source.path} ${fault}`))
    assert.deepEqual(faults, [])
  })

/** Files that break the table, one for each thing that it is there to stop. */
const violations: Record<string, [path: string, text: string]> = {
  'a block that imports another': ['blocks/pay/x.ts', `import '#blocks/auth/routes.ts'`],
  'a block that imports another for its types': [
    'blocks/pay/x.ts',
    `import type { A } from '#blocks/auth/routes.ts'`,
  ],
  'a feature that imports another': ['features/plans/x.ts', `import '#features/orders/start-order.ts'`],
  'a feature that imports a block': ['features/plans/x.ts', `import '#blocks/pay/items.ts'`],
  'a kernel that knows a service': ['kernel/x.ts', `export { a } from '#services/auth/routes.ts'`],
  'a kernel that knows a feature, lazily': [
    'kernel/x.ts',
    `const a = await import('#features/plans/access.ts')`,
  ],
  'a service that knows a feature': ['services/rest/x.ts', `import '#features/plans/access.ts'`],
  'a service that imports another': ['services/rest/x.ts', `import '#services/auth/routes.ts'`],
  'a design system that knows the kernel': ['ui/x.tsx', `import '#kernel/config.ts'`],
  'a server that imports the Studio': ['server/x.ts', `import '#studio/main.tsx'`],
  'a server that imports an embed page': ['server/x.ts', `import '#embed/client.tsx'`],
  'a Studio that imports server code of a unit': ['studio/x.ts', `import '#features/plans/access.ts'`],
  'a Studio that imports the kernel': ['studio/x.ts', `import '#kernel/config.ts'`],
  "a feature's screen with parts of another feature": [
    'features/plans/studio/x.tsx',
    `import '#features/tenants/studio/dashboard.tsx'`,
  ],
  'a screen that imports the frame of the Studio': [
    'features/plans/studio/x.tsx',
    `import '#studio/layout/layout.tsx'`,
  ],
  'a screen that imports a use case': ['blocks/pay/studio/x.tsx', `import '../items.ts'`],
  'an embed with Radix': ['embed/x.tsx', `import { Dialog } from 'radix-ui'`],
  'an embed with the big design system': ['blocks/pay/embed/x.tsx', `import '#ui/overlays/dialog.tsx'`],
  'an embed with zod': ['blocks/pay/embed/x.ts', `import * as z from 'zod/mini'`],
  'an embed that reads a contract': ['blocks/pay/embed/x.ts', `import '../contract.ts'`],
  'endpoints that need zod': ['blocks/pay/endpoints.ts', `import { item } from './contract.ts'`],
  'a contract that needs the server': ['blocks/pay/contract.ts', `import '#kernel/db/database.ts'`],
  'a manifest that needs code': ['blocks/pay/block.ts', `import './routes.ts'`],
  'a browser part of the kernel that needs Node': ['kernel/browser/x.ts', `import 'node:fs'`],
  'a browser part of the kernel that needs the kernel': ['kernel/browser/x.ts', `import '../log.ts'`],
  'a product that needs tests': ['kernel/x.ts', `import '#testing/act-as.ts'`],
  'a sandbox that knows the product': ['sandbox/x.ts', `import '#kernel/config.ts'`],
  'a product that knows the sandbox': ['server/x.ts', `import '../sandbox/main.ts'`],
  'a folder that the table does not know': ['helpers/x.ts', `import '#kernel/config.ts'`],
}

for (const [what, [path, text]] of Object.entries(violations))
  test(`the table stops ${what}`, () => {
    assert.equal(directionFaults([sourceOf(path, text)], table).length, 1)
  })

test('the table lets types of a contract into endpoints', () => {
  const source = sourceOf('blocks/pay/endpoints.ts', `import type { Item } from './contract.ts'`)
  assert.deepEqual(directionFaults([source], table), [])
})

for (const { name, faults, violation } of habits)
  test(`the rule can fail: ${name}`, () => {
    assert.equal(faults(sourceOf(...violation)).length, 1)
  })
