/** Codes of the dictionary supportNeedKind that something follows from. */
export const supportNeedKinds = {
  posting: '1',
  shadowing: '2',
  lessons: '3',
  lecture: '4',
  online: '5',
} as const

/** Codes of the dictionary supportEntryKind that something follows from. */
export const supportEntryKinds = {
  lessons: '1',
  sameLesson: '2',
  shadowing: '3',
  lecture: '4',
  mentoring: '5',
  online: '6',
  classroom: '7',
  donation: '8',
  other: '9',
} as const
