import { date, text, type FieldMap } from '../define.ts'

const code = text('标识码', {
  maxLength: 18,
  help: '新校换新码，暂无的可留空；原来的标识码不再给其他机构',
})

/** What is asked for every change of the structure. */
export const restructuring: FieldMap = {
  on: date('生效日期', { required: true, help: '新状态的第一天；选以后的日期，到日子自动办理' }),
  reason: text('依据或原因', { required: true, maxLength: 200, help: '例如批文的名称和文号' }),
}

/** What is asked of an institution that begins with a change. */
export const beginningAnew: FieldMap = {
  name: text('新机构名称', { required: true, maxLength: 100 }),
  code,
}

/** What is asked of a name that an institution had before anybody wrote it down here. */
export const formerName: FieldMap = {
  name: text('曾用名称', { required: true, maxLength: 100 }),
  code: text('当时的标识码', { maxLength: 18 }),
  from: date('启用日期', { help: '不清楚的可以空着' }),
  to: date('最后一天', { required: true }),
}
