import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { BarFilter } from '../../engine/list/filter-bar.tsx'
import type { TalentKey } from './use-talents.ts'

const choice = (key: TalentKey, label: string, dict: DictName): BarFilter<TalentKey> => ({
  kind: 'choice',
  key,
  label,
  options: selectable(dict).map(({ code, label: word }) => ({ value: code, label: word })),
})

/** The filters of the lists, those asked for most first. */
export const talentFilters = (): readonly BarFilter<TalentKey>[] => [
  choice('f.kind', '类别', 'highLevelKind'),
  { kind: 'place', key: 'place', label: '单位' },
  choice('f.level', '级别', 'talentLevel'),
  choice('f.subject', '学科', 'subject'),
  {
    kind: 'choice',
    key: 'f.how',
    label: '列入方式',
    options: [
      { value: 'rule', label: '按规则' },
      { value: 'manual', label: '人工列入' },
    ],
  },
]
