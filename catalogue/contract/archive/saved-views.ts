import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'

/**
 * The pages whose lists have views. Of to-dos the type is `todo`; of cases it is the process; of figures
 * `training-` with the first table of the page, or the report of teaching research.
 */
export const viewedLists = [
  'review',
  'archive-list',
  'institution-records',
  'roll',
  'talents',
  'todos',
  'cases',
  'contents',
  'figures',
] as const
export type ViewedList = (typeof viewedLists)[number]

/** Most views that an identity keeps of one list: a row one can still read. */
export const mostViews = 20

const list = z.enum(viewedLists, { error: '没有该名单' })
const type = z.string({ error: '缺少档案类型' }).min(1, '缺少档案类型').max(60, '没有该档案类型')
const name = z
  .string({ error: '请填写视图名称' })
  .trim()
  .min(1, '请填写视图名称')
  .max(20, '视图名称不超过 20 个字')
  .refine(isStorable, '含有不能保存的字符')

/** Search words that are a whole number of a person belong in no list of views. */
const holdsNumber = (text: string): boolean => /\d{11,}/.test(text.normalize('NFKC').replace(/[\s-]/g, ''))

const ofLists = /^(state|queue|q|sort|size|place|f\.[A-Za-z][A-Za-z0-9]*)$/
const ofFigures = /^(by|area_code|start|end|year|stage|subject|level)$/

/** Whether a view of a list keeps this key of the address: not the page, the open record or the tab of the type. */
export const isViewKey = (list: ViewedList | undefined, key: string): boolean =>
  (list === 'figures' ? ofFigures : ofLists).test(key)

/**
 * What stands in the address of a list: state tab or queue, search words, order, size, institution and filters. Of
 * figures: the table and what narrows it.
 */
export const viewQuery = z
  .record(
    z.string().refine((key) => ofLists.test(key) || ofFigures.test(key), '没有该筛选条件'),
    z
      .string()
      .min(1)
      .max(300, '条件不超过 300 个字')
      .refine(isStorable, '含有不能保存的字符')
      .refine((text) => !holdsNumber(text), '视图里不保存证件号、手机号，请改用姓名'),
  )
  .refine((query) => Object.keys(query).length <= 30, '条件至多 30 个')
export type ViewQuery = z.output<typeof viewQuery>

export const savedView = z.object({ name, query: viewQuery, isDefault: z.boolean() })
export type SavedView = z.output<typeof savedView>

/** GET /api/v1/views: mine of one list, in the order in which they were kept. */
export const viewsOf = z.strictObject({ list, type })
export const savedViews = z.object({ list: z.array(savedView) })

/** PUT /api/v1/views keeps one; a view of the same name is replaced. Of a list at most one is the default. */
export const keptView = z.strictObject({
  list,
  type,
  name,
  query: viewQuery,
  isDefault: z.boolean({ error: '应为是或否' }),
})

/** DELETE /api/v1/views */
export const droppedView = z.strictObject({ list, type, name })
