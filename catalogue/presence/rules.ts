import { z } from 'zod'

/** Status of a person in a session: code in the database and in files, word for people. */
export const presenceWords = {
  '1': '出勤',
  '2': '迟到',
  '3': '早退',
  '4': '请假',
  '5': '公假',
  '6': '缺勤',
  '7': '待核',
} as const

export type PresenceStatus = keyof typeof presenceWords

export const presenceStatuses = Object.keys(presenceWords) as PresenceStatus[]

export const present = '1' satisfies PresenceStatus
export const late = '2' satisfies PresenceStatus
export const leftEarly = '3' satisfies PresenceStatus
export const onLeave = '4' satisfies PresenceStatus
export const officialLeave = '5' satisfies PresenceStatus
export const absent = '6' satisfies PresenceStatus
export const doubtful = '7' satisfies PresenceStatus

/** What a person may set: a doubt is the portal's own. */
export type SettledStatus = Exclude<PresenceStatus, typeof doubtful>

/** Reads a cell of a file: a word or a code of a settled status; undefined where it is neither. */
export function statusIn(cell: string): SettledStatus | undefined {
  const text = cell.trim()
  const status = presenceStatuses.find((code) => code === text || presenceWords[code] === text)
  return status === doubtful ? undefined : status
}

/** A mark says when somebody came or when somebody went. */
export type PresenceWay = 'in' | 'out'

/** How a mark was made. */
export const presenceMeans = {
  code: '扫码',
  ownCode: '本人码',
  hand: '手工',
  file: '导入',
  offline: '离线补传',
  online: '在线',
  correction: '更正',
} as const

export type PresenceMeans = keyof typeof presenceMeans

/** Why a mark waits for a person's decision. */
export const doubtWords = {
  number: '大屏上的数字第一次没有选对',
  device: '同一部手机上有第二个人签到',
  offline: '当时没有网络，后来才上传',
  leave: '已请假，又签到',
} as const

export type DoubtCause = keyof typeof doubtWords

/** Rules of presence of an event, which are frozen when it opens. */
export const presenceRules = z
  .strictObject({
    /** Minutes after the start until which somebody is in time, and until which somebody is late. */
    lateAfter: z.int().min(0).max(240),
    closesAfter: z.int().min(0).max(480),
    /** How many times late come to an absence; 0 where they never do. */
    latesPerAbsence: z.int().min(0).max(20),
    /** Whether people sign out, too. */
    signOut: z.boolean(),
    /** Share of the sessions due that is enough, in percent. */
    leastAttendance: z.int().min(0).max(100),
  })
  .refine(({ lateAfter, closesAfter }) => lateAfter <= closesAfter, {
    path: ['closesAfter'],
    message: '截止签到不能早于迟到起算',
  })

export type PresenceRules = Readonly<z.infer<typeof presenceRules>>

export const usualRules: PresenceRules = {
  lateAfter: 10,
  closesAfter: 40,
  latesPerAbsence: 3,
  signOut: false,
  leastAttendance: 80,
}

/** Working days after a session within which its marks may be corrected. */
export const correctionDays = 3
