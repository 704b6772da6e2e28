/**
 * The life of an expert’s task (life cycle expertTask of the domain model). `recalled` goes beyond the model:
 * the office takes back a task that it replaces, because one that is started would otherwise wait for ever.
 */
export const taskStates = {
  assigned: '待评审',
  reviewing: '评审中',
  submitted: '已提交',
  avoided: '已回避',
  expired: '已逾期',
  recalled: '已撤回',
} as const
export type TaskState = keyof typeof taskStates
export const taskStateKeys = Object.keys(taskStates) as [TaskState, ...TaskState[]]

/** States in which the expert has something to do. */
export const openStates = ['assigned', 'reviewing'] as const satisfies readonly TaskState[]

interface TaskMove {
  readonly from: readonly TaskState[]
  readonly to: TaskState
  readonly by: 'expert' | 'office' | 'clock'
}

export const taskMoves = {
  open: { from: ['assigned'], to: 'reviewing', by: 'expert' },
  save: { from: ['reviewing'], to: 'reviewing', by: 'expert' },
  submit: { from: ['reviewing'], to: 'submitted', by: 'expert' },
  avoid: { from: ['assigned', 'reviewing'], to: 'avoided', by: 'expert' },
  expire: { from: ['assigned', 'reviewing'], to: 'expired', by: 'clock' },
  /** The model gives the same row to somebody else; here the successor is a task of its own. */
  reassign: { from: ['expired', 'avoided'], to: 'assigned', by: 'office' },
  recall: { from: ['assigned', 'reviewing'], to: 'recalled', by: 'office' },
  sendBack: { from: ['submitted'], to: 'reviewing', by: 'office' },
} as const satisfies Readonly<Record<string, TaskMove>>
export type TaskMoveName = keyof typeof taskMoves

export const isOpen = (state: TaskState): boolean => openStates.some((one) => one === state)
