/**
 * Stands between the open pages and the network, in browsers that let it (a secure context): it keeps the
 * files of the build, and the bare page that says there is no network (docs/decisions/0051). It keeps nothing
 * else: calls and uploads pass it by, and a download or a sign-in to an app gets what the server answers,
 * asked for once.
 */
declare const self: ServiceWorkerGlobalScope

/** Written in by the build (scripts/installable.ts). */
declare const build: {
  /** Names this build: its first script, whose name changes with any part of it. */
  readonly entry: string
  /** What the bare page needs. */
  readonly files: readonly string[]
  /** Address at which the server answers the bare page. */
  readonly shell: string
  /** First segments of addresses that are no pages. */
  readonly notPages: readonly string[]
}

/** Files of builds before this one are kept for windows that were opened then. */
const buildsKept = 3

const own = `${build.shell}@${build.entry}`

/** The bare page, with a mark by which it knows that it stands for another (client/app/app.tsx). */
async function shellPage(): Promise<Response> {
  const answer = await fetch(build.shell, { credentials: 'omit', cache: 'reload' })
  if (!answer.ok) throw new Error(`${build.shell} answered ${answer.status}`)
  const page = (await answer.text()).replace('<html', '<html data-offline')
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  return new Response(page, { headers })
}

async function install(): Promise<void> {
  const cache = await caches.open(own)
  await Promise.all([cache.addAll(build.files), shellPage().then((page) => cache.put(build.shell, page))])
  // Pages come from the network and name their files by content, so a new worker may serve old windows.
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== own)
  const old = names.slice(0, Math.max(0, names.length - buildsKept + 1))
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  // Windows of an earlier build say that there is a newer one.
  for (const window of await self.clients.matchAll({ type: 'window' }))
    window.postMessage({ build: build.entry })
}

/**
 * What the server answers to a navigation. The browser has asked it already where it preloads navigations,
 * and asks a second time where the worker takes another answer or none: an address that answers once (a step
 * of signing in, a ticket, a signed download) would then refuse the person.
 */
async function answered(event: FetchEvent): Promise<Response> {
  const ahead: unknown = await event.preloadResponse
  return ahead instanceof Response ? ahead : fetch(event.request)
}

/** The page from the server, whatever it answers; without an answer the bare page. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    return await answered(event)
  } catch {
    return (await caches.match(build.shell, { cacheName: own })) ?? Response.error()
  }
}

/** A file of a build: its name changes with its content, so what is kept is right. */
async function file(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await answered(event)
  if (answer.status === 200) {
    const copy = answer.clone()
    // A full disk must not take the file away from the page.
    event.waitUntil(caches.open(own).then((cache) => cache.put(event.request, copy).catch(() => undefined)))
  }
  return answer
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const first = pathname.split('/')[1] ?? ''
  if (first === 'assets') event.respondWith(file(event))
  else if (request.mode === 'navigate')
    event.respondWith(build.notPages.includes(first) ? answered(event) : page(event))
})

export {}
