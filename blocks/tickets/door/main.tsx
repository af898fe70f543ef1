import 'virtual:tokens/shared.css'
import 'virtual:tokens/theme-clean.css'
import '#ui/base/page.css'
import './door.css'
import { render } from 'preact'
import { Note } from '#ui/base/note.tsx'
import { DoorApp } from './door-app.tsx'
import { createDoor } from './door-device.ts'
import { doorApi } from './door-api.ts'
import { openDeviceStorage } from './device-storage.ts'

/** Time between two reads of the sheet, which contain what has changed since. */
const SYNC_MS = 15_000

const root = document.getElementById('door')!

function followSystemMode(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.dataset.mode = dark.matches ? 'dark' : 'light'
  }
  apply()
  dark.addEventListener('change', apply)
}

/** Two tabs would overwrite each other's queue, so only one works. Resolves when this tab may. */
const becomeOnlyTab = (onWait: () => void): Promise<void> =>
  new Promise((resolve) => {
    const forever = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void navigator.locks.request('check-in', { ifAvailable: true }, (lock) => {
      if (lock) return forever()
      onWait()
      void navigator.locks.request('check-in', forever)
      return undefined
    })
  })

async function start(): Promise<void> {
  followSystemMode()
  await becomeOnlyTab(() =>
    render(
      <Blocked title="Check-in is open in another tab">Use that tab, or close it to go on here.</Blocked>,
      root,
    ),
  )
  const storage = await openDeviceStorage()
  const door = createDoor({
    storage,
    api: doorApi,
    newId: () => crypto.randomUUID(),
    now: () => new Date().toISOString(),
  })
  await door.load()
  render(<DoorApp door={door} />, root)

  let timer: ReturnType<typeof setTimeout>
  async function sync(): Promise<void> {
    clearTimeout(timer)
    // A failed read is repeated; the page shows what is stored.
    await door.sync().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(sync, SYNC_MS)
  }
  addEventListener('online', () => void sync())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sync())
  void sync()
  // Storage that the browser may clear could lose admissions.
  void navigator.storage?.persist?.().catch(() => false)
  void navigator.serviceWorker
    ?.register('/check-in/service-worker.js', { scope: '/check-in/' })
    .catch(() => {})
}

function Blocked({ title, children }: { title: string; children: string }) {
  return (
    <main className="door-page">
      <Note title={title} isPage>
        <p>{children}</p>
      </Note>
    </main>
  )
}

start().catch(() =>
  render(
    <Blocked title="This browser stores nothing">Leave private browsing, or use another browser.</Blocked>,
    root,
  ),
)
