import type { ConfirmationLine } from '../../../catalogue/contract/reach.ts'
import { fullTime } from '../../platform/format.ts'

/** A cell of a table of text; what a spreadsheet would take for a formula is kept from it. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Institutions and what they answered, as comma separated text. */
export function confirmationTable(lines: readonly ConfirmationLine[]): string {
  const rows = lines.map((line) => [
    line.institution, line.level, line.confirmedAt ? '已确认' : '未确认', line.by ?? '', line.confirmedAt ? fullTime(line.confirmedAt) : '', line.remindedAt ? fullTime(line.remindedAt) : '',
  ])
  return [['单位', '级别', '状态', '确认人', '确认时间', '最近提醒'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}
