/** Scripts by name; each reads its own options from the arguments after the name. */
export const CAMPAIGNS: Record<string, { script: string; does: string }> = {
  analytics: {
    script: 'scripts/analytics-exactness.ts',
    does: 'compares every figure over a million events with a model',
  },
  bench: { script: 'bench/main.ts', does: 'measures speed and weight against their budgets' },
  fuzz: { script: 'scripts/fuzz.ts', does: 'sends random requests to the data API' },
  ledger: { script: 'scripts/ledger.ts', does: 'lists the statements that passing tests cite' },
  'library-crawl': {
    script: 'scripts/library-crawl.ts',
    does: 'reads a gated library as twelve kinds of people',
  },
  mutate: { script: 'scripts/mutate.ts', does: 'drops each policy and grant; a test must fail' },
  'prompt-attacks': {
    script: 'scripts/prompt-attacks.ts',
    does: 'asks the assistant for 300 passages as twelve kinds of people, and 150 texts with instructions',
  },
  recall: {
    script: 'scripts/prompt-recall.ts',
    does: 'measures what the assistant finds in the manual, and what it refuses',
  },
  'session-storm': {
    script: 'scripts/session-storm.ts',
    does: 'refreshes many sessions in many tabs at once',
  },
  'slow-sockets': { script: 'scripts/slow-sockets.ts', does: 'opens connections that send slowly' },
  'storage-kills': { script: 'scripts/storage-kills.ts', does: 'kills a server during uploads' },
  tickets: {
    script: 'scripts/tickets.ts',
    does: 'sells few seats to many buyers while the server is killed',
  },
  'upload-resume': {
    script: 'scripts/upload-resume.ts',
    does: 'uploads 2 GB in parts while the server is killed; compares digests',
  },
  'webhook-storm': {
    script: 'scripts/webhook-storm.ts',
    does: 'delivers events shuffled and twice while the server is killed',
  },
}
