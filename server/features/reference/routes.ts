import { createHash } from 'node:crypto'
import { z } from 'zod'
import { areaDictionary, areaTree, isAreaCode } from '../../../catalogue/areas/areas.ts'
import { dictionaryOverlay } from '../../../catalogue/contract/administration/dictionary-overlay.ts'
import {
  dictionary,
  dictNames,
  isDictName,
  dictChangesInForce,
} from '../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const items = z.array(z.tuple([z.string(), z.string()]))
const area: z.ZodType = z.object({
  code: z.string(),
  name: z.string(),
  parent: z.string(),
  level: z.string(),
  get children() {
    return z.array(area)
  },
})

function allTables(): { all: Record<string, [string, string][]>; version: string } {
  const all = Object.fromEntries([
    ...dictNames.map((name) => [name, dictionary(name).items.map((i) => [i.code, i.label])]),
    ...(['areaCode', 'townCode'] as const).map((name) => [name, areaDictionary(name)]),
  ]) as Record<string, [string, string][]>
  return { all, version: createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12) }
}

/** Code tables, areas and the site's name: the same for everybody, so they may be read without signing in. */
export function referenceRoutes(server: Server): void {
  let made = { of: dictChangesInForce(), ...allTables() }
  // Administrators change dictionaries while the portal runs; what was made of them lasts until the next
  // change.
  const now = () =>
    made.of === dictChangesInForce() ? made : (made = { of: dictChangesInForce(), ...allTables() })
  register(server, {
    method: 'GET',
    url: '/api/v1/dictionary/full',
    access: 'public',
    tag: '基础数据',
    summary: '全部字典，或 codes 指定的几部；version 相同时 dicts 为空',
    query: z.strictObject({ codes: z.string().max(2000).optional(), version: z.string().max(40).optional() }),
    answer: z.object({ version: z.string(), dicts: z.record(z.string(), items) }),
    handle: async ({ query }) => {
      const { all, version } = now()
      if (query.version === version) return { version, dicts: {} }
      if (query.codes === undefined) return { version, dicts: all }
      const names = query.codes.split(',')
      const unknown = names.find((name) => !isDictName(name) && !Object.hasOwn(all, name))
      if (unknown !== undefined) {
        const message = `没有字典“${unknown.slice(0, 40)}”`
        throw invalid('codes', message)
      }
      return { version, dicts: Object.fromEntries(names.map((name) => [name, all[name] ?? []])) }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/dictionary/overlay',
    access: 'public',
    tag: '基础数据',
    summary: '管理员对字典的增改：与程序自带的字典合起来，就是现行的字典',
    answer: dictionaryOverlay,
    handle: async () => {
      const { changes, day } = dictChangesInForce()
      return {
        day,
        changes: changes.map((one) => ({ ...one, aliases: [...one.aliases], groups: [...one.groups] })),
      }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/area/all',
    access: 'public',
    tag: '基础数据',
    summary: '行政区划树，root 缺省为广东省',
    query: z.strictObject({ root: z.string().max(12).default('440000') }),
    answer: z.array(area),
    handle: async ({ query }) => {
      if (!isAreaCode(query.root)) {
        const message = '没有该行政区划'
        throw invalid('root', message)
      }
      return [...areaTree(query.root)]
    },
  })
}
