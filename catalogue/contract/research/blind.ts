import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { uuid } from '../envelope.ts'

/** Where in a file something stands. */
export const places = {
  fileName: '文件名',
  properties: '文件属性',
  header: '页眉',
  footer: '页脚',
  body: '正文',
  textBox: '文本框',
  footnote: '脚注',
  endnote: '尾注',
  comment: '批注',
  inserted: '修订（插入）',
  deleted: '修订（删除）',
  hidden: '隐藏文字',
  link: '链接',
  alternative: '替代文字',
  field: '域',
  notes: '备注',
  master: '母版',
  sheet: '工作表',
  chart: '图表',
  outline: '书签',
  form: '表单',
  picture: '图片属性',
  embedded: '内嵌文件',
  earlier: '文件的旧版本',
  other: '其他',
} as const
export type Place = keyof typeof places
const placeNames = Object.keys(places).filter((name): name is Place => Object.hasOwn(places, name))

/** What of a person may tell who wrote a file. */
export const identityKinds = {
  name: '姓名',
  formerName: '曾用名',
  spelling: '姓名拼音',
  school: '学校',
  mobile: '手机号',
  email: '邮箱',
  idNo: '身份证件号',
  staffNo: '教职工号',
  member: '成员姓名',
  other: '其他',
} as const
export type IdentityKind = keyof typeof identityKinds
const kindNames = Object.keys(identityKinds).filter((name): name is IdentityKind =>
  Object.hasOwn(identityKinds, name),
)

export const blindIdentity = z.strictObject({
  kind: z.enum(kindNames),
  value: z.string().trim().min(2).max(100),
})
/** Something that a reviewer must not find in a file. */
export type BlindIdentity = z.infer<typeof blindIdentity>

export const blindHit = z.object({
  place: z.enum(placeNames),
  /** 第 3 页, 第 2 张幻灯片, 工作表“名单” B3; null where there is nothing to say. */
  at: z.string().nullable(),
  before: z.string(),
  words: z.string(),
  after: z.string(),
  kind: z.enum(kindNames),
  /** Whether it still stands in the blind copy, for its author to mend. */
  kept: z.boolean(),
})
export type BlindHit = z.infer<typeof blindHit>

/** What was found in a file. */
export const blindInspection = z.object({
  hits: z.array(blindHit),
  /** Hits beyond those that are listed. */
  more: z.number().int(),
  /** Whether nothing stands in the blind copy and all of it could be read. */
  clean: z.boolean(),
  /** Sentences on what could not be read, for somebody to look at by eye. */
  unread: z.array(z.string()),
})
export type BlindInspection = z.infer<typeof blindInspection>

/** Something that still stands in the copy, or that could not be read: mended, or left in for a reason. */
const finding = z.object({
  key: z.string(),
  /** 第 3 页 页眉：“杏坛市实验小学”（学校） */
  sentence: z.string(),
  before: z.string(),
  words: z.string(),
  after: z.string(),
  /** Why its author leaves it in; null where that was not said. */
  reason: z.string().nullable(),
})
export type BlindFinding = z.infer<typeof finding>

/** `waiting`: not looked through yet · `clean` · `mend`: something stands in it · `explained` · `refused` */
export const blindStates = ['waiting', 'clean', 'mend', 'explained', 'refused'] as const
export type BlindState = (typeof blindStates)[number]

const blindFile = z.object({
  file: z.string(),
  name: z.string(),
  state: z.enum(blindStates),
  /** Why it could not be looked through; null where it was. */
  refused: z.string().nullable(),
  findings: z.array(finding),
  /** Findings beyond those that are listed; they can only be mended. */
  more: z.int(),
  /** What the copy leaves out, in sentences. */
  removed: z.array(z.string()),
})
export type BlindFile = z.infer<typeof blindFile>

/** GET and POST /api/v1/research/blind/{case}: the files of an entry. POST looks through those that wait. */
export const blindFiles = z.object({
  /** Whether the notice wants them without names: then nothing may stay without a reason. */
  wanted: z.boolean(),
  files: z.array(blindFile),
})
export type BlindFiles = z.infer<typeof blindFiles>

export const blindParams = z.object({ id: uuid })
export const blindFileParams = z.object({ id: uuid, file: uuid })
/** PUT /api/v1/research/blind/{case}/{file}: why findings stay; null takes a reason back. */
export const blindReasons = z.strictObject({
  reasons: z
    .array(
      z.strictObject({
        key: z.string().max(40),
        reason: z
          .string({ error: '请写明理由' })
          .trim()
          .min(4, '理由至少写 4 个字')
          .max(100, '不超过 100 个字')
          .refine(isStorable, '含有不能保存的字符')
          .nullable(),
      }),
    )
    .min(1, '没有要说明的内容')
    .max(200, '一次至多 200 处'),
})
