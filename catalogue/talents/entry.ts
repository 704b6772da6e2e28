/**
 * The life of an entry of the lists (modules.json, esaList), with the confirmation that it lacks (figures.md,
 * 7).
 */
export const talentStates = {
  synced: '待确认',
  confirmed: '已确认',
  published: '已发布',
  unpublished: '已取消发布',
} as const
export type TalentState = keyof typeof talentStates
export const talentStateKeys = ['synced', 'confirmed', 'published', 'unpublished'] as const

/** What is done to entries that stand in the list, and from which states. */
export const talentActs = {
  confirm: { label: '确认', from: ['synced'], to: 'confirmed' },
  publish: { label: '发布', from: ['confirmed', 'unpublished'], to: 'published' },
  withdraw: { label: '取消发布', from: ['published'], to: 'unpublished' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly from: readonly TalentState[]; readonly to: TalentState }>
>
export type TalentAct = keyof typeof talentActs

/** Whether an act takes an entry of this state. */
export const takes = (act: TalentAct, state: TalentState): boolean =>
  talentActs[act].from.some((one) => one === state)

/**
 * Why an entry has to be looked at (待核). `soft`: confirming it settles the question; the others keep it
 * from being confirmed and published, and take it off the boards at once.
 */
export const talentDoubts = {
  left: { label: '已不在岗', soft: false },
  punished: { label: '有影响期内的处分', soft: false },
  expired: { label: '有效（培养）期已过', soft: false },
  selfReported: { label: '只有本人填报', soft: true },
  undocumented: { label: '缺文号', soft: true },
} as const
export type TalentDoubt = keyof typeof talentDoubts
export const talentDoubtKeys = ['left', 'punished', 'expired', 'selfReported', 'undocumented'] as const

/** What happened to an entry, as its history says it. */
export const talentHistory = {
  proposed: '同步列入',
  changed: '同步更新',
  removed: '移出',
  added: '人工列入',
  confirmed: '确认',
  published: '发布',
  withdrawn: '取消发布',
  restored: '恢复',
  undone: '撤销上一步',
} as const
export type TalentHappening = keyof typeof talentHistory
export const talentHappenings = [
  'proposed',
  'changed',
  'removed',
  'added',
  'confirmed',
  'published',
  'withdrawn',
  'restored',
  'undone',
] as const
