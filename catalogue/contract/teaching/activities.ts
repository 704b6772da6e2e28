import { z } from 'zod'
import { faceShown } from '../campaign-face.ts'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging, uuid } from '../envelope.ts'

const teacher = z.int('教师编号应为整数').positive('教师编号应为正数').max(2_147_483_647, '没有该教师')
const typed = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')
const code = z.string().max(10).nullable().default(null)
const teachers = z.array(teacher).min(1, '请选择教师').max(200, '一次最多 200 人')

export const activityParams = z.object({ id: uuid })

/** GET /api/v1/teaching/activity/{id}/candidates: teachers within the reach of the host, by name. */
export const candidatesAsked = z.strictObject({ ...paging, q: typed(60).optional() })
export const candidatesFound = page(
  z.object({
    teacherId: z.int(),
    name: z.string(),
    institution: z.string(),
    subject: z.string().nullable(),
    /** The state of the place in this activity; null without one. */
    state: z.string().nullable(),
  }),
)
export type CandidatesFound = z.infer<typeof candidatesFound>

/** POST /api/v1/teaching/activity/{id}/invitations: what the people are invited for is alike. */
export const invitationsMade = z.strictObject({
  teachers,
  memberRole: z.string().max(10).default('9'),
  lessonTitle: typed(100).default(''),
  lessonSubject: code,
  lessonGrade: code,
  speechTitle: typed(100).default(''),
})
/** POST /api/v1/teaching/activity/{id}/walk-ins: people who came without a place. */
export const walkInsMade = z.strictObject({ teachers })
export const placesReport = z.object({
  done: z.array(z.object({ teacherId: z.int(), id: z.string(), state: z.string() })),
  refused: z.array(z.object({ teacherId: z.int(), name: z.string(), message: z.string() })),
})
export type PlacesReport = z.infer<typeof placesReport>

/** POST /api/v1/teaching/activity/{id}/copies: a draft so many days later, without people and summary. */
export const copyAsked = z.strictObject({
  days: z.int().min(1, '至少推后 1 天').max(366, '至多推后 366 天').default(7),
})
export const copyMade = z.object({ id: z.string() })

const person = z.object({
  id: z.string(),
  teacherId: z.int(),
  name: z.string(),
  institution: z.string(),
  state: z.string(),
  memberRole: z.string().nullable(),
  lessonTitle: z.string().nullable(),
  speechTitle: z.string().nullable(),
  seatNo: z.int().nullable(),
  walkedIn: z.boolean(),
  /** Sittings that count, by their numbers. */
  attended: z.array(z.string()),
})
export type ActivityPerson = z.infer<typeof person>

/** GET /api/v1/teaching/activity/{id}/board: what the host works with; other offices see their own people. */
export const activityBoard = z.object({
  mine: z.boolean(),
  face: faceShown.shape.face,
  /** Who leads it in the host's name, and whether a fact of today still says so; for the host alone. */
  lead: z.object({ teacherId: z.int(), name: z.string(), mayAct: z.boolean() }).nullable(),
  places: z.object({
    quota: z.int(),
    used: z.int(),
    waiting: z.int(),
    invited: z.int(),
    schoolCap: z.int().nullable(),
  }),
  sittings: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startsAt: z.number(),
      endsAt: z.number(),
      place: z.string(),
      hours: z.number(),
      came: z.int(),
      counts: z.int(),
      doubts: z.int(),
    }),
  ),
  people: z.array(person),
  /** People beyond those listed. */
  more: z.int(),
  /** What archiving would write now, in numbers; what is missing in sentences. */
  archive: z
    .object({
      activityRecords: z.int(),
      lessonRecords: z.int(),
      absent: z.int(),
      hours: z.number(),
      lacks: z.array(z.string()),
    })
    .nullable(),
})
export type ActivityBoard = z.infer<typeof activityBoard>

/** GET /api/v1/teaching/sittings: of own activities, from a week ago on. */
export const sittingList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      activityId: z.string(),
      activity: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      place: z.string(),
      came: z.int(),
      expected: z.int(),
    }),
  ),
})
export type SittingList = z.infer<typeof sittingList>

/** GET /api/v1/teaching/record: the activities of a teacher in a school year, counted and listed. */
export const recordAsked = z.strictObject({
  year: z.coerce.number({ error: '学年应为整数' }).int('学年应为整数').min(1990).max(2100).optional(),
})
export const ownRecord = z.object({
  year: z.int(),
  years: z.array(z.int()),
  sums: z.object({
    activities: z.int(),
    taught: z.int(),
    observed: z.int(),
    courses: z.int(),
    hours: z.number(),
  }),
  list: z.array(
    z.object({
      id: z.string(),
      activityId: z.string(),
      title: z.string(),
      kind: z.string(),
      host: z.string(),
      startTime: z.string(),
      state: z.string(),
      memberRole: z.string().nullable(),
      lessonTitle: z.string().nullable(),
      sittings: z.int().nullable(),
      hours: z.number().nullable(),
    }),
  ),
  /** Lessons that are or were observed with the reader in them. */
  lessons: z.array(
    z.object({
      id: z.string(),
      activityId: z.string(),
      title: z.string(),
      lecturer: z.string(),
      own: z.boolean(),
      day: z.string(),
      handedIn: z.boolean(),
    }),
  ),
  /** Courses that were heard last in the year; hours of those that are complete. */
  courses: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      lecturer: z.string(),
      lessons: z.int(),
      complete: z.int(),
      /** The day on which it was heard last. */
      day: z.string(),
      hours: z.number(),
    }),
  ),
})
export type OwnRecord = z.infer<typeof ownRecord>

/** PUT /api/v1/teaching/activity/{id}/lead: who leads it in the office's name; nobody with null. */
export const leadNamed = z.strictObject({ teacherId: teacher.nullable() })
export const leadKept = z.object({ teacherId: z.int().nullable() })
