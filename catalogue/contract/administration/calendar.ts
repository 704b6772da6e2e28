import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { dayText } from '../envelope.ts'

/** Dictionary dayKind: public holiday, worked though a weekend, school holidays. */
export const dayKinds = { '1': '法定节假日', '2': '调休上班', '3': '寒暑假' } as const
export type DayKind = keyof typeof dayKinds
const kind = z.enum(['1', '2', '3'], { error: '请选择这一天怎么算' })

export const calendarDay = z.object({ day: z.string(), kind, name: z.string() })
export type CalendarDay = z.infer<typeof calendarDay>

export const calendarQuery = z.strictObject({
  year: z.coerce
    .number({ error: '年份应为整数' })
    .int('年份应为整数')
    .min(2000, '年份从 2000 起')
    .max(2100, '年份至 2100 止'),
})
/** GET /api/v1/calendarManage: the days of a year that differ from the ordinary week. */
export const calendarYear = z.object({ year: z.number().int(), days: z.array(calendarDay) })

/** PUT /api/v1/calendarManage/{day}. `kind` null: as the week has it; `was`: what the sender saw. */
export const calendarEdit = z.strictObject({
  kind: kind.nullable(),
  name: z
    .string({ error: '请填写名称' })
    .trim()
    .max(30, '名称不超过 30 个字')
    .refine(isStorable, '含有不能保存的字符'),
  was: kind.nullable(),
})
export type CalendarEdit = z.infer<typeof calendarEdit>

/** POST /api/v1/calendarManage/import: one day or span in a line, with its name. */
export const calendarLines = z.strictObject({
  text: z.string({ error: '请粘贴安排' }).trim().min(1, '请粘贴安排').max(20_000, '内容过长'),
})
export const calendarImported = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  year: z.number().int(),
})

/** A day's own parameter in an address. */
export const calendarParams = z.object({ day: dayText() })
