import { startChromium } from './engines/chromium.ts'
import { runGauntlet } from './run.ts'

await runGauntlet(startChromium)
