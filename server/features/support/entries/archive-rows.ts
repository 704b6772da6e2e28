import { supportEntryKinds as kinds } from '../../../../catalogue/support/kinds.ts'
import { daysOf, type EntryRead, type Participant } from './entry.ts'

/** The level of an institution by the role of its office, in the dictionaries adminLevel and trainingLevel. */
const adminLevels: Readonly<Record<number, string>> = { 3: '60', 4: '51', 5: '41', 6: '31' }
const trainingLevels: Readonly<Record<number, string>> = { 3: '5', 4: '4', 5: '3', 6: '2' }

interface RowGround {
  readonly entry: EntryRead
  /** Who supports: it organised what was done. */
  readonly organizer: string
  readonly organizerRole: number
}

export interface ArchiveRow {
  readonly type: 'lessonRecord' | 'learningRecord' | 'activityRecord'
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * The record that a confirmed entry writes into the archive of one of its people; null where it writes none.
 * Lessons and lectures are those of who gave them: people of the supporting side, and whoever has a task of one's own.
 * An entry that came from an activity writes none: the activity did.
 */
export function rowFor(ground: RowGround, person: Participant): ArchiveRow | null {
  const { entry } = ground
  if (entry.activityId !== null) return null
  if (entry.kind === kinds.lessons) return gives(person) ? lessonRow(ground, person, '6') : null
  if (entry.kind === kinds.sameLesson) return person.hasTask ? lessonRow(ground, person, '5') : null
  if (entry.kind === kinds.shadowing) return person.side === 'supported' ? learningRow(ground, person) : null
  return entry.kind === kinds.lecture && gives(person) ? lectureRow(ground, person) : null
}

function lessonRow(
  { entry, organizer, organizerRole }: RowGround,
  { task }: Participant,
  kind: string,
): ArchiveRow {
  const [year, month] = [Number(entry.fromOn.slice(0, 4)), Number(entry.fromOn.slice(5, 7))]
  return {
    type: 'lessonRecord',
    values: {
      schoolYear: month >= 8 ? year : year - 1,
      semester: month >= 2 && month < 8 ? '2' : '1',
      title: task.slice(0, 100),
      lessonKind: kind,
      subject: entry.subject,
      grade: entry.grade,
      lessonDate: entry.fromOn,
      place: entry.place,
      adminLevel: adminLevels[organizerRole] ?? '60',
      organizer: organizer.slice(0, 100),
    },
  }
}

function learningRow({ entry, organizer, organizerRole }: RowGround, { tenths }: Participant): ArchiveRow {
  return {
    type: 'learningRecord',
    values: {
      title: entry.title.slice(0, 100),
      trainingKind: '02',
      trainingWay: '4',
      trainingLevel: trainingLevels[organizerRole] ?? '5',
      startDate: entry.fromOn,
      endDate: entry.toOn,
      organizer: organizer.slice(0, 100),
      ...(tenths > 0 && { creditHours: tenths / 10, creditKind: shadowCategory }),
      result: `跟岗 ${daysOf(entry)} 天`,
    },
  }
}

function lectureRow({ entry, organizer, organizerRole }: RowGround, { task }: Participant): ArchiveRow {
  return {
    type: 'activityRecord',
    values: {
      title: entry.title.slice(0, 100),
      activityKind: '07',
      activityMode: '1',
      adminLevel: adminLevels[organizerRole] ?? '60',
      activityDate: entry.fromOn,
      place: entry.place,
      organizer: organizer.slice(0, 100),
      memberRole: '9',
      subject: entry.subject,
      speechTitle: task.slice(0, 100),
    },
  }
}

/** Whether somebody gave a lesson or lecture: people of the supporting side, and who has a task of one's own. */
export const gives = ({ hasTask, side }: Participant): boolean => hasTask || side === 'supporter'

/** The category of hours to which days of shadowing count (dictionary creditKind): 专业科目学时. */
export const shadowCategory = '2'
