import { z } from 'zod'
import { contentNames } from '../contents/names.gen.ts'
import { safeUrl } from '../contents/safe-url.ts'
import { filledText } from '../contract/envelope.ts'
import { blockNames } from './blocks.ts'
import { paletteNames } from './palettes.ts'

/** Where the contents of a column come from. */
export const sourceWords = {
  own: '本区域及下级',
  handed: '本区域、下级和上级下发',
  chosen: '只用挑选的',
} as const
export const sources = Object.keys(sourceWords) as [keyof typeof sourceWords, ...(keyof typeof sourceWords)[]]

/** Schemas of what is typed: strict where somebody saves it, and loose where it was saved before. */
interface TextSchemas {
  readonly text: (label: string, most: number) => z.ZodType<string>
  readonly url: z.ZodType<string>
}

const unique = <T>(list: readonly T[]) => new Set(list).size === list.length

function bodyOf({ text, url }: TextSchemas) {
  const link = z.strictObject({ title: text('名称', 20), url })
  const brand = z.strictObject({
    name: text('站点名称', 40).nullable().default(null),
    /** Who runs it, at the top of each page. */
    runBy: text('主办单位', 60).nullable().default(null),
    logo: z.uuid('没有该文件').nullable().default(null),
    palette: z.enum(paletteNames, { error: '没有该配色' }).nullable().default(null),
    foot: z.array(link).max(12, '页脚链接至多 12 个').nullable().default(null),
    filingNo: text('备案号', 60).nullable().default(null),
  })
  const head = link.extend({ sub: z.array(link).max(8, '每项至多 8 个下级').default([]) })
  const column = z.strictObject({
    type: z.enum(contentNames, { error: '没有该内容' }),
    from: z.enum(sources, { error: '没有这种来源' }),
    /** Numbers of the chosen contents; empty for the other sources. */
    chosen: z
      .array(z.int('编号应为整数').min(1, '编号从 1 起').max(2_147_483_647, '编号过大'))
      .max(50, '至多挑选 50 条')
      .default([]),
  })
  const part = z.strictObject({ title: text('标题', 60), text: text('正文', 5000) })
  const parts = z.array(part).max(20, '至多 20 段').default([])
  return z.strictObject({
    brand,
    nav: z.array(head).min(1, '至少保留一个栏目').max(9, '导航至多 9 项').nullable().default(null),
    home: z
      .array(z.enum(blockNames, { error: '没有该版块' }))
      .min(1, '至少保留一个版块')
      .max(blockNames.length)
      .refine(unique, '版块重复')
      .nullable()
      .default(null),
    columns: z
      .array(column)
      .max(contentNames.length)
      .refine((list) => unique(list.map(({ type }) => type)), '同一类内容只能设一次')
      .nullable()
      .default(null),
    centre: z.strictObject({ simple: parts, setUp: parts, ranks: parts }).nullable().default(null),
  })
}

/**
 * What was saved once, by a colleague or on this computer: a page that it leads to may be gone, and a field
 * may wait for its text.
 */
export const keptBody = bodyOf({ text: () => z.string(), url: z.string() })
export type SiteBody = z.infer<typeof keptBody>
export type SiteBrand = SiteBody['brand']
export type SiteColumn = NonNullable<SiteBody['columns']>[number]
export type CentrePart = NonNullable<SiteBody['centre']>['simple'][number]
export type SiteLink = NonNullable<SiteBrand['foot']>[number]

/** What one version of a site says. A part that is null is that of the site above, then the region's. */
export const siteBody = bodyOf({
  text: filledText,
  url: z.string({ error: '请填写地址' }).superRefine((text, context) => {
    const verdict = safeUrl(text, [])
    if ('fault' in verdict) context.addIssue({ code: 'custom', message: verdict.fault })
  }),
})

/** A site that says nothing of its own yet. */
export const emptySite: SiteBody = {
  brand: { name: null, runBy: null, logo: null, palette: null, foot: null, filingNo: null },
  nav: null,
  home: null,
  columns: null,
  centre: null,
}
