// Makes the check-in page start without network. Its scope is its own folder, and it serves only the files of the build, so that
// it touches no call and no other page.

interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  clients: { claim(): Promise<void> }
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent {
  request: Request
  respondWith(response: Promise<Response>): void
}

const worker = self as unknown as WorkerScope

/** The build's list of files and its hash (embed/vite.door.config.ts). */
const { files, version } = JSON.parse('__BUILD__') as { files: string[]; version: string }
const PREFIX = 'check-in-'
const CACHE = PREFIX + version
const PAGE = files[0]!
const known = new Set(files)

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)))
})

// A new version becomes active when no page uses the old one, which still needs its files.
worker.addEventListener('activate', (event) => {
  const removeOld = caches
    .keys()
    .then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
      ),
    )
  event.waitUntil(Promise.all([removeOld, worker.clients.claim()]))
})

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { pathname, origin } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || !known.has(pathname)) return
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(pathname === PAGE ? PAGE : event.request))
      .then((cached) => cached ?? fetch(event.request)),
  )
})
