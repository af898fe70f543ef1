import '#ui/studio.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyStoredTheme } from './appearance.tsx'
import { authClient, hasStoredSession } from './session/auth-client.ts'
import { loadQueryClient } from './data/queries.tsx'

applyStoredTheme()
// Most screens show code. Loading its font now prevents a reflow when it arrives.
document.fonts.load("1em 'Geist Mono Variable'").catch(() => undefined)
// Load these in parallel with the first screen's code.
if (hasStoredSession()) {
  authClient().catch(() => undefined)
  loadQueryClient().catch(() => undefined)
}

createRoot(document.getElementById('root')!).render(<App />)
