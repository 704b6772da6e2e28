import { date, richText, text } from '../define.ts'
import { body } from './fields.ts'

/**
 * Fields of a text by which the portal deals with personal information: each published edition has a name of
 * its own.
 */
export const legalFields = {
  title: text('标题', { required: true, maxLength: 100 }),
  edition: text('版本号', {
    required: true,
    maxLength: 20,
    pattern: /^[0-9A-Za-z.-]+$/,
    patternSays: '只能有数字、字母、点和短横线',
    help: '改了实质内容就换一个版本号，大家登录后会重新阅读、同意；只改错字的不换',
    example: '2026-12',
  }),
  effectiveOn: date('施行日期', { required: true }),
  changes: text('本次修改', { maxLength: 500, help: '一两句话说明改了什么，重新阅读时先看到' }),
  content: richText('正文', { ...body, required: true }),
}
