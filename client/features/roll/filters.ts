import { dictionary, selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { BarFilter } from '../../engine/list/filter-bar.tsx'
import type { RollKey } from './use-roll.ts'

const optionsOf = (name: DictName) =>
  (dictionary(name).cascading
    ? dictionary(name).items.filter((one) => one.selectable)
    : selectable(name)
  ).map(({ code, label }) => ({ value: code, label }))
const choice = (key: RollKey, label: string, name: DictName): BarFilter<RollKey> => ({
  kind: 'choice',
  key,
  label,
  options: optionsOf(name),
})
const yesNo = (key: RollKey, label: string, yes: string, no: string): BarFilter<RollKey> => ({
  kind: 'choice',
  key,
  label,
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
})

/** The filters of the roll, those asked for most first. */
export const filtersOf = (many: boolean): readonly BarFilter<RollKey>[] => [
  ...(many ? [{ kind: 'place', key: 'place', label: '单位' } as const] : []),
  choice('f.mainSubject', '学科', 'subject'),
  choice('f.titleLevel', '职称', 'titleLevel'),
  yesNo('f.inEstablishment', '编制', '在编', '不在编'),
  choice('f.schoolStage', '学段', 'schoolStage'),
  choice('f.highestEducation', '学历', 'educationLevel'),
  choice('f.employmentStatus', '人员状态', 'employmentStatus'),
  { kind: 'text', key: 'f.ageFrom', label: '年龄从', hint: '周岁' },
  { kind: 'text', key: 'f.ageTo', label: '年龄到', hint: '周岁' },
  yesNo('f.filled', '基本信息', '已登记', '无'),
]
