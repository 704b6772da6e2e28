import type { ContentName } from './define.ts'
import { publicRoutes, type PublicName } from './public.gen.ts'
import type { PublicRoute } from './public-side.ts'

export type { PublicName }

/** Types with a list in the portal, in the order of their places. */
export const publicNames = Object.keys(publicRoutes).filter(isPublic)

/** Whether a type has a list in the portal. */
export function isPublic(name: string): name is PublicName {
  return Object.hasOwn(publicRoutes, name)
}

/** The route of a type with a list. */
export const publicRoute = (name: PublicName): PublicRoute => publicRoutes[name]

/** Where one content of a type with a list is read. */
export function onePath(name: PublicName, id: number): string {
  const { one, path } = publicRoute(name)
  const base = one ?? path
  return `${base}${base.includes('?') ? '&' : '?'}id=${id}`
}

/** Addresses, without their queries, that show one content and no list. */
export const onePaths: ReadonlySet<string> = new Set(
  publicNames.flatMap((name) => publicRoute(name).one?.split('?')[0] ?? []),
)

/** The type whose list stands at a path; undefined where there is none. */
export const listedAt = (path: string): PublicName | undefined =>
  publicNames.find((name) => publicRoute(name).path === path)

/** The type of which an address shows one; where several share the path, the query tells them apart. */
export function shownAt(path: string, asked: (key: string) => string | null): PublicName | undefined {
  const parts = (name: PublicName) => (publicRoute(name).one ?? publicRoute(name).path).split('?')
  const here = publicNames.filter((name) => parts(name)[0] === path)
  const exact = here.find((name) => {
    const [key = '', value] = parts(name)[1]?.split('=') ?? []
    return key === '' || asked(key) === value
  })
  return exact ?? here.at(-1)
}

/** Fields of dictionaries by which the list of any type is narrowed, each once. */
export const filterKeys: readonly string[] = [
  ...new Set(publicNames.flatMap((name) => publicRoute(name).filters)),
]

/** Lists that are followed as feeds. */
export const feeds: readonly { readonly type: ContentName; readonly title: string; readonly path: string }[] =
  publicNames
    .filter((name) => publicRoute(name).feed)
    .map((type) => ({ type, title: publicRoute(type).title, path: `/feed/${type}.xml` }))
