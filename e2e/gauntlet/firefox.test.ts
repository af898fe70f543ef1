import { startFirefox } from './engines/firefox.ts'
import { FIREFOX, firefoxPath, withEngine } from './installed.ts'
import { runGauntlet } from './run.ts'

await withEngine('firefox', FIREFOX.packages, firefoxPath(), (path) => runGauntlet(() => startFirefox(path)))
