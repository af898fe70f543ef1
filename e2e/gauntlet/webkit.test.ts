import { startWebKit } from './engines/webkit.ts'
import { WEBKIT, webkitParts, withEngine } from './installed.ts'
import { runGauntlet } from './run.ts'

await withEngine('webkit', WEBKIT.packages, webkitParts(), (parts) =>
  runGauntlet(() => startWebKit(parts), true),
)
