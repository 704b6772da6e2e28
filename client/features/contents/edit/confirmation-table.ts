import type { ConfirmationLine } from '../../../../catalogue/contract/portal/reach.ts'
import { csvLines } from '../../../../catalogue/rules/sheet.ts'
import { fullTime } from '../../../platform/format.ts'

/** Institutions and what they answered, as comma separated text. */
export function confirmationTable(lines: readonly ConfirmationLine[]): string {
  const rows = lines.map((line) => [
    line.institution,
    line.level,
    line.confirmedAt ? '已确认' : '未确认',
    line.by ?? '',
    line.confirmedAt ? fullTime(line.confirmedAt) : '',
    line.remindedAt ? fullTime(line.remindedAt) : '',
  ])
  return csvLines([['单位', '级别', '状态', '确认人', '确认时间', '最近提醒'], ...rows])
}
