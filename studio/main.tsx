import '#ui/studio.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { dressAsRemembered } from './appearance.tsx'
import { authClient, hasStoredSession } from './auth-client.ts'

dressAsRemembered()
// Side by side with the first screen's code, not after it.
if (hasStoredSession()) void authClient()

createRoot(document.getElementById('root')!).render(<App />)
