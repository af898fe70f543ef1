import '#ui/studio.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { dressAsRemembered } from './appearance.tsx'
import { authClient, hasStoredSession } from './auth-client.ts'
import { loadQueries } from './queries.tsx'

dressAsRemembered()
// Side by side with the first screen's code, not after it.
if (hasStoredSession()) {
  authClient().catch(() => undefined)
  loadQueries().catch(() => undefined)
}

createRoot(document.getElementById('root')!).render(<App />)
