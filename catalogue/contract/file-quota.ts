import { z } from 'zod'
import { filledText, page, paging, typedText, uuid } from './envelope.ts'

const gigabyte = 1024 ** 3

/** Room for files in bytes: of a school unless more was granted, and of a teacher (resources.md, 9). */
export const usualRoom = { school: 200 * gigabyte, teacher: 5 * gigabyte } as const
/** Hundredths of a room from which a page warns. */
export const nearFull = 80

/** Bytes that are taken and that there are; equal files count once, unfinished uploads as what they will be. */
const room = z.object({ used: z.int(), granted: z.int() })
export type Room = z.infer<typeof room>

/** GET /api/v1/fileQuota: the room of the caller's school, who can raise it, and of a teacher the own. */
export const fileRoom = z.object({ school: room, raisedBy: z.string(), own: room.nullable() })
export type FileRoom = z.infer<typeof fileRoom>

/** GET /api/v1/fileQuota/files: the caller's files, largest first. */
export const ownFilesQuery = z.strictObject(paging)
export const ownFiles = page(z.object({ id: uuid, name: z.string(), bytes: z.int(), at: z.string() }))
export type OwnFile = z.infer<typeof ownFiles>['list'][number]

/** GET /api/v1/fileQuota/schools: schools right below the caller's institution. */
export const schoolRoomsQuery = z.strictObject(paging)
export const schoolRooms = page(z.object({ id: z.int(), name: z.string() }).extend(room.shape))
export type SchoolRoom = z.infer<typeof schoolRooms>['list'][number]

const gigabytes = z.int({ error: '请填写空间大小，单位 GB，整数' }).min(1, '空间至少 1 GB')

/** PUT /api/v1/fileQuota/school/{id}: the whole room of a school, in gigabytes. */
export const roomGrant = z.strictObject({ gigabytes: gigabytes.max(100_000, '空间不超过 100000 GB') })

/** GET /api/v1/fileQuota/teachers: teachers of the own school; `id` is the identity. */
export const teacherRoomsQuery = z.strictObject({ ...paging, q: typedText('姓名', 30).optional() })
export const teacherRooms = page(
  z.object({ id: z.int(), name: z.string(), reason: z.string().nullable() }).extend(room.shape),
)
export type TeacherRoom = z.infer<typeof teacherRooms>['list'][number]

/** PUT /api/v1/fileQuota/teachers/{id}: the whole room of one teacher, in gigabytes, and why. */
export const teacherGrant = z.strictObject({
  gigabytes: gigabytes.max(1000, '空间不超过 1000 GB'),
  reason: filledText('原因', 200),
})
export type TeacherGrant = z.infer<typeof teacherGrant>

/** Hundredths of a room that are taken, 100 at most. */
export const takenOf = ({ used, granted }: Room): number =>
  Math.min(100, Math.floor((used / Math.max(1, granted)) * 100))
