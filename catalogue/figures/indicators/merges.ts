import type { Merge } from '../merging.ts'

/** Classes of few people in every region, which public pages draw as one (docs/decisions/0149). */
export const oldest: Merge = { side: 'rows', label: '55岁及以上', keys: ['to59', 'over'] }
export const oldestLocal: Merge = { side: 'rows', label: '56岁及以上', keys: ['to60', 'to63', 'over'] }
/** In tables of two classes every cell is of few people: three ages do. */
export const threeAges: readonly Merge[] = [
  { side: 'columns', label: '34岁及以下', keys: ['to24', 'to29', 'to34'] },
  { side: 'columns', label: '35—49岁', keys: ['to39', 'to44', 'to49'] },
  { side: 'columns', label: '50岁及以上', keys: ['to54', 'to59', 'over'] },
]
export const educations: readonly Merge[] = [
  { side: 'columns', label: '专科及以下', keys: ['college', 'secondary', 'below', 'unclear', 'none'] },
]
export const titles: readonly Merge[] = [
  { side: 'columns', label: '高级', keys: ['1', '2'] },
  { side: 'columns', label: '初级', keys: ['4', '5'] },
  { side: 'columns', label: '未定职级或未填', keys: ['9', 'none'] },
]

/** Classes that are few in some regions. */
export const smallSubjects: Merge = { side: 'rows', label: '其他学科', below: 10 }
export const smallStages: Merge = { side: 'rows', label: '其他学段', below: 20 }
/** Of tables with a column for each class: of a hundred people some class has fewer than five. */
export const smallStagesOfMix: Merge = { ...smallStages, below: 120 }
/** Of shares by place; how many work at each school is told by itself. */
export const smallPlaces: Merge = { side: 'rows', label: '其他单位', below: 60 }
/** Of shares of a few in a hundred. */
export const smallPlacesOfRare: Merge = { ...smallPlaces, below: 90 }
export const smallCategories: Merge = { side: 'rows', label: '其他人员', below: 10 }
