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

/** How much of one kind of entries was done, in the unit by which people count it. */
export function amountOfKind({
  kind,
  lessons,
  personDays,
  entries,
  amount,
}: {
  readonly kind: string
  readonly lessons: number
  readonly personDays: number
  readonly entries: number
  readonly amount: number
}): readonly [number, string] {
  const inLessons: readonly string[] = [
    supportEntryKinds.lessons,
    supportEntryKinds.sameLesson,
    supportEntryKinds.classroom,
  ]
  if (inLessons.includes(kind)) return [lessons, '节']
  if (kind === supportEntryKinds.shadowing) return [personDays, '人日']
  if (kind === supportEntryKinds.donation) return [amount, '元']
  return [entries, kind === supportEntryKinds.mentoring ? '条' : '场']
}
