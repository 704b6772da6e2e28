import { z } from 'zod'
import {
  dictionaryDraft,
  dictionaryEdit,
  dictionaryLine,
  dictionaryUsage,
  dictionaryView,
} from '../../../catalogue/contract/administration/dictionary.ts'
import { isDictName, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { learnDictionaries } from './learn.ts'
import { addItem, editItem } from './store.ts'
import { usageOf, usesOf } from './uses.ts'
import { listDictionaries, viewDictionary } from './view.ts'

const shared = { access: [1], tag: '数据字典' } as const
const base = '/api/v1/dictionaryManage'
const name = z.string().max(60, '字典名过长')
const params = z.object({ name })

/**
 * What the administrator does with dictionaries: look where they are used, add items, give other words,
 * rename, end. Nothing is deleted.
 */
export function dictionaryRoutes(
  server: Server,
  o: { db: Database; records: Readonly<Record<string, AnyRecord>> },
  actorOn: ActorOn,
): void {
  readingRoutes(server, o)
  writingRoutes(server, o, actorOn)
}

/** All dictionaries, one of them, and how often its items are used. */
function readingRoutes(
  server: Server,
  { db, records }: { db: Database; records: Readonly<Record<string, AnyRecord>> },
): void {
  const uses = usesOf(records)
  const known = (given: string): DictName => {
    if (!isDictName(given)) throw new AppError('missing')
    return given
  }
  register(server, {
    ...shared,
    method: 'GET',
    url: base,
    summary: '全部字典：多少项、用在哪些档案的哪些栏目',
    answer: z.object({ list: z.array(dictionaryLine) }),
    handle: async () => ({ list: await listDictionaries(db, uses) }),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${base}/:name`,
    summary: '一部字典的全部项目和修改记录',
    params,
    answer: dictionaryView,
    handle: ({ params: { name: given } }) => viewDictionary(db, uses, known(given)),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${base}/:name/usage`,
    summary: '每一项在生效的档案里用了多少处；五分钟内不重复统计',
    params,
    answer: dictionaryUsage,
    handle: ({ params: { name: given } }) => usageOf(db, known(given), uses.get(known(given)) ?? []),
  })
}

/** Adding and changing items. */
function writingRoutes(
  server: Server,
  { db, records }: { db: Database; records: Readonly<Record<string, AnyRecord>> },
  actorOn: ActorOn,
): void {
  const uses = usesOf(records)
  const known = (given: string): DictName => {
    if (!isDictName(given)) throw new AppError('missing')
    return given
  }
  const changeable = (given: string): DictName => {
    if (!uses.has(known(given)))
      throw new AppError('wrongState', { message: '该字典由系统本身使用，不能修改' })
    return known(given)
  }
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:name/items`,
    summary: '新增一项，从启用日期起可选',
    params,
    body: dictionaryDraft,
    answer: dictionaryView,
    handle: async ({ params: { name: given }, body }, request) => {
      await addItem(db, actorOn(request), changeable(given), body)
      await learnDictionaries(db)
      return viewDictionary(db, uses, known(given))
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${base}/:name/items/:code`,
    summary: '修改一项：名称、别名、日期、顺序；停用即填停用日期',
    params: z.object({ name, code: z.string().max(60, '代码过长') }),
    body: dictionaryEdit,
    answer: dictionaryView,
    handle: async ({ params: { name: given, code }, body }, request) => {
      await editItem(db, actorOn(request), { name: changeable(given), code }, body)
      await learnDictionaries(db)
      return viewDictionary(db, uses, known(given))
    },
  })
}
