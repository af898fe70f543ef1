import '#ui/studio.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { dressAsRemembered } from './appearance.tsx'
import { authClient, hasStoredSession } from './auth-client.ts'
import { loadQueries } from './queries.tsx'

dressAsRemembered()
// Most screens have code on them. Asked for now, its font is there before the first of it, and no line breaks anew.
document.fonts.load("1em 'Geist Mono Variable'").catch(() => undefined)
// Side by side with the first screen's code, not after it.
if (hasStoredSession()) {
  authClient().catch(() => undefined)
  loadQueries().catch(() => undefined)
}

createRoot(document.getElementById('root')!).render(<App />)
