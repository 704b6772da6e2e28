import type { ContentLine } from '../../../catalogue/contract/contents.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Field } from '../../../catalogue/define.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { listTime } from '../../platform/format.ts'

/**
 * A value as it reads in a list or beside another version; `areaName` knows the areas somebody may publish
 * for.
 */
export function wordsOf(
  field: Field | undefined,
  value: unknown,
  areaName: (code: string) => string,
): string {
  if (!field || value === null || value === undefined || value === '') return '（空）'
  if (field.kind === 'file') return `${[value].flat().length} 个文件`
  if (field.kind === 'bool') return value === true ? '是' : '否'
  const { dict } = field
  if (dict)
    return [value]
      .flat()
      .map((code) => labelOf(dict, String(code)))
      .join('、')
  if (field.kind === 'dateTime') return String(value).replace('T', ' ')
  if (field.kind === 'area')
    return [value]
      .flat()
      .map((code) => areaName(String(code)))
      .join('、')
  return field.kind === 'richText' ? wordsOfRich(String(value)) : String(value)
}

/** State of the working copy and what readers see, in one line. */
export function standingOf({ state, waitsAt, shown, changed, publishAt, takeDownAt }: ContentLine): string {
  const seen = {
    no: '读者看不到',
    waiting: `${listTime(publishAt ?? '')} 起显示`,
    now: takeDownAt ? `正在显示，至 ${listTime(takeDownAt)}` : '正在显示',
    over: `已于 ${listTime(takeDownAt ?? '')} 到期`,
  }[shown]
  return `${waitsAt ? stateLabel('inReview', waitsAt) : contentStates[state]}，${seen}${changed && shown !== 'no' ? '（有未发布的修改）' : ''}`
}
